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
        guard !listing.isDryRun else {
            throw CommandFailure(what: "usage", why: "--dry-run is only for lists", status: .usage)
        }
        let from = try CommandQueue(source).store
        let to = try CommandQueue(target).store
        var copy: SharedQueueCopy?
        if target == .local, !listing.trustsList {
            copy = SharedQueueCopy(rules: ListRules(directory: try destination.create()))
        } else if target == .local {
            StandardError.writeLine(
                "leftoff: trusting the copied queue: its downloads keep everything that they record")
        }
        let result = try copyAll(from, to: to, &copy)
        var output = try OutputStream()
        for id in result.duplicates { try output.writeLine(id) }
        try output.finish()
        if !isQuiet { report(result, copy) }
        try from.reportDamagedRows()
        if !result.duplicates.isEmpty { throw ExitStatus.someFailed }
        return true
    }

    private func copyAll(
        _ from: any QueueTransferStore, to: any QueueTransferStore, _ copy: inout SharedQueueCopy?
    ) throws -> QueueTransferResult {
        guard var rows = copy else { return try from.copyAll(to: to) }
        defer { copy = rows }
        return try from.copyAll(to: to, transform: { rows.items($0) })
    }

    private func report(_ result: QueueTransferResult, _ copy: SharedQueueCopy?) {
        for note in copy?.notes ?? [] { StandardError.writeLine("leftoff: \(note)") }
        if copy?.notes.isEmpty == false {
            StandardError.writeLine("leftoff: --trust-list copies everything, if nobody but you can write to the queue")
        }
        var counts = ["copied \(counted(result.copied, "download"))"]
        if result.existing > 0 { counts.append("\(result.existing) were copied before") }
        if !result.duplicates.isEmpty { counts.append("\(result.duplicates.count) are queued there under another id") }
        StandardError.writeLine("leftoff: \(counts.joined(separator: ", ")); the source still contains them")
    }
}
