import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import Motion
import QueueControl
import TerminalHUD

/// `leftoff queue add`: adds downloads.
struct QueueAddCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add downloads to the queue and print their ids.",
        discussion: """
            If one of the downloads is invalid, none is added. If an address is already queued for the same directory \
            and name, the existing download gets the new settings and its id is printed. If that download has failed \
            or is quarantined, it is retried. If the file of an address was downloaded before and still exists, the \
            id of that download is printed and nothing is added, unless `--again` is given.
            """
    )

    @OptionGroup var addresses: DownloadAddresses
    @OptionGroup(title: "Downloads") var input: DownloadInputOptions
    @OptionGroup(title: "Downloads") var plan: DownloadPlanOptions
    @OptionGroup(title: "Requests") var fields: DownloadFieldOptions
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
        let queue = try storage.open()
        let store = queue.store
        let requests = try add.newItems(options)
        let existing = try input.existing(requests, in: queue, options)
        let items = zip(requests, existing).filter { $1 == nil }.map(\.0)
        let before = try store.summary(ids: nil).left
        let (added, quarantined) = try store.addDiscardingFiles(
            items, at: Date(), rules: queue.rules(permitting: items))
        var output = try OutputStream()
        var rest = added.makeIterator()
        for item in existing { if let item = item ?? rest.next() { try output.writeLine(item.id) } }
        try output.finish()
        if !options.quiet { StandardError.write(QuarantineNotice(quarantined).lines) }
        let left = try store.summary(ids: nil).left
        let count = max(left - before, 0)
        let title = "Queued \(counted(count, "download"))"
        try await AdditionNotice(title: title, symbol: .link, added: count) { left }.show(options: options)
    }
}
