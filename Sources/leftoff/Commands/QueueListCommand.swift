import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import JSON
import QueueControl

/// `leftoff queue list`: lists the downloads.
struct QueueListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the downloads in the order in which they run.",
        discussion: "On a terminal, the table is cut to the terminal's width. All other output is complete."
    )

    @Option(help: "The output format.")
    var format = ListFormat.table

    @Option(parsing: .unconditional, help: ArgumentHelp("List at most this many downloads.", valueName: "n"))
    var limit: Int?

    @Option(
        help: ArgumentHelp(
            """
            List only downloads in this state: \(QueueState.allCases.map(\.rawValue).joined(separator: ", ")). \
            Repeatable; several states may be separated by commas.
            """, valueName: "state"))
    var state: [String] = []

    @Option(help: ArgumentHelp("List only downloads after this one.", valueName: "id"))
    var after: String?

    @OptionGroup var storage: QueueStoreOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
        _ = try states()
    }

    func run() throws {
        let queue = try storage.open()
        let store = queue.store
        let workDirectory = try queue.workDirectory()
        let rules = try queue.rules()
        let last = try after.map { try store.item(id: $0).id }
        let items = try store.items(QueueListing(states: try states(), limit: limit, after: last))
            .map { $0.withWrittenBytes(workDirectory: workDirectory, rules: rules) }
        var output = try OutputStream()
        switch format {
        case .table:
            let now = Date()
            let table = QueueTable(
                items: items, deferredHosts: try queue.heldHosts(now), now: now, width: TerminalWidth.ofOutput,
                homeDirectory: ProcessInfo.processInfo.environment["HOME"])
            for line in table.lines { try output.writeLine(line) }
        case .json:
            try output.write(JSONText.array(items.map(QueueItemJSON.init)))
        case .ndjson:
            for item in items { try output.write(JSONText.line(QueueItemJSON(item))) }
        }
        try output.finish()
        try store.reportDamagedRows()
    }

    private func states() throws -> Set<QueueState>? {
        let names = state.flatMap { $0.split(separator: ",") }
        let states = try names.map { name in
            guard let state = QueueState(rawValue: String(name)) else {
                throw ValidationError("--state: unknown state '\(name)'")
            }
            return state
        }
        return states.isEmpty ? nil : Set(states)
    }
}
