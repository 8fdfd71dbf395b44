import ArgumentParser

/// `leftoff queue`: downloads.
struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Keep a queue of downloads and run it.",
        subcommands: [
            QueueAddCommand.self, QueueListCommand.self, QueueRunCommand.self, QueuePauseCommand.self,
            QueueResumeCommand.self, QueueRetryCommand.self, QueueMoveCommand.self, QueueRemoveCommand.self,
            QueueExportCommand.self, QueueImportCommand.self, QueueSendCommand.self,
        ]
    )
}
