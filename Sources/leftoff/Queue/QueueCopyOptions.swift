import ArgumentParser
import DownloadImportExport
import DownloadQueue
import PostgresStore
import TerminalHUD

/// The options of `leftoff queue import` that copy a whole queue of Leftoff.
struct QueueCopyOptions: ParsableArguments {
    @Flag(
        name: .customLong("from-sqlite"),
        help: "Copy the local queue, with everything it records, into the shared queue of --queue.")
    var copiesLocal = false

    @Option(
        help: ArgumentHelp(
            "Copy the queue in this PostgreSQL database; into the local queue only the downloads, as from a list.",
            valueName: "url"))
    var fromPostgresql: String?

    func validate() throws {
        if copiesLocal, fromPostgresql != nil {
            throw ValidationError("--from-sqlite and --from-postgresql cannot be combined")
        }
    }

    /// Copies a queue if an option asks for it.
    ///
    /// Others can write to a shared queue, so the rows that it gives to the local queue are data, unless `--trust-list`
    /// is given.
    ///
    /// - Parameters:
    ///   - option: The value of `--queue`, which receives the downloads.
    ///   - listing: The options of imports.
    ///   - destination: The directory below which the rows of a shared queue may name others.
    ///   - isQuiet: True to print no counts.
    /// - Returns: False if no option asks for a copy.
    /// - Throws: `CommandFailure` (usage) if both queues are the same, `ExitStatus.someFailed` if some downloads are
    ///   already in the receiving queue, and the errors of the stores.
    func copy(
        to option: String?, _ listing: ListImportOptions, _ destination: DownloadDestination, isQuiet: Bool
    ) throws -> Bool {
        let source: QueueLocation
        if copiesLocal {
            source = .local
        } else if let fromPostgresql {
            source = try QueueLocation(option: fromPostgresql)
        } else {
            return false
        }
        let target = try QueueLocation(option: option)
        guard source != target else {
            throw CommandFailure(what: "usage", why: "a queue cannot be copied to itself: set --queue", status: .usage)
        }
        guard !listing.isDryRun || target == .local else {
            throw CommandFailure(
                what: "usage", why: "--dry-run is only for lists and for copies into the local queue", status: .usage)
        }
        let from = try CommandQueue(source).store
        var copy: SharedQueueCopy?
        if target == .local {
            let directory = try listing.isDryRun ? destination.path() : destination.create()
            let rows = SharedQueueCopy(rules: ListRules(directory: directory, trustsList: listing.trustsList))
            try announce(rows, of: from, listing, isQuiet: isQuiet)
            if listing.isDryRun { return true }
            if !listing.trustsList { copy = rows }
        }
        let to = try CommandQueue(target).store
        let result = try from.copyAll(to: to, transform: copy?.items)
        var output = try OutputStream()
        for id in result.duplicates { try output.writeLine(id) }
        try output.finish()
        if !isQuiet { report(result) }
        try from.reportDamagedRows()
        if !result.duplicates.isEmpty { throw ExitStatus.someFailed }
        return true
    }

    /// Prints what the copy of a shared queue will add and leave out, before it adds anything.
    private func announce(
        _ copy: SharedQueueCopy, of store: any QueueTransferStore, _ listing: ListImportOptions, isQuiet: Bool
    ) throws {
        var items: [QueueItem] = []
        try store.forEachBatch { items += $0 }
        let (plan, leftOut) = copy.plan(items)
        if listing.trustsList {
            StandardError.writeLine(
                "leftoff: trusting the copied queue: its downloads keep everything that they record")
        }
        listing.announce(plan, of: "the queue", isQuiet: isQuiet)
        if leftOut > 0, !isQuiet, !listing.trustsList {
            StandardError.writeLine("leftoff: \(counted(leftOut, "finished download")) left out")
        }
    }

    private func report(_ result: QueueTransferResult) {
        var counts = ["copied \(counted(result.copied, "download"))"]
        if result.existing > 0 { counts.append("\(result.existing) were copied before") }
        if !result.duplicates.isEmpty { counts.append("\(result.duplicates.count) are queued there under another id") }
        StandardError.writeLine("leftoff: \(counts.joined(separator: ", ")); the source still contains them")
    }
}
