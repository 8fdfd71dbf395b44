import ArgumentParser

/// `leftoff queue`: manages and runs the download queue.
struct QueueCommandGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Manage the download queue and run it.",
        subcommands: [
            QueueAddCommand.self, QueueListCommand.self, QueueRunCommand.self, QueueStateCommand<PauseChange>.self,
            QueueStateCommand<ResumeChange>.self, QueueStateCommand<RetryChange>.self, QueueMoveCommand.self,
            QueueStateCommand<RemoveChange>.self, QueueExportCommand.self, QueueImportCommand.self,
            QueueSendCommand.self,
        ]
    )
}
