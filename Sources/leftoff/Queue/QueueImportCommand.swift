import ArgumentParser
import DownloadQueue
import Downloads
import FoundationEssentials
import ImportExport
import PostgresStore
import QueueControl
import Syntax
import TerminalHUD
import WHATWGURL

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
        InputBytes.announce("a list of downloads", from: file, isQuiet: options.quiet)
        let list = try DownloadListInput.read(file, format: format)
        let directory = try listing.isDryRun ? request.destination.path() : request.destination.create()
        let downloads = DownloadPlan(
            list.items, rules: ListRules(directory: directory, trustsList: listing.trustsList))
        listing.announce(downloads, of: InputBytes.name(of: file), isQuiet: options.quiet)
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
        try OutputStream.print(lines: added.map(\.id))
        guard !options.quiet else { return }
        StandardError.write(QuarantineNotice(quarantined).lines)
    }
}

extension QueueImportFormat: ExpressibleByArgument {}

/// The options of the commands that import downloads, and the messages before they add any.
struct ListImportOptions: ParsableArguments {
    @Flag(
        name: .customLong("trust-list"),
        help: ArgumentHelp(
            "Obey a list of your own: also its directories, proxies, credentials, credential files, header fields "
                + "and private hosts."))
    var trustsList = false

    @Flag(name: .customLong("dry-run"), help: "Only print what would be added, and add nothing.")
    var isDryRun = false

    /// The maximum number of directories that are printed; a list may name thousands.
    private static let listedDirectoryCount = 20

    /// Prints what an import will add and leave out, before it adds anything.
    ///
    /// The choices of a trusted list are printed even if nothing else is.
    ///
    /// - Parameters:
    ///   - plan: The downloads that would be added, and what was left out.
    ///   - name: The name of the list for messages.
    ///   - isQuiet: True to print only what a trusted list chooses.
    func announce(_ plan: DownloadPlan, of name: String, isQuiet: Bool) {
        for line in plan.obeyed { StandardError.writeLine("leftoff: trusting \(name): \(line)") }
        guard !isQuiet, !plan.downloads.isEmpty else { return }
        let directories = plan.directories
        let count = counted(plan.downloads.count, "download")
        if let only = directories.first, directories.count == 1 {
            StandardError.writeLine("leftoff: \(name): \(count) to \(only.path)")
        } else {
            StandardError.writeLine("leftoff: \(name): \(count) to \(directories.count) directories")
            for directory in directories.prefix(Self.listedDirectoryCount) {
                StandardError.writeLine("leftoff: \(directory.path): \(counted(directory.count, "download"))")
            }
            let rest = directories.dropFirst(Self.listedDirectoryCount)
            if !rest.isEmpty {
                let downloads = counted(rest.reduce(0) { $0 + $1.count }, "download")
                let more = counted(rest.count, "more directory", plural: "more directories")
                StandardError.writeLine("leftoff: \(more): \(downloads)")
            }
        }
        for note in plan.omissions.notes { StandardError.writeLine("leftoff: \(note)") }
        if !plan.omissions.kinds.isEmpty {
            StandardError.writeLine("leftoff: --trust-list imports them too, if the list is your own")
        }
    }
}

/// A list of downloads, read from a file or from standard input.
enum DownloadListInput {
    /// The maximum size of a list; 256 MiB contain a million long addresses.
    private static let byteLimit = 256 << 20

    /// Reads a list, in which all entries must be valid.
    ///
    /// - Parameters:
    ///   - path: A file's path, or `-` for standard input.
    ///   - format: The format; nil to detect it from the content.
    /// - Returns: The entries of the list.
    /// - Throws: `CommandFailure` if the file cannot be read, or `QueueControlError` if a line is invalid. If several
    ///   lines are invalid, the first ones have been printed on standard error.
    static func read(_ path: String, format: QueueImportFormat?) throws -> QueueImport {
        let bytes = try InputBytes.read(path, limit: byteLimit) { try InputBytes.checkText($0, of: path) }
        let list = (format ?? .sniff(bytes)).read(bytes)
        guard list.problems.isEmpty else {
            let error = QueueControlError.invalidLines(
                list: path, problems: list.problems, count: list.problemCount)
            for line in error.details {
                StandardError.writeLine("leftoff: \(CommandFailure(message: line, status: .malformedInput))")
            }
            throw error
        }
        return list
    }
}

/// The options of `leftoff queue import` that copy a whole queue of Leftoff.
struct QueueCopyOptions: ParsableArguments {
    @Flag(
        name: .customLong("from-sqlite"),
        help: "Copy the local queue, with everything it records, into the shared queue of --queue.")
    var copiesLocal = false

    @Option(
        help: ArgumentHelp(
            "Copy the queue in this PostgreSQL database; into the local queue only the downloads, as from a list.",
            valueName: "url"))
    var fromPostgresql: String?

    func validate() throws {
        if copiesLocal, fromPostgresql != nil {
            throw ValidationError("--from-sqlite and --from-postgresql exclude each other")
        }
    }

