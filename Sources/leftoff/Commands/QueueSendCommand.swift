import ArgumentParser
import DownloadImportExport
import DownloadQueue
import Downloads
import FoundationEssentials
import Store
import TerminalHUD
import Transfer
import WHATWGURL

/// `leftoff queue send`: hands the queue to a running program.
struct QueueSendCommand: AsyncParsableCommand, OperandListCommand {
    /// The programs that can be sent to.
    enum Receiver: String, ExpressibleByArgument, CaseIterable {
        /// aria2, through its JSON-RPC interface.
        case aria2
    }

    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Hand downloads to a running aria2, many in one call; prints the ids that it has.",
        discussion: """
            Without ids, everything that is not done, quarantined or removed. What aria2 has is paused here, so that it is not downloaded \
            twice, or taken out of the queue with --remove. aria2's secret is --secret or LEFTOFF_ARIA2_SECRET.
            """
    )

    @Argument(help: "The program: aria2.")
    var receiver: Receiver

    @Argument(help: ArgumentHelp("Ids or starts of ids.", valueName: "id"))
    var ids: [String] = []

    @Option(help: ArgumentHelp("The address of its JSON-RPC interface.", valueName: "url"))
    var rpc = "http://127.0.0.1:6800/jsonrpc"

    @Option(help: ArgumentHelp("aria2's secret; other users can see it among the processes.", valueName: "text"))
    var secret: String?

    @Flag(help: "Take out of the queue what aria2 has.")
    var remove = false

    @Flag(help: "Hand over user names, passwords, cookies and other credentials too.")
    var withCredentials = false

    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func run() async throws {
        guard let address = WebURL(rpc), address.isHTTP else {
            throw CommandFailure(what: "--rpc \(rpc)", why: "an http or https address is needed", status: .usage)
        }
        let store = try SQLiteQueueStore.standard()
        let items = ids.isEmpty ? try store.items(in: Self.sendable) : try ids.map { try store.item(id: $0) }
        var output = try OutputStream()
        var refusals = 0
        for call in try calls(items) {
            for (call, paused) in try hold(call, store) {
                refusals += try await send(call, paused: paused, to: address, store, &output)
            }
        }
        try output.finish()
        if refusals > 0 { throw ExitStatus.someFailed }
    }

    private static let pausable: Set<QueueState> = [.ready, .running, .waiting, .verifying]

    /// What is not done, quarantined or removed.
    private static let sendable: Set<QueueState> = [.ready, .running, .waiting, .paused, .verifying, .failed]

    private func calls(_ items: [QueueItem]) throws -> [Aria2Call] {
        let secret = secret ?? ProcessInfo.processInfo.environment["LEFTOFF_ARIA2_SECRET"]
        return try Aria2Call.calls(items, secret: secret, includesCredentials: withCredentials)
    }

    /// Pauses what is about to be sent: were it the other way round, a worker could begin one of them meanwhile.
    ///
    /// - Returns: The call and the items that were paused, without what a worker has ended since they were listed.
    private func hold(_ call: Aria2Call, _ store: SQLiteQueueStore) throws -> [(call: Aria2Call, paused: [String])] {
        var held = [call]
        while true {
            let items = held.flatMap(\.items)
            let pausable = items.filter { Self.pausable.contains($0.state) }.map(\.id)
            do {
                try store.pause(ids: pausable, at: Date())
                let paused = Set(pausable)
                return held.map { call in (call, call.items.map(\.id).filter(paused.contains)) }
            } catch QueueError.notAllowed, QueueError.notFound {
                let now = Dictionary(try store.items(in: Self.sendable).map { ($0.id, $0) }) { first, _ in first }
                held = try calls(items.compactMap { Self.pausable.contains($0.state) ? now[$0.id] : $0 })
            }
        }
    }

    /// Sends one call.
    ///
    /// - Returns: How many items aria2 refused.
    private func send(
        _ call: Aria2Call, paused pausable: [String], to address: WebURL, _ store: SQLiteQueueStore,
        _ output: inout OutputStream
    ) async throws -> Int {
        let answers: [Aria2Call.Answer]
        do {
            answers = try await Aria2Client(address: address).send(call)
        } catch {
            try store.resume(ids: pausable, at: Date())
            throw error
        }
        var taken: [String] = []
        var back: [String] = []
        for (item, answer) in zip(call.items, answers) {
            if case .refused(let reason) = answer {
                let line = "leftoff: \(item.id): aria2 refuses it: \(reason)"
                StandardError.writeLine(TerminalText.sanitized(line))
                if pausable.contains(item.id) { back.append(item.id) }
                continue
            }
            taken.append(item.id)
            try output.writeLine(item.id)
        }
        try store.resume(ids: back, at: Date())
        if remove { try store.remove(ids: taken, at: Date()) }
        if !options.quiet, !taken.isEmpty {
            let rest = remove ? "taken out of the queue" : "paused here; remove or resume them as you like"
            StandardError.writeLine("leftoff: \(taken.count) handed to aria2 and \(rest)")
        }
        return answers.count - taken.count
    }
}
