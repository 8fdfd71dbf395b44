import ArgumentParser
import FoundationEssentials
import Glibc
import ImportExport
import Places
import Service
import Store
import Syntax
import TerminalHUD

/// `leftoff export`: writes a backup, or the places in another program's format.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export all or some places and the queue as JSON, or places and highlights in other formats.",
        discussion: """
            JSON is a backup. `leftoff import` restores all places in it, with their ids, times, tags, notes and \
            copies. It queues unfinished downloads again, from their first byte; failed downloads are added as paused. \
            Done and quarantined downloads are listed in the backup but not queued again. Downloaded files, settings \
            and tokens are not part of it.

            With --id or --query, the file contains only these places, with their copies and the states of their \
            pages, and neither the queue nor windows.

            Bookmarks are for browsers. CSV is for Readwise and similar services; a cell that a spreadsheet would run \
            as a formula starts with an apostrophe.

            Markdown and Web Annotations contain the highlights of pages with their notes: those of all pages with \
            highlights, or of the pages of the places that are selected. Markdown also has the titles and the other \
            notes of these pages.
            """
    )

    @Argument(help: ArgumentHelp("The file to write; standard output by default or with -.", valueName: "file"))
    var file: String?

    @Option(help: "The format of the file.")
    var format = PlaceExportFormat.json

    @Flag(help: "Include the user names, passwords, cookies and request fields of downloads.")
    var withCredentials = false

    @Flag(name: .customLong("no-copies"), help: "Leave out the copies of pages.")
    var omitsCopies = false

    @Option(
        name: .customLong("id"),
        help: ArgumentHelp(
            "Export only the place with this id, an unambiguous prefix of it, or @. Repeatable.", valueName: "id"),
        completion: .places)
    var ids: [String] = []

    @Option(
        help: ArgumentHelp(
            "Export only the places that match these words; '' with a filter alone.", valueName: "words"))
    var query: String?

    @OptionGroup(title: "Filters") var filters: PlaceFilters

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    func validate() throws {
        if !ids.isEmpty, query != nil { throw ValidationError("--id and --query exclude each other") }
        _ = try selection()
    }

    func run() throws {
        let database = try DataHome().existingDatabase()
        let selection = try selection()
        let count = try selection.map { try SQLiteShelf(database: database, now: { Date() }).count($0).places }
        if count == 0 { throw CommandFailure.noPlaceMatches }
        if selection != nil {
            let archive = SQLiteSnapshotArchive(database: database, now: { Date() })
            try NewestPlaceNotice.show(for: ids, in: archive, isQuiet: quiet)
        }
        guard let format = format.backup else {
            return try exportHighlights(
                selection, from: SQLiteSnapshotArchive(database: database, now: { Date() }),
                as: format == .markdown ? .markdown : .annotations)
        }
        var output = try OutputStream(path: file, isPrivate: true)
        var export = BackupExport(
            format: format, of: SQLiteBackupStore(database: database), at: Date(), hasCredentials: withCredentials,
            hasCopies: !omitsCopies, selection: selection?.listing, ids: ids.isEmpty ? nil : ids)
        while let part = try export.next() { try output.write(part) }
        try output.finish()
        if let count, !quiet {
            // Other omissions are those of copies.
            let unreadable = export.omissions.count { $0.hasPrefix(UnreadableRecord.Kind.snapshot.rawValue) }
            StandardError.writeLine("leftoff: exported \(counted(max(0, count - unreadable), "place"))")
        }
        for line in export.omissions { StandardError.writeLine("leftoff: \(line)") }
        if !export.omissions.isEmpty { throw ExitStatus.someFailed }
    }

    /// Writes the highlights of the pages of the selected places, or of all pages with highlights.
    private func exportHighlights(
        _ selection: ShelfSelection?, from archive: SQLiteSnapshotArchive, as format: HighlightFormat
    ) throws {
        let selected = try pages(of: selection, in: archive)
        var output = try OutputStream(path: file, isPrivate: true)
        var export = HighlightExport(format: format)
        try output.write(export.opening)
        var damaged = selected.damaged
        for key in selected.keys {
            let list = try archive.list(SnapshotListing(pageKey: key))
            damaged += list.damaged.filter { !damaged.contains($0) }
            try output.write(export.entry(of: list.snapshots))
        }
        try output.write(export.closing)
        try output.finish()
        if !quiet { StandardError.writeLine("leftoff: exported \(counted(selected.keys.count, "page"))") }
        for record in damaged { StandardError.writeLine("leftoff: \(record.subject) is left out: \(record.reason)") }
        if !damaged.isEmpty { throw ExitStatus.someFailed }
    }

    /// Returns the pages of the selected places, or else of all highlights, the newest first, and the places that
    /// cannot be read.
    private func pages(
        of selection: ShelfSelection?, in archive: SQLiteSnapshotArchive
    ) throws -> (keys: [String], damaged: [UnreadableRecord]) {
        var keys: [String] = []
        var damaged: [UnreadableRecord] = []
        var seen: Set<String> = []
        if !ids.isEmpty {
            for id in ids {
                let key = try archive.snapshot(id: id).snapshot.pageKey
                if seen.insert(key).inserted { keys.append(key) }
            }
            return (keys, [])
        }
        var listing = selection?.listing ?? SnapshotListing(isHighlight: true)
        listing.limit = Self.listLength
        listing.sort = .newest
        while true {
            let list = try archive.list(listing)
            damaged += list.damaged
            for place in list.snapshots where seen.insert(place.snapshot.pageKey).inserted {
                keys.append(place.snapshot.pageKey)
            }
            guard let next = list.next else { return (keys, damaged) }
            listing.before = next
        }
    }

    /// The number of places that are read at once: few enough for memory.
    private static let listLength = 500

    /// Returns the places to export; nil for everything.
    private func selection() throws -> ShelfSelection? {
        guard !ids.isEmpty || query != nil || !filters.isEmpty else { return nil }
        return try PlaceSelection.selection(ids: ids, query: query, filters: filters)
    }
}

