import ArgumentParser
import DownloadQueue

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

    @Argument(help: ArgumentHelp("The id, or an unambiguous prefix of it.", valueName: "id"), completion: .downloads)
    var id: String

    @Flag(help: "Run it before all other downloads.")
    var first = false

    @Flag(help: "Run it after all other downloads.")
    var last = false

    @Option(help: ArgumentHelp("Run it directly before this download.", valueName: "id"), completion: .downloads)
    var before: String?

    @Option(help: ArgumentHelp("Run it directly after this download.", valueName: "id"), completion: .downloads)
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
