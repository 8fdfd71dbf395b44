import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import QueueControl
import TerminalHUD
import WHATWGURL

/// `leftoff queue list`: lists the downloads.
struct QueueListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the downloads in the order in which they run.",
        discussion: """
            The table omits downloads that have been done for more than a day, unless --all or --state is given; JSON \
            contains all. On a terminal, the table is cut to the terminal's width. All other output is complete.
            """
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
            """, valueName: "state"),
        completion: .downloadStates)
    var state: [String] = []

    @Option(
        help: ArgumentHelp(
            "List only downloads from this host, such as example.org, example.org:8080 or *.example.org.",
            valueName: "host"),
        completion: .hosts, transform: { try HostPattern(option: $0) })
    var host: HostPattern?

    @Option(help: ArgumentHelp("List only downloads after this one.", valueName: "id"), completion: .downloads)
    var after: String?

    @Flag(help: "List also the downloads that have been done for more than a day.")
    var all = false

    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
        _ = try QueueState.states(named: state)
    }

    func run() throws {
        let queue = try storage.open(createsDatabase: false)
        let store = queue.store
        let workDirectory = try queue.workDirectory()
        let rules = try queue.rules()
        let now = Date()
        var query = QueueListQuery()
        query.states = try QueueState.states(named: state)
        query.host = host
        query.limit = limit
        query.after = try after.map { try store.item(id: $0).id }
        query.includesOld = all || format != .table
        let listed = try query.items(in: store, at: now)
        let items = listed.items.map { $0.withWrittenBytes(workDirectory: workDirectory, rules: rules) }
        try format.write(items.lazy.map(QueueItemJSON.init)) {
            let deferredHosts = try queue.heldHosts(now, Set(items.lazy.map(\.url.host)))
            let table = QueueListTable(
                items: items, deferredHosts: deferredHosts, now: now, width: TerminalWidth.ofOutput,
                homeDirectory: ProcessInfo.processInfo.environment["HOME"])
            return table.lines
        }
        if listed.hiddenCount > 0 { report(Self.hiddenNotice(listed.hiddenCount)) }
        // A queue whose rows are all damaged is not empty.
        try store.reportDamagedRows()
        guard items.isEmpty, listed.hiddenCount == 0 else { return }
        report(
            query.isUnfiltered
                ? "the queue is empty: 'leftoff queue add URL' adds a download" : "no download matches")
    }

    private func report(_ message: String) {
        if !options.quiet { StandardError.writeLine("leftoff: \(message)") }
    }

    private static func hiddenNotice(_ count: Int) -> String {
        let verb = count == 1 ? "is" : "are"
        return "\(counted(count, "download")) that ended more than a day ago \(verb) not listed; --all lists"
            + (count == 1 ? " it" : " them")
    }
}
