import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import QueueControl
import Syntax
import WHATWGURL

/// `leftoff queue`: manages and runs the download queue.
struct QueueCommandGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Manage the download queue and run it.",
        subcommands: [
            QueueAddCommand.self, QueueListCommand.self, QueueRunCommand.self, QueueStateCommand<PauseChange>.self,
            QueueStateCommand<ResumeChange>.self, QueueStateCommand<RetryChange>.self, QueueMoveCommand.self,
            QueueStateCommand<RemoveChange>.self, QueueClearCommand.self, QueueExportCommand.self,
            QueueImportCommand.self, QueueSendCommand.self,
        ]
    )
}

/// `leftoff queue list`: lists the downloads.
private struct QueueListCommand: ParsableCommand {
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
        try format.write(items.lazy.map(QueueItemJSON.init)) {
            let now = Date()
            let deferredHosts = try queue.heldHosts(now, Set(items.lazy.map(\.url.host)))
            let table = QueueListTable(
                items: items, deferredHosts: deferredHosts, now: now, width: TerminalWidth.ofOutput,
                homeDirectory: ProcessInfo.processInfo.environment["HOME"])
            return table.lines
        }
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

/// A change of state that a subcommand of `leftoff queue` makes to downloads.
protocol QueueStateChange {
    /// The change.
    static var command: QueueCommand { get }
    /// The name and the help of the subcommand.
    static var configuration: CommandConfiguration { get }
}

/// `leftoff queue pause|resume|retry|remove`: applies one change to all of the given downloads.
///
/// If one of them does not allow the change, none is changed.
private struct QueueStateCommand<Change: QueueStateChange>: ParsableCommand, OperandListCommand {
    static var configuration: CommandConfiguration { Change.configuration }

    @Argument(help: ArgumentHelp("Ids, or unambiguous prefixes of ids.", valueName: "id"))
    var ids: [String]

    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    static var operands: WritableKeyPath<Self, [String]> { \.ids }

    func run() throws {
        let queue = try storage.open()
        let workDirectory = try queue.workDirectory()
        let rules = try queue.rules()
        let transitions = try queue.store.apply(Change.command, to: ids, at: Date())
        let leftovers = transitions.flatMap { $0.discardFiles(workDirectory: workDirectory, rules: rules) }
        guard !options.quiet else { return }
        for path in leftovers {
            StandardError.writeLine(
                "leftoff: \(path) could not be deleted: delete it yourself")
        }
        if Change.command == .retry { reportUnchanged(transitions) }
    }

    /// Reports the downloads that were not retried because they are already queued or running.
    private func reportUnchanged(_ transitions: [QueueTransition]) {
        let unchanged = Dictionary(grouping: transitions.filter(\.actions.isEmpty).map(\.item), by: \.state)
        for (state, items) in unchanged.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let subject = items.count == 1 ? "\(items[0].id) is" : "\(items.count) downloads are"
            StandardError.writeLine("leftoff: \(subject) already \(state.rawValue): nothing to retry")
        }
    }
}

/// The change that pauses downloads.
private enum PauseChange: QueueStateChange {
    static let command = QueueCommand.pause
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause downloads.",
        discussion: "If one of the downloads cannot be paused, none is paused."
    )
}

/// The change that resumes paused downloads.
private enum ResumeChange: QueueStateChange {
    static let command = QueueCommand.resume
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume paused downloads.",
        discussion: "If one of the downloads cannot be resumed, none is resumed."
    )
}

/// The change that makes failed, waiting and quarantined downloads ready again.
private enum RetryChange: QueueStateChange {
    static let command = QueueCommand.retry
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry failed, waiting or quarantined downloads.",
        discussion: """
            The downloads become ready at once, even if their backoff has not ended. If one of the downloads cannot be \
            retried, none is retried.
            """
    )
}

/// The change that removes downloads from the queue.
private enum RemoveChange: QueueStateChange {
    static let command = QueueCommand.remove
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove downloads from the queue.",
        discussion: """
            Complete files are kept. Part files and quarantined files are deleted. If one of the downloads does not \
            exist, none is removed.
            """
    )
}

/// `leftoff queue move`: changes the order in which downloads run.
private struct QueueMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a download to another position in the queue.",
        discussion: """
            Changes the download's priority and, if no value is free between its neighbours, the priorities of the \
            downloads ahead of it.
            """
    )

    @Argument(help: ArgumentHelp("The id, or an unambiguous prefix of it.", valueName: "id"))
    var id: String

    @Flag(help: "Run it before all other downloads.")
    var first = false

    @Flag(help: "Run it after all other downloads.")
    var last = false

    @Option(help: ArgumentHelp("Run it directly before this download.", valueName: "id"))
    var before: String?

    @Option(help: ArgumentHelp("Run it directly after this download.", valueName: "id"))
    var after: String?

    @OptionGroup var storage: QueueStoreOptions

    func validate() throws {
        _ = try position()
    }

    func run() throws {
        _ = try storage.open().store.move(id: id, try position())
    }

    private func position() throws -> QueuePosition {
        let positions: [QueuePosition] = [
            first ? .first : nil, last ? .last : nil, before.map { .before($0) }, after.map { .after($0) },
        ].compactMap(\.self)
        guard positions.count == 1, let position = positions.first else {
            throw ValidationError("exactly one of --first, --last, --before and --after is required")
        }
        return position
    }
}