extension ShelfSelection {
    /// The criteria of the places if they are not named by their ids.
    fileprivate var listing: SnapshotListing? {
        if case .matchingPlaces(let listing) = self { listing } else { nil }
    }
}

/// The formats of `leftoff export`.
enum PlaceExportFormat: String, CaseIterable, ExpressibleByArgument {
    case json, bookmarks, csv, markdown, annotations

    /// The format of a list of all places; nil for a format of highlights.
    var backup: ImportExportFormat? { ImportExportFormat(rawValue: rawValue) }
}

/// `leftoff import`: imports backups, or places from other programs' files.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a backup, bookmarks, or the articles and highlights of another program.",
        discussion: """
            Reads Leftoff's JSON, bookmarks and CSV; the libraries of Karakeep, Raindrop, Readeck, linkding, Shaarli, \
            Hypothesis, Pocket, Instapaper, Omnivore, Readwise, Reader, wallabag and linkwarden; Web Annotations such \
            as Zotero's; the bookmarks of Firefox and Chromium; and the windows of Firefox's sessions and of Session \
            Buddy. A ZIP archive or a directory of such files is imported as one file.

            With --dry-run, prints the contents of each file, and stores nothing. After an import, a line on standard \
            error names each kind of data that has no counterpart in Leftoff, with its count.

            The places of a file are imported completely or not at all, and then the copies of a backup. Entries that \
            cannot be read are listed with their lines, and so is the number of copies that do not fit into the \
            budget; the exit status is then 1. The import removes no copy to make room. It also imports places on \
            hosts that are never captured, without their copies.

            Places that exist already stay unchanged. Downloads that were done are not queued again. The files of the \
            others go to $XDG_DOWNLOAD_DIR, or to ~/Downloads, or to the directory of --dir. A backup is data: its \
            directories count only if they are below that one and not hidden, and its proxies, credentials, \
            credential files, header fields and private hosts are left out. Use --trust-list for a backup of your own.

            `leftoff help service` says what is kept of each format.
            """
    )

    @Argument(
        help: ArgumentHelp("The files and directories to read; standard input by default or with -.", valueName: "file")
    )
    var files = ["-"]

    @Option(help: "The format of the files; detected by default.")
    var format: ImportFormat?

    @Option(
        help: ArgumentHelp(
            "Save the files of the downloads of a backup to this directory, created if it does not exist.",
            valueName: "dir"))
    var dir: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Import the windows of a session as windows, or its tabs as places; windows by default.",
            valueName: "kind"))
    var windowImport = WindowImport.windows

    @OptionGroup var listing: ListImportOptions

    @Option(
        help: ArgumentHelp("The format of the report that --dry-run prints; text by default.", valueName: "format"))
    var report: ImportReportFormat?

    @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
    var quiet = false

    /// The maximum size of a file without its copies.
    ///
    /// 100,000 places of typical size take about 400 MB.
    private static let byteLimit = 2 << 30
    /// The maximum size of an input that is not a regular file, and may have no end.
    private static let streamLimit = 512 << 20

    func validate() throws {
        if report != nil, !listing.isDryRun { throw ValidationError("--report is only for --dry-run") }
    }

    func run() throws {
        let home = try DataHome()
        let policy = CopyPolicy(try SettingsFile(home: home.path).current)
        var store: SQLiteBackupStore?
        var unreadable = 0
        var reports: [JSONValue] = []
        /// Prints the reports, also of the files before one that cannot be read.
        func printReports() throws {
            if report == .json { try OutputStream.print(JSONText.array(reports)) }
        }
        for file in files {
            let name = InputBytes.name(of: file)
            InputBytes.announce("a file to import", from: file, isQuiet: quiet)
            do {
                let directory = try ImportDirectory(file)
                let input = try directory == nil ? open(file, name: name) : nil
                let now = Date()
                var contents =
                    try directory.map { try FileImport(archive: $0, format: format, now: now) }
                    ?? FileImport(
                        input?.document ?? [], format: format, windowsAsPlaces: windowImport == .places, now: now)
                let downloads = try downloads(of: contents, name: name)
                let prefix = files.count > 1 ? "\(name): " : ""
                if listing.isDryRun {
                    let summary = try summary(of: contents, input)
                    let entry = ImportReport(name: name, summary: summary)
                    if report == .json {
                        reports.append(entry.json)
                    } else {
                        try OutputStream.print(lines: entry.lines)
                    }
                    for line in summary.omissions { StandardError.writeLine("leftoff: \(prefix)\(line)") }
                    unreadable += summary.unreadable
                    continue
                }
                let target = try store ?? SQLiteBackupStore(database: try home.database()) { policy }
                store = target
                var receipt = try contents.store(in: target, downloads: downloads, at: now)
                if let input { try importCopies(of: input, into: target, &receipt) }
                unreadable += receipt.unreadable
                for line in receipt.omissions {
                    StandardError.writeLine("leftoff: \(prefix)\(line)")
                }
                if !quiet { announce(receipt, name: prefix) }
            } catch let error as ImportExportError {
                try printReports()
                throw CommandFailure(what: name, why: "\(error)", status: .malformedInput)
            }
        }
        try printReports()
        if unreadable > 0 { throw ExitStatus.someFailed }
    }

    /// Returns the contents of a file with the number of its copies.
    ///
    /// Copies are only counted, because those that are damaged are found when they are stored.
    private func summary(of contents: FileImport, _ input: BackupFile?) throws -> ImportSummary {
        var summary = try contents.summary()
        try input?.forEachCopy { _ in summary.copies += 1 }
        return summary
    }

    /// Returns the downloads of a backup, after it has printed them.
    private func downloads(of contents: FileImport, name: String) throws -> DownloadPlan {
        guard contents.hasDownloads else { return DownloadPlan() }
        let plan = contents.plan(ListRules(directory: try directory(), trustsList: listing.trustsList))
        listing.announce(plan, of: name, isQuiet: quiet)
        return plan
    }

    /// Returns the directory that receives the files, which is created only if it was named.
    private func directory() throws -> String {
        if let dir {
            let request = DownloadDestination(dir: dir)
            return try listing.isDryRun ? request.path() : request.create()
        }
        guard let directory = DownloadDirectory.standard.flatMap(RealPath.resolved) else {
            throw CommandFailure(
                what: "import", why: "no directory for the downloads of the backup is known: set --dir",
                status: .usage)
        }
        return directory
    }

    private func open(_ file: String, name: String) throws -> BackupFile {
        try BackupFile(file, limit: Self.byteLimit, streamLimit: Self.streamLimit) { part in
            // An input that may have no end is not read to its end only to find that its format is unknown.
            guard format == nil, part.count >= ImportExportFormat.sniffedByteCount, !ImportFormat.mayBegin(with: part)
            else { return }
            throw CommandFailure(what: name, why: "\(ImportExportError.unknownFormat)", status: .malformedInput)
        }
    }

    /// Imports the copies of a backup, which are read one after the other.
    private func importCopies(
        of file: BackupFile, into store: SQLiteBackupStore, _ receipt: inout ImportReceipt
    ) throws {
        var copies = CopyImport(store: store)
        try file.forEachCopy { try copies.add(line: $0) }
        try copies.flush()
        receipt.unreadable += copies.unreadableCount
        receipt.omissions += copies.omissions
        receipt.add(copies.tally)
    }

    /// Prints what became of a file, and what it contains and Leftoff has no counterpart for.
    private func announce(_ receipt: ImportReceipt, name: String) {
        for loss in receipt.losses { StandardError.writeLine("leftoff: \(name)\(loss)") }
        let stored = receipt.stored
        if receipt.marks > 0 {
            let pages = "\(counted(receipt.marks, "page")) \(receipt.marks == 1 ? "is" : "are")"
            StandardError.writeLine("leftoff: \(name)\(pages) finished or to be read later, as in the file")
        }
        if receipt.format != .json, stored.addedWindows + receipt.knownWindows > 0 {
            let windows = "imported \(counted(stored.addedWindows, "window"))"
            StandardError.writeLine("leftoff: \(name)\(windows) (\(receipt.knownWindows) existed already)")
            return
        }
        if stored.failedDownloads > 0 {
            let count = counted(stored.failedDownloads, "download")
            StandardError.writeLine("leftoff: \(count) had failed: paused; 'leftoff queue resume' starts them again")
        }
        if stored.addedWindows > 0 {
            StandardError.writeLine("leftoff: imported \(counted(stored.addedWindows, "window"))")
        }
        if stored.expiredPlaces > 0 {
            let places = counted(stored.expiredPlaces, "automatic place")
            StandardError.writeLine(
                "leftoff: \(name)\(places) had expired, and \(stored.expiredPlaces == 1 ? "was" : "were") not imported")
        }
        if stored.addedRefusals > 0 {
            let pages = counted(stored.addedRefusals, "page")
            StandardError.writeLine("leftoff: \(name)automatic places are refused on \(pages), as in the backup")
        }
        let places = "imported \(counted(stored.addedPlaces, "place")) (\(stored.knownPlaces) existed already)"
        let entries = counted(receipt.unreadable, "entry", plural: "entries")
        StandardError.writeLine(
            "leftoff: \(name)"
                + (receipt.format == .json
                    ? "\(places), queued \(counted(stored.queuedDownloads, "download")) "
                        + "(\(receipt.endedDownloads) had already ended)"
                        + (receipt.copies == 0 ? "" : ", added \(counted(receipt.copies, "copy", plural: "copies"))")
                    : "\(places): \(counted(receipt.highlights, "highlight")), \(receipt.approximate) approximate; "
                        + "\(entries) could not be read"))
    }
}

extension ImportFormat: ExpressibleByArgument {}

/// The formats of the report of `leftoff import --dry-run`.
enum ImportReportFormat: String, CaseIterable, ExpressibleByArgument {
    /// Lines for people.
    case text
    /// An array with an object for each file.
    case json
}

/// The ways to import the windows of a session.
enum WindowImport: String, CaseIterable, ExpressibleByArgument {
    /// Each window as a window.
    case windows
    /// Each tab in which the reader had scrolled as a place.
    case places
}