    /// Copies a queue if an option asks for it.
    ///
    /// Others can write to a shared queue, so the rows that it gives to the local queue are data, unless `--trust-list`
    /// is given.
    ///
    /// - Parameters:
    ///   - option: The value of `--queue`, which receives the downloads.
    ///   - listing: The options of imports.
    ///   - destination: The directory below which the rows of a shared queue may name others.
    ///   - isQuiet: True to print no counts.
    /// - Returns: False if no option asks for a copy.
    /// - Throws: `CommandFailure` (usage) if both queues are the same, `ExitStatus.someFailed` if some downloads are
    ///   already in the receiving queue, and the errors of the stores.
    func copy(
        to option: String?, _ listing: ListImportOptions, _ destination: DownloadDestination, isQuiet: Bool
    ) throws -> Bool {
        let source: QueueLocation
        if copiesLocal {
            source = .local
        } else if let fromPostgresql {
            source = try QueueLocation(option: fromPostgresql)
        } else {
            return false
        }
        let target = try QueueLocation(option: option)
        guard source != target else {
            throw CommandFailure.usage("a queue cannot be copied to itself: set --queue")
        }
        guard !listing.isDryRun || target == .local else {
            throw CommandFailure.usage("--dry-run is only for lists and for copies into the local queue")
        }
        let from = try CommandQueue(source).store
        var copy: SharedQueueCopy?
        if target == .local {
            let directory = try listing.isDryRun ? destination.path() : destination.create()
            let rows = SharedQueueCopy(rules: ListRules(directory: directory, trustsList: listing.trustsList))
            try announce(rows, of: from, listing, isQuiet: isQuiet)
            if listing.isDryRun { return true }
            if !listing.trustsList { copy = rows }
        }
        let to = try CommandQueue(target).store
        let result = try from.copyAll(to: to, transform: copy?.items)
        try OutputStream.print(lines: result.duplicates)
        if !isQuiet { report(result) }
        try from.reportDamagedRows()
        if !result.duplicates.isEmpty { throw ExitStatus.someFailed }
        return true
    }

    /// Prints what the copy of a shared queue will add and leave out, before it adds anything.
    private func announce(
        _ copy: SharedQueueCopy, of store: any QueueTransferStore, _ listing: ListImportOptions, isQuiet: Bool
    ) throws {
        var items: [QueueItem] = []
        try store.forEachBatch { items += $0 }
        let (plan, leftOut) = copy.plan(items)
        if listing.trustsList {
            StandardError.writeLine(
                "leftoff: trusting the copied queue: its downloads keep everything that they record")
        }
        listing.announce(plan, of: "the queue", isQuiet: isQuiet)
        if leftOut > 0, !isQuiet, !listing.trustsList {
            StandardError.writeLine("leftoff: \(counted(leftOut, "finished download")) left out")
        }
    }

    private func report(_ result: QueueTransferResult) {
        var counts = ["copied \(counted(result.copied, "download"))"]
        if result.existing > 0 { counts.append("\(result.existing) were copied before") }
        if !result.duplicates.isEmpty { counts.append("\(result.duplicates.count) are queued there under another id") }
        StandardError.writeLine("leftoff: \(counts.joined(separator: ", ")); the source still contains them")
    }
}

/// A copy of a shared queue whose rows are data: another user or machine may have written them.
///
/// The rows are treated like the entries of a list. What they say about files on this machine counts as little as their
/// states, which would let a worker delete or rename files.
private struct SharedQueueCopy {
    /// The rules for the requests.
    let rules: ListRules

    /// Returns what a copy adds, and what it leaves out.
    ///
    /// - Parameter items: The items of a shared queue.
    /// - Returns: The plan, and the number of items that are not copied.
    func plan(_ items: [QueueItem]) -> (downloads: DownloadPlan, leftOut: Int) {
        let copied = items.filter(isCopied)
        return (DownloadPlan(copied.map { ListedDownload($0.request) }, rules: rules), items.count - copied.count)
    }

    private func isCopied(_ item: QueueItem) -> Bool {
        item.url.isHTTP && item.state != .done && item.state != .cancelled
    }

    /// Returns the items to insert into a queue of the user's own.
    ///
    /// - Parameter items: Items of a shared queue.
    /// - Returns: New items that are ready or paused. Finished and removed downloads are left out.
    func items(_ items: [QueueItem]) -> [QueueItem] {
        zip(items.filter(isCopied), plan(items).downloads.downloads).map { old, download in
            let isValid = old.id.utf8.count == RecordID.length && old.id.utf8.allSatisfy(RecordID.alphabet.contains)
            var new = QueueItem(
                id: isValid ? old.id : RecordID.random(), request: download.item, addedAt: old.addedAt)
            // One that has failed does not fail again unasked.
            if [.paused, .failed, .quarantined].contains(old.state) { new.state = .paused }
            return new
        }
    }
}
