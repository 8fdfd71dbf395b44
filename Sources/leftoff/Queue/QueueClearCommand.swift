import ArgumentParser
import DownloadQueue
import FoundationEssentials
import TerminalHUD

/// `leftoff queue clear`: removes finished downloads.
struct QueueClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Remove finished downloads from the queue; their files stay.",
        discussion: """
            Removes the downloads that are done. An address that is removed from the queue is downloaded again if it \
            is added again.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Remove only downloads that ended at least this long ago, such as 12h or 7d.", valueName: "age"),
        transform: { try AgeArgument(argument: $0) })
    var olderThan: AgeArgument?

    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let store = try storage.open(createsDatabase: false).store
        let now = Date()
        let selection = QueueSelection(states: [.done], olderThan: olderThan?.duration)
        let targets = try store.targets(of: .remove, in: selection, at: now)
        // Nothing is left to delete: the files stay, and a done download has no part file.
        let result = try store.apply(.remove, to: targets, at: now) { _ in }
        if !options.quiet { StandardError.writeLine("leftoff: \(message(result.changed))") }
        try store.reportDamagedRows()
    }

    private func message(_ count: Int) -> String {
        guard count > 0 else {
            return olderThan == nil ? "there are no finished downloads to remove" : "no finished download is that old"
        }
        return "removed \(counted(count, "finished download")) from the queue; "
            + (count == 1 ? "its file stays" : "their files stay")
    }
}
