import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials

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
struct QueueStateCommand<Change: QueueStateChange>: ParsableCommand, OperandListCommand {
    static var configuration: CommandConfiguration { Change.configuration }

    @Argument(help: ArgumentHelp("Ids, or unambiguous prefixes of ids.", valueName: "id"))
    var ids: [String]

    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

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
enum PauseChange: QueueStateChange {
    static let command = QueueCommand.pause
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause downloads.",
        discussion: "If one of the downloads cannot be paused, none is paused."
    )
}

/// The change that resumes paused downloads.
enum ResumeChange: QueueStateChange {
    static let command = QueueCommand.resume
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume paused downloads.",
        discussion: "If one of the downloads cannot be resumed, none is resumed."
    )
}

/// The change that makes failed, waiting and quarantined downloads ready again.
enum RetryChange: QueueStateChange {
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
enum RemoveChange: QueueStateChange {
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
