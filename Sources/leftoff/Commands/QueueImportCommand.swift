import ArgumentParser
import DownloadImportExport
import DownloadQueue
import FoundationEssentials
import Store
import TerminalHUD

/// `leftoff queue import`: takes over another program's downloads.
struct QueueImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the downloads of a list that another program or queue wrote, all or none; prints one id a line.",
        discussion: """
            Reads input files of aria2, Metalink 4, addresses one a line, and the queue's own JSON; the content tells which. \
            What cannot be taken over is said on standard error.
            """
    )

    @Argument(help: ArgumentHelp("A file; standard input unless said.", valueName: "file"))
    var file = "-"

    @Option(help: "The format: \(QueueImportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: QueueImportFormat?

    @OptionGroup var request: DownloadRequestOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let fill = try request.filling()
        let list = try ImportedList.read(file, format: format, directory: try request.directory())
        let store = try SQLiteQueueStore.standard()
        let added = try store.add(list.items.map(fill), at: Date())
        let paused = list.paused.map { added[$0] }.filter { $0.state == .ready || $0.state == .waiting }
        try store.pause(ids: paused.map(\.id), at: Date())
        var output = try OutputStream()
        for item in added { try output.writeLine(item.id) }
        try output.finish()
        guard !options.quiet else { return }
        try QuarantineNotice(added: added, in: store).write()
        for note in list.notes { StandardError.writeLine("leftoff: \(TerminalText.sanitized(note))") }
    }
}

extension QueueImportFormat: ExpressibleByArgument {}
