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
        discussion: """
            The same as `leftoff queue add` followed by `leftoff queue run` for the added downloads. If the file of an \
            address was downloaded before and still exists, its path is printed and nothing is downloaded; with \
            `--again`, it is downloaded once more under a name with a number.
            """
    )

    // Not a group of groups: a debug build of the parser validates each level of them four times.
    @OptionGroup var addresses: DownloadAddresses
    @OptionGroup(title: "Downloads") var input: DownloadInputOptions
    @OptionGroup(title: "Downloads") var plan: DownloadPlanOptions
    @OptionGroup(title: "Requests") var fields: DownloadFieldOptions
    @OptionGroup(title: "Run") var run: QueueRunOptions
    @OptionGroup(title: "Shared queues") var rules: WorkerRuleOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { addresses.urls }
        set { addresses.urls = newValue }
    }

    private var add: QueueAddOptions {
        QueueAddOptions(
            urls: addresses.urls, input: input, request: DownloadRequestOptions(plan: plan, fields: fields))
    }

    func run() async throws {
        let (queue, rules, ids, count) = try addDownloads()
        guard count > 0 else { return }
        try await run.run(queue, ids: ids, added: count, rules: rules, privateHosts: fields, options: options)
    }

    /// Adds the downloads and returns only their ids, so that a long list does not stay in memory.
    private func addDownloads() throws -> (queue: CommandQueue, rules: WorkerRules?, ids: Set<String>, count: Int) {
        // A wrong configuration or certificate file must be reported before anything is queued.
        _ = try Configuration.load(from: DataHome())
        _ = try CertificateFile.readable(run.caFile)
        var items = try add.newItems(options)
        let queue = try storage.open(isDurable: run.sync == .full)
        if !run.overwrite {
            let existing = try input.existing(items, in: queue, options)
            if existing.contains(where: { $0 != nil }) {
                var output = try OutputStream()
                for case let item? in existing { try output.writeLine("\(item.directory)/\(item.fileName ?? "")") }
                try output.finish()
            }
            items = zip(items, existing).filter { $1 == nil }.map(\.0)
        }
        let rules = try queue.rules(rules, permitting: items)
        let (added, quarantined) = try queue.store.addDiscardingFiles(items, at: Date(), rules: rules)
        if !options.quiet { StandardError.write(QuarantineNotice(quarantined).lines) }
        return (queue, rules, Set(added.map(\.id)), added.count)
    }
}
