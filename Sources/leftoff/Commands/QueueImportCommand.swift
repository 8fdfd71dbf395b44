import ArgumentParser
import DownloadImportExport
import DownloadQueue
import Downloads
import FoundationEssentials
import QueueControl

/// `leftoff queue import`: adds the downloads in a list or another program's queue.
struct QueueImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the downloads in a list or in another program's queue, and print their ids.",
        discussion: """
            Reads aria2 input files, Metalink 4, lists of addresses (one per line) and the JSON of `leftoff queue \
            export`. Adds either the whole list or, if a line is invalid, nothing. Messages on standard error say what \
            could not be imported.
            """
    )

    @Argument(help: ArgumentHelp("The file to read; standard input by default or with -.", valueName: "file"))
    var file = "-"

    @Option(help: "The format of the list; detected by default.")
    var format: QueueImportFormat?

    @OptionGroup var request: DownloadRequestOptions
    @OptionGroup(title: "Copying a queue") var copy: QueueCopyOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        if try copy.copy(to: storage.queue, isQuiet: options.quiet) { return }
        let defaults = try request.defaults()
        let list = try DownloadListInput.read(file, format: format, directory: try request.directory())
        let store = try storage.open().store
        let (added, quarantined) = try store.addDiscardingFiles(list.items.map(defaults.applied), at: Date())
        let paused = list.paused.map { added[$0] }.filter { $0.state == .ready || $0.state == .waiting }
        try store.pause(ids: paused.map(\.id), at: Date())
        var output = try OutputStream()
        for item in added { try output.writeLine(item.id) }
        try output.finish()
        guard !options.quiet else { return }
        StandardError.write(QuarantineNotice(quarantined).lines)
        for note in list.notes { StandardError.writeLine("leftoff: \(note)") }
    }
}

extension QueueImportFormat: ExpressibleByArgument {}
