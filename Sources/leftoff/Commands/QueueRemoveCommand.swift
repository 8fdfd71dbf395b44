import ArgumentParser
import Downloads
import FoundationEssentials
import Store

/// `leftoff queue remove`.
struct QueueRemoveCommand: ParsableCommand, OperandTaking {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take downloads out of the queue: all that are named, or none if one is not there.",
        discussion: "Complete files stay; what was downloaded of others is deleted."
    )

    @Argument(help: ArgumentHelp("Ids or starts of ids.", valueName: "id"))
    var ids: [String]

    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func run() throws {
        try SQLiteQueueStore.standard().remove(ids: ids, at: Date())
    }
}
