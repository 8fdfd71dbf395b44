import ArgumentParser
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
            "Copy the queue in this PostgreSQL database, with everything it records.", valueName: "url"))
    var fromPostgresql: String?

    func validate() throws {
        if copiesLocal, fromPostgresql != nil {
            throw ValidationError("--from-sqlite and --from-postgresql cannot be combined")
        }
    }

    /// Copies a queue if an option asks for it.
    ///
    /// - Parameters:
    ///   - option: The value of `--queue`, which receives the downloads.
    ///   - isQuiet: True to print no counts.
    /// - Returns: False if no option asks for a copy.
    /// - Throws: `CommandFailure` (usage) if both queues are the same, `ExitStatus.someFailed` if some downloads are
    ///   already in the receiving queue, and the errors of the stores.
    func copy(to option: String?, isQuiet: Bool) throws -> Bool {
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
        let from = try CommandQueue(source).store
        let result = try from.copyAll(to: try CommandQueue(target).store)
        var output = try OutputStream()
        for id in result.duplicates { try output.writeLine(id) }
        try output.finish()
        if !isQuiet { report(result) }
        try from.reportDamagedRows()
        if !result.duplicates.isEmpty { throw ExitStatus.someFailed }
        return true
    }

    private func report(_ result: QueueTransferResult) {
        var counts = ["copied \(counted(result.copied, "download"))"]
        if result.existing > 0 { counts.append("\(result.existing) were copied before") }
        if !result.duplicates.isEmpty { counts.append("\(result.duplicates.count) are queued there under another id") }
        StandardError.writeLine("leftoff: \(counts.joined(separator: ", ")); the source still contains them")
    }
}
