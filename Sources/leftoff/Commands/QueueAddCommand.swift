import ArgumentParser
import DownloadQueue
import FoundationEssentials
import Motion
import QueueControl
import Store
import TerminalHUD

/// `leftoff queue add`: adds downloads.
struct QueueAddCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add downloads to the queue; prints the id of each.",
        discussion: """
            Adds either all of the downloads or, if one of them is invalid, none. An address that is already queued \
            for the same directory and name is not added again: the existing id is printed, and a failed download is \
            retried.
            """
    )

    @OptionGroup var add: QueueAddOptions
    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { add.urls }
        set { add.urls = newValue }
    }

    func run() async throws {
        let items = try add.newItems(options)
        let store = try SQLiteQueueStore.standard()
        let before = try store.summary(ids: nil).left
        let added = try store.add(items, at: Date())
        var output = try OutputStream()
        for item in added { try output.writeLine(item.id) }
        try output.finish()
        if !options.quiet { try StandardError.write(QuarantineNotice(added: added, in: store).lines) }
        let left = try store.summary(ids: nil).left
        let count = max(left - before, 0)
        let title = "Queued \(counted(count, "download"))"
        try await AdditionNotice(title: title, symbol: .link, added: count) { left }.show(options: options)
    }
}
