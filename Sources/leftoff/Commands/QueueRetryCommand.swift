import ArgumentParser
import Downloads
import FoundationEssentials
import Store

/// `leftoff queue retry`.
struct QueueRetryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract:
            "Try failed, waiting or quarantined downloads again at once: all that are named, or none if one cannot be."
    )

    @Argument(help: ArgumentHelp("Ids or starts of ids.", valueName: "id"))
    var ids: [String]

    func run() throws {
        try SQLiteQueueStore.standard().retry(ids: ids, at: Date())
    }
}
