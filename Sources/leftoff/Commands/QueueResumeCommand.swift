import ArgumentParser
import Downloads
import FoundationEssentials
import Store

/// `leftoff queue resume`.
struct QueueResumeCommand: ParsableCommand, OperandTaking {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Let paused downloads go on: all that are named, or none if one cannot be."
    )

    @Argument(help: ArgumentHelp("Ids or starts of ids.", valueName: "id"))
    var ids: [String]

    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func run() throws {
        try SQLiteQueueStore.standard().resume(ids: ids, at: Date())
    }
}
