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
            is added where, and what could not be imported.

            A list is data: its directories count only if they are below that of --dir and not hidden; the files of \
            others are saved to --dir itself. Its proxies, credentials, credential files, header fields and private \
            hosts are left out. An entry that is already in the queue changes nothing that you have set.
            """
    )

    @Argument(help: ArgumentHelp("The file to read; standard input by default or with -.", valueName: "file"))
    var file = "-"

    @Option(help: "The format of the list; detected by default.")
    var format: QueueImportFormat?

    @OptionGroup(title: "Downloads") var plan: DownloadPlanOptions
    @OptionGroup(title: "Requests") var fields: DownloadFieldOptions
    @OptionGroup var listing: ListImportOptions
    @OptionGroup(title: "Copying a queue") var copy: QueueCopyOptions
    @OptionGroup var storage: QueueStoreOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let request = DownloadRequestOptions(plan: plan, fields: fields)
        if try copy.copy(to: storage.queue, listing, request.destination, isQuiet: options.quiet) { return }
        let defaults = try request.defaults()
        let list = try DownloadListInput.read(file, format: format)
        let directory = try listing.isDryRun ? request.destination.path() : request.destination.create()
        let downloads = DownloadPlan(
            list.items, rules: ListRules(directory: directory, trustsList: listing.trustsList))
        listing.announce(downloads, of: file == "-" ? "standard input" : file, isQuiet: options.quiet)
        if !options.quiet { StandardError.write(list.omissions.notes.map { "leftoff: \($0)" }) }
        if listing.isDryRun { return }
        let queue = try storage.open()
        let store = queue.store
        let items = downloads.downloads.map { defaults.applied(to: $0.item) }
        let (added, quarantined) = try store.addDiscardingFiles(
            items, at: Date(), rules: queue.rules(permitting: items))
        // An entry cannot pause a download that a person has added.
        let paused = zip(downloads.downloads, added).filter { download, item in
            download.isPaused && item.root == download.item.root && (item.state == .ready || item.state == .waiting)
        }
        try store.pause(ids: paused.map(\.1.id), at: Date())
        var output = try OutputStream()
        for item in added { try output.writeLine(item.id) }
        try output.finish()
        guard !options.quiet else { return }
        StandardError.write(QuarantineNotice(quarantined).lines)
    }
}

extension QueueImportFormat: ExpressibleByArgument {}
