import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import ImportExport
import QueueControl
import TerminalHUD
import WHATWGURL

/// `leftoff queue export`: prints the queue in another program's format.
struct QueueExportCommand: ParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the queue in a format that other programs read.",
        discussion: """
            Without ids, exports all downloads that are not done, quarantined or removed. Messages on standard error \
            say what the format cannot represent.
            """
    )

    @Argument(help: ArgumentHelp("Ids, or unambiguous prefixes of ids.", valueName: "id"), completion: .downloads)
    var ids: [String] = []

    @Option(help: "The format of the list.")
    var format: QueueExportFormat

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Include user names, passwords, cookies and other credentials.")
    var withCredentials = false

    @OptionGroup(title: "Shared queues") var rules: WorkerRuleOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    static var operands: WritableKeyPath<Self, [String]> { \.ids }

    func run() throws {
        let queue = try storage.open(createsDatabase: false)
        let store = queue.store
        let (items, notes) = WorkerRules.reduced(try store.items(ids: ids), by: try queue.rules(rules))
        let export = try format.export(items, includesCredentials: withCredentials)
        var output = try OutputStream(path: output, isPrivate: true)
        try output.write(export.text.utf8)
        try output.finish()
        if !options.quiet { for note in notes + export.notes { StandardError.writeLine("leftoff: \(note)") } }
        for problem in export.problems { StandardError.writeLine(TerminalText.sanitized("leftoff: \(problem)")) }
        try store.reportDamagedRows()
        if !export.problems.isEmpty { throw ExitStatus.someFailed }
    }
}

extension QueueExportFormat: ExpressibleByArgument {}

extension QueueStore {
    /// Returns the downloads with the given ids; without ids, those that are not done, quarantined or removed.
    fileprivate func items(ids: [String]) throws -> [QueueItem] {
        if ids.isEmpty { return try items(in: [.ready, .running, .waiting, .paused, .verifying, .failed]) }
        return try ids.map { try item(id: $0) }
    }
}

/// `leftoff queue send`: sends downloads to another program.
struct QueueSendCommand: AsyncParsableCommand, OperandListCommand {
    /// A program that can download queue items.
    enum Receiver: String, ExpressibleByArgument, CaseIterable {
        /// aria2, through its JSON-RPC interface.
        case aria2
    }

    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send downloads to a running aria2 and print the ids that it accepts.",
        discussion: """
            Without ids, sends all downloads that are not done, quarantined or removed. Accepted downloads are paused \
            in the queue, so that they are not downloaded twice, or removed from it with --remove. The secret of \
            aria2's RPC interface is read from --secret or LEFTOFF_ARIA2_SECRET.
            """
    )

    @Argument(help: "The program that receives the downloads; there is only aria2.")
    var receiver: Receiver

    @Argument(help: ArgumentHelp("Ids, or unambiguous prefixes of ids.", valueName: "id"), completion: .downloads)
    var ids: [String] = []

    @Option(help: ArgumentHelp("The address of the JSON-RPC interface.", valueName: "url"))
    var rpc = "http://127.0.0.1:6800/jsonrpc"

    @Option(help: ArgumentHelp("The RPC secret; other users can see it in the process list.", valueName: "text"))
    var secret: String?

    @Flag(help: "Remove accepted downloads from the queue.")
    var remove = false

    @Flag(help: "Include user names, passwords, cookies and other credentials.")
    var withCredentials = false

    @OptionGroup(title: "Shared queues") var rules: WorkerRuleOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    static var operands: WritableKeyPath<Self, [String]> { \.ids }

    func run() async throws {
        guard let url = WebURL(rpc), url.isHTTP else {
            throw CommandFailure(what: "--rpc \(rpc)", why: "must be an http or https address", status: .usage)
        }
        let queue = try storage.open()
        let store = queue.store
        let rules = try queue.rules(rules)
        let items = try store.items(ids: ids)
        var handover = Aria2Handover(
            store: store, connection: Aria2Client(url: url, userAgent: Version.userAgent),
            secret: secret ?? ProcessInfo.processInfo.environment["LEFTOFF_ARIA2_SECRET"],
            includesCredentials: withCredentials, now: { Date() })
        handover.removesAccepted = remove
        handover.rules = rules
        let notes = WorkerRules.reduced(items, by: rules).notes
        if !options.quiet { for note in notes { StandardError.writeLine("leftoff: \(note)") } }
        var output = try OutputStream()
        var refusedCount = 0
        try await handover.send(items) { result in
            refusedCount += result.refused.count + result.unsafe.count
            for id in result.accepted { try output.writeLine(id) }
            report(result)
        }
        try output.finish()
        try store.reportDamagedRows()
        if refusedCount > 0 { throw ExitStatus.someFailed }
    }

    private func report(_ result: Aria2Handover.Result) {
        for error in result.unsafe { StandardError.writeLine(TerminalText.sanitized("leftoff: \(error)")) }
        for (id, reason) in result.refused {
            StandardError.writeLine("leftoff: \(id): refused by aria2: \(reason)")
        }
        guard !options.quiet, !result.accepted.isEmpty else { return }
        let state = remove ? "and removed from the queue" : "and paused here; remove or resume them when you like"
        StandardError.writeLine("leftoff: \(counted(result.accepted.count, "download")) sent to aria2 \(state)")
    }
}
