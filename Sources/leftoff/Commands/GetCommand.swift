import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import QueueControl

/// `leftoff get`: adds downloads and runs them.
struct GetCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Download files and print the path of each finished file.",
        discussion: "The same as `leftoff queue add` followed by `leftoff queue run` for the added downloads."
    )

    @OptionGroup var add: QueueAddOptions
    @OptionGroup(title: "Run") var run: QueueRunOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { add.urls }
        set { add.urls = newValue }
    }

    func run() async throws {
        let (queue, ids, count) = try addDownloads()
        try await run.run(
            queue, ids: ids, added: count, privateHosts: add.request.fields.privateHosts, options: options)
    }

    /// Adds the downloads and returns only their ids, so that a long list does not stay in memory.
    private func addDownloads() throws -> (queue: CommandQueue, ids: Set<String>, count: Int) {
        // A wrong configuration or certificate file must be reported before anything is queued.
        _ = try Configuration.load(from: DataHome())
        _ = try CertificateFile.readable(run.caFile)
        let items = try add.newItems(options)
        let queue = try storage.open(isDurable: run.sync == .full)
        let (added, quarantined) = try queue.store.addDiscardingFiles(items, at: Date())
        if !options.quiet { StandardError.write(QuarantineNotice(quarantined).lines) }
        return (queue, Set(added.map(\.id)), added.count)
    }
}
