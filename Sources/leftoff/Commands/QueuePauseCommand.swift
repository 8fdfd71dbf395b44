import ArgumentParser
import Downloads
import FoundationEssentials
import Store

/// `leftoff queue pause`.
struct QueuePauseCommand: ParsableCommand, OperandTaking {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Stop downloads until they are resumed: all that are named, or none if one cannot be."
    )

    @Argument(help: ArgumentHelp("Ids or starts of ids.", valueName: "id"))
    var ids: [String]

    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func run() throws {
        try SQLiteQueueStore.standard().pause(ids: ids, at: Date())
    }
}
