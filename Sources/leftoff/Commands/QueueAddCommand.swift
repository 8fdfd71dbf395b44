import ArgumentParser
import Downloads
import FoundationEssentials
import Store

/// `leftoff queue add`: adds downloads.
struct QueueAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add downloads, all or none; prints one id a line.",
        discussion: """
            An address that is already queued for the same directory and name is not added again: its id is printed. One \
            that has failed is tried again.
            """
    )

    @OptionGroup var add: QueueAddOptions

    func run() throws {
        let items = try add.newItems()
        let added = try SQLiteQueueStore.standard().add(items, at: Date())
        var output = try OutputStream()
        for item in added { try output.writeLine(item.id) }
        try output.finish()
    }
}
