import ArgumentParser
import Downloads
import FoundationEssentials
import Store

/// `leftoff get`: adds downloads and runs them.
struct GetCommand: AsyncParsableCommand, OperandTaking {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Download files now: queue add and queue run in one; prints the path of each file that is done."
    )

    @OptionGroup var add: QueueAddOptions
    @OptionGroup var run: QueueRunOptions
    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { add.urls }
        set { add.urls = newValue }
    }

    func run() async throws {
        let (store, ids, count) = try queue()
        try await run.run(store, ids: ids, added: count, options: options)
    }

    /// Adds the downloads; of a long list only the ids stay in memory.
    private func queue() throws -> (store: SQLiteQueueStore, ids: Set<String>, count: Int) {
        // Before anything is queued: what is wrong there ends the command.
        _ = try Configuration.load(from: DataHome())
        _ = try CertificateFile.readable(run.caFile)
        let items = try add.newItems(options)
        let store = try SQLiteQueueStore.standard()
        let added = try store.add(items, at: Date())
        if !options.quiet { try QuarantineNotice(added: added, in: store).write() }
        return (store, Set(added.map(\.id)), added.count)
    }
}
