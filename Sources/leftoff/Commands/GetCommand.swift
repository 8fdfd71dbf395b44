import ArgumentParser
import Downloads
import FoundationEssentials
import Store

/// `leftoff get`: adds downloads and runs them.
struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Download files now: queue add and queue run in one; prints the path of each file that is done."
    )

    @OptionGroup var add: QueueAddOptions
    @OptionGroup var run: QueueRunOptions
    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let items = try add.newItems()
        let store = try SQLiteQueueStore.standard()
        let added = try store.add(items, at: Date())
        try await run.run(store, ids: Set(added.map(\.id)), options: options)
    }
}
