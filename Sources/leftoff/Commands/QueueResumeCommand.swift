import ArgumentParser
import Downloads
import FoundationEssentials
import Store

/// `leftoff queue resume`.
struct QueueResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Let paused downloads go on: all that are named, or none if one cannot be."
    )

    @Argument(help: ArgumentHelp("Ids or starts of ids.", valueName: "id"))
    var ids: [String]

    func run() throws {
        try SQLiteQueueStore.standard().resume(ids: ids, at: Date())
    }
}
