import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import TerminalHUD

/// A change of state that a subcommand of `leftoff queue` makes to downloads.
protocol QueueStateChange {
    /// The change.
    static var command: QueueCommand { get }
    /// The name and the help of the subcommand.
    static var configuration: CommandConfiguration { get }
    /// The past participle of the change, such as `paused`.
    static var participle: String { get }
    /// True if more than ten downloads are changed only after a confirmation, because the change loses something.
    static var needsConfirmation: Bool { get }
}

/// `leftoff queue pause|resume|retry|remove`: applies one change to the given downloads, or to all that match.
///
/// If one of the given downloads does not allow the change, none is changed. Of those that match, the others are
/// skipped.
struct QueueStateCommand<Change: QueueStateChange>: ParsableCommand, OperandListCommand {
    static var configuration: CommandConfiguration { Change.configuration }

    @Argument(
        help: ArgumentHelp("Ids, or unambiguous prefixes of ids.", valueName: "id"),
        completion: .downloads(for: Change.command))
    var ids: [String] = []

    @OptionGroup(title: "Selection") var filters: QueueFilterOptions

    // Those that lose nothing never ask, and only accept the option.
    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Do not ask for confirmation before more than ten selected downloads are changed.",
            visibility: Change.needsConfirmation ? .default : .hidden))
    var yes = false

    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    static var operands: WritableKeyPath<Self, [String]> { \.ids }

    func validate() throws {
        if !ids.isEmpty, !filters.isEmpty { throw ValidationError("ids and filters exclude each other") }
        if ids.isEmpty, filters.isEmpty {
            throw ValidationError("name downloads, or select them with --state, --host, --older-than or --all")
        }
    }

    func run() throws {
        let queue = try storage.open(createsDatabase: false)
        let workDirectory = try queue.workDirectory()
        let rules = try queue.rules()
        func discardFiles(_ transitions: [QueueTransition]) {
            let leftovers = transitions.flatMap { $0.discardFiles(workDirectory: workDirectory, rules: rules) }
            guard !options.quiet else { return }
            for path in leftovers {
                StandardError.writeLine("leftoff: \(path) could not be deleted: delete it yourself")
            }
        }
        if ids.isEmpty { return try changeSelection(in: queue.store, discardFiles) }
        let transitions = try queue.store.apply(Change.command, to: ids, at: Date())
        discardFiles(transitions)
        if Change.command == .retry, !options.quiet { reportUnchanged(transitions) }
    }

    /// Changes the downloads that match the filters.
    private func changeSelection(in store: any QueueStore, _ didChange: ([QueueTransition]) -> Void) throws {
        let targets = try store.targets(of: Change.command, in: filters.selection(), at: Date())
        guard !targets.isEmpty else {
            try store.reportDamagedRows()
            throw CommandFailure(message: "no download matches", status: .notFound)
        }
        if Change.needsConfirmation {
            let command = Change.command.rawValue
            try Confirmation.require(
                "\(command) them", of: "queue \(command)", effect: command, noun: "download",
                count: targets.ids.count, isConfirmed: yes)
        }
        let result = try store.apply(Change.command, to: targets, at: Date(), didChange: didChange)
        for refusal in result.refusals { StandardError.writeLine("leftoff: \(refusal)") }
        if !options.quiet { StandardError.writeLine("leftoff: \(result.summary(Change.participle))") }
        try store.reportDamagedRows()
        if !result.refusals.isEmpty { throw ExitStatus.someFailed }
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
enum PauseChange: QueueStateChange {
    static let command = QueueCommand.pause
    static let participle = "paused"
    static let needsConfirmation = true
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause downloads.",
        discussion: """
            If one of the given downloads cannot be paused, none is paused. With filters instead of ids, all downloads \
            that match are paused, and those that cannot be paused are skipped.
            """
    )
}

/// The change that resumes paused downloads.
enum ResumeChange: QueueStateChange {
    static let command = QueueCommand.resume
    static let participle = "resumed"
    static let needsConfirmation = false
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume paused downloads.",
        discussion: """
            If one of the given downloads cannot be resumed, none is resumed. With filters instead of ids, all paused \
            downloads that match are resumed.
            """
    )
}

/// The change that makes failed, waiting and quarantined downloads ready again.
enum RetryChange: QueueStateChange {
    static let command = QueueCommand.retry
    static let participle = "retried"
    static let needsConfirmation = false
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry failed, waiting or quarantined downloads.",
        discussion: """
            The downloads become ready at once, even if their backoff has not ended. If one of the given downloads \
            cannot be retried, none is retried. With filters instead of ids, all that match are retried, and those \
            that cannot be retried are skipped.
            """
    )
}

/// The change that removes downloads from the queue.
enum RemoveChange: QueueStateChange {
    static let command = QueueCommand.remove
    static let participle = "removed"
    static let needsConfirmation = true
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove downloads from the queue.",
        discussion: """
            Complete files are kept. Part files and quarantined files are deleted. If one of the given downloads does \
            not exist, none is removed. With filters instead of ids, all downloads that match are removed.
            """
    )
}
