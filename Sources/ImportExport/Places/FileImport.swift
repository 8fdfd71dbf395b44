import FileFormats
package import FoundationEssentials
package import Places
import Syntax

/// A file that is imported: a backup, bookmarks, or the places of another program.
///
/// ```swift
/// func importFile(_ bytes: [UInt8], into store: some BackupStore) throws {
///     var file = try FileImport(bytes)
///     let downloads = file.plan(ListRules(directory: "/home/me/Downloads"))
///     let receipt = try file.store(in: store, downloads: downloads, at: Date())
///     print(receipt.stored.addedPlaces, receipt.highlights, receipt.approximate)
///     receipt.omissions.forEach { print($0) }
/// }
/// ```
package struct FileImport: Sendable {
    private enum Content: Sendable {
        case backup(BackupContents)
        case bookmarks(BookmarkPlaces)
        case places(PlaceImport)
        case windows(WindowSetImport, ImportFormat)
        case windowPlaces(WindowPlaces, ImportFormat)
    }

    private var content: Content
    private let entryLimit: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - format: The format; nil to detect it.
    ///   - entryLimit: The maximum number of entries, and of places, which are stored in one transaction.
    ///   - windowsAsPlaces: True to import the places in the tabs of windows, instead of the windows.
    ///   - now: The current time, after which nothing in the file can have been made; nil if it is not known.
    ///   - check: Called for each entry of a backup, and each file of an archive; its error ends the reading.
    /// - Throws: ``ImportExportError`` if the format is unknown or ambiguous, or if the file is malformed; the error of
    ///   `check`.
    package init(
        _ file: [UInt8], format: ImportFormat? = nil, entryLimit: Int = .max, windowsAsPlaces: Bool = false,
        now: Date? = nil, check: () throws -> Void = {}
    ) throws {
        let bytes = try PlaceImport.content(of: file)
        func backup() throws -> Content {
            .backup(try BackupContents(bytes, format: .json, entryLimit: entryLimit, check: check))
        }
        self.entryLimit = entryLimit
        switch Self.wholeFormat(bytes, chosen: format) {
        case .json: content = try backup()
        case .bookmarks: content = .bookmarks(try BookmarkPlaces(bytes, limit: entryLimit, format: format, now: now))
        default:
            do {
                content = .places(
                    try PlaceImport(
                        bytes, ofFileWith: file.count, format: format, entryLimit: entryLimit, now: now, check: check))
            } catch ImportExportError.unknownFormat {
                guard !TabSessions.matches(bytes) else { throw ImportExportError.malformed(TabSessions.refusal) }
                guard format == nil, ImportExportFormat.sniff(bytes) == .json else {
                    throw ImportExportError.unknownFormat
                }
                content = try backup()
            }
        }
        guard case .places(let places) = content, places.format.containsWindows else { return }
        do throws(WindowSetError) {
            let windows = try WindowSetImport(bytes, now: now)
            content =
                windowsAsPlaces
                ? .windowPlaces(WindowPlaces(windows, now: now), places.format) : .windows(windows, places.format)
        } catch {
            throw ImportExportError.malformed("\(error)")
        }
    }

    /// Opens the files of an export.
    ///
    /// - Parameters:
    ///   - archive: A directory or a ZIP archive with the tables and documents of one program.
    ///   - format: The format; nil to detect it.
    ///   - now: The current time, after which nothing in the files can have been made; nil if it is not known.
    /// - Throws: ``ImportExportError`` if no file has a known format.
    package init(archive: any ImportArchive, format: ImportFormat? = nil, now: Date? = nil) throws {
        entryLimit = .max
        content = .places(try PlaceImport(archive: archive, format: format, now: now))
    }

    /// The format of the file; of an archive, the format of its first file.
    package var format: ImportFormat {
        switch content {
        case .backup: .json
        case .bookmarks(let places): places.format
        case .places(let places): places.format
        case .windows(_, let format), .windowPlaces(_, let format): format
        }
    }

    /// True if the file is a backup with downloads to queue.
    package var hasDownloads: Bool {
        guard case .backup(let contents) = content else { return false }
        return !contents.downloads.isEmpty
    }

    /// Returns the plan of the downloads of a backup; other formats contain none.
    ///
    /// - Parameter rules: The rules for the downloads.
    /// - Returns: The plan, which can be shown and restricted before ``store(in:downloads:at:)``.
    package func plan(_ rules: ListRules) -> DownloadPlan {
        guard case .backup(let contents) = content else { return DownloadPlan() }
        return DownloadPlan(contents.downloads, rules: rules)
    }

    /// Stores all places and downloads in one transaction, and then the copies of a backup in another one.
    ///
    /// If the copies cannot be stored, this is an omission of the receipt, because the places are stored.
    ///
    /// - Parameters:
    ///   - store: The destination of places and downloads.
    ///   - downloads: The downloads to queue.
    ///   - now: The time of addition.
    ///   - check: Called for each entry; its error ends the import.
    /// - Returns: What became of the entries.
    /// - Throws: ``ImportExportError`` if the file is malformed, or the error of the store or of `check`; nothing was
    ///   stored then.
    package mutating func store(
        in store: any BackupStore, downloads: DownloadPlan, at now: Date, check: () throws -> Void = {}
    ) throws -> ImportReceipt {
        switch content {
        case .backup(let contents):
            let stored = try store.importContents(contents, queueing: downloads.downloads, at: now, check: check)
            var receipt = ImportReceipt(
                format: .json, stored: stored, endedDownloads: contents.finishedCount,
                unreadable: contents.unreadableCount, omissions: contents.omissions)
            do { receipt.add(try store.importCopies(contents.copies)) } catch {
                let count = contents.copies.count
                receipt.unreadable += count
                receipt.omissions.append("\(count == 1 ? "1 copy is" : "\(count) copies are") not imported: \(error)")
            }
            return receipt
        case .bookmarks(var places):
            let tally = try importPlaces(into: store, at: now, check) { places.next() }
            return ImportReceipt(
                format: format, tally, unreadable: places.unreadableCount, omissions: places.omissions,
                losses: places.losses)
        case .places(var places):
            let tally = try importPlaces(into: store, at: now, check) { try places.next(check: check) }
            return ImportReceipt(
                format: format, tally, unreadable: places.unreadableCount, omissions: places.omissions,
                losses: places.losses)
        case .windows(let windows, let format):
            try expectCount(windows.additions.count)
            let stored = try store.importContents(
                BackupContents(windows: windows.additions), queueing: [], at: now, check: check)
            var receipt = ImportReceipt(
                format: format, stored: stored, endedDownloads: 0, unreadable: windows.unreadableCount,
                omissions: windows.omissions)
            receipt.knownWindows = windows.additions.count - stored.addedWindows
            receipt.losses = windows.losses.list
            return receipt
        case .windowPlaces(var places, let format):
            let tally = try importPlaces(into: store, at: now, check) { places.next() }
            return ImportReceipt(
                format: format, tally, unreadable: places.unreadableCount, omissions: places.omissions,
                losses: places.losses)
        }
    }

    /// Imports the places of a file that is read entry by entry.
    private func importPlaces(
        into store: any BackupStore, at now: Date, _ check: () throws -> Void, _ next: () throws -> ImportedPlace?
    ) throws -> PlaceTally {
        var count = 0
        return try store.importPlaces(at: now, check: check) {
            guard let place = try next() else { return nil }
            count += 1
            try expectCount(count)
            return place
        }
    }

    private func expectCount(_ count: Int) throws(ImportExportError) {
        guard count <= entryLimit else { throw .tooManyEntries(limit: entryLimit) }
    }

    /// Returns what the file contains, without storing anything; the file can still be stored then.
    ///
    /// - Parameter check: Called for each entry; its error ends the reading.
    /// - Returns: The contents. Places that are stored already are counted too.
    /// - Throws: ``ImportExportError`` if the file is malformed, or the error of `check`.
    package func summary(check: () throws -> Void = {}) throws -> ImportSummary {
        var summary = ImportSummary(format: format)
        func add(_ next: () throws -> ImportedPlace?) throws {
            var counter = SummaryCounter()
            while let place = try next() {
                try check()
                counter.add(place)
                try expectCount(counter.placeCount)
            }
            counter.finish(&summary)
        }
        switch content {
        case .backup(let contents):
            var counter = SummaryCounter()
            for place in contents.places {
                try check()
                counter.add(place)
            }
            for place in contents.newPlaces {
                try check()
                counter.add(ImportedPlace(kind: .top, snapshot: place.snapshot, metadata: place.metadata))
            }
            counter.finish(&summary)
            summary.finished = contents.pageMarks.count { $0.mark.state == .finished }
            summary.later = contents.pageMarks.count { $0.mark.state == .later }
            summary.windows = contents.windows.count
            summary.downloads = contents.downloads.count
            summary.copies = contents.copies.count
            (summary.unreadable, summary.omissions) = (contents.unreadableCount, contents.omissions)
        case .bookmarks(var places):
            try add { places.next() }
            summary.losses = places.losses.list
            (summary.unreadable, summary.omissions) = (places.unreadableCount, places.omissions)
        case .places(let original):
            var places = original.independentCopy()
            try add { try places.next(check: check) }
            summary.losses = places.losses.list
            (summary.unreadable, summary.omissions) = (places.unreadableCount, places.omissions)
        case .windows(let windows, _):
            try expectCount(windows.additions.count)
            summary.windows = windows.additions.count
            summary.losses = windows.losses.list
            (summary.unreadable, summary.omissions) = (windows.unreadableCount, windows.omissions)
        case .windowPlaces(var places, _):
            try add { places.next() }
            summary.losses = places.losses.list
            (summary.unreadable, summary.omissions) = (places.unreadableCount, places.omissions)
        }
        return summary
    }

    /// Returns the format of a file that is read as a whole; nil for the files of other programs.
    private static func wholeFormat(_ bytes: [UInt8], chosen: ImportFormat?) -> ImportFormat? {
        let sniffed = ImportExportFormat.sniff(bytes)
        switch chosen {
        case .bookmarks where ZIPArchive.hasMagicNumber(bytes): return nil
        case .json, .bookmarks: return chosen
        // linkding's export and Shaarli's are bookmark files.
        case .linkding, .shaarli: return sniffed == .bookmarks ? .bookmarks : nil
        case .some: return nil
        case nil: break
        }
        switch sniffed {
        case .bookmarks: return .bookmarks
        case .json:
            let start = String(decoding: bytes.prefix(ImportExportFormat.sniffedByteCount), as: UTF8.self).streamSafe
            // The files of other programs can contain the word as a tag, but not as a key.
            let isBackup = start.split(separator: "\"leftoff\"", omittingEmptySubsequences: false).dropFirst()
                .contains { $0.first { !$0.isWhitespace } == ":" }
            return isBackup ? .json : nil
        case .csv, nil: return nil
        }
    }
}

/// The result of the import of a file.
package struct ImportReceipt: Sendable, Hashable {
    /// The format of the file.
    package var format: ImportFormat
    /// The numbers of stored records.
    package var stored: BackupReceipt
    /// The number of downloads that had ended, and were not queued again.
    package var endedDownloads = 0
    /// The number of added copies of pages.
    package var copies = 0
    /// The number of added places that are at marked words.
    package var highlights = 0
    /// The number of added places that are only known by a share of the text.
    package var approximate = 0
    /// The number of entries that cannot be read, and of copies that are not stored.
    package var unreadable = 0
    /// The number of distinct tags of the added places of another program.
    package var tags = 0
    /// The number of pages that got the page mark of another program.
    package var marks = 0
    /// The number of windows of another program that were already stored.
    package var knownWindows = 0
    /// One line for each entry that was left out, or not imported completely, with the reason.
    package var omissions: [String] = []
    /// The data in the file that Leftoff has no counterpart for, by kind.
    package var losses: [ImportLoss] = []

    /// Creates the result of importing a backup.
    init(
        format: ImportFormat, stored: BackupReceipt, endedDownloads: Int, unreadable: Int, omissions: [String]
    ) {
        (self.format, self.stored, self.endedDownloads) = (format, stored, endedDownloads)
        (self.unreadable, self.omissions) = (unreadable, omissions)
    }

    /// Creates the result of importing places.
    init(format: ImportFormat, _ tally: PlaceTally, unreadable: Int, omissions: [String], losses: ImportLosses) {
        let stored = BackupReceipt(addedPlaces: tally.added, knownPlaces: tally.known, queuedDownloads: 0)
        self.init(format: format, stored: stored, endedDownloads: 0, unreadable: unreadable, omissions: omissions)
        (highlights, approximate) = (tally.highlights, tally.approximate)
        (tags, marks, self.losses) = (tally.tags, tally.marks, losses.list)
        self.omissions += tally.omissions
    }

    /// Adds the result of importing copies.
    ///
    /// - Parameter copies: The numbers of copies.
    package mutating func add(_ copies: CopyTally) {
        self.copies += copies.added
        unreadable += copies.refusedCount
        omissions += copies.omissions
    }
}

/// The numbers of places that an import added or skipped.
package struct PlaceTally: Sendable, Hashable {
    /// The number of places that were added.
    package var added = 0
    /// The number of places that were already stored, or repeat one of the same import.
    package var known = 0
    /// The number of added places that are at marked words.
    package var highlights = 0
    /// The number of added places that are only known by a share of the text.
    package var approximate = 0
    /// The number of distinct tags of added places.
    package var tags = 0
    /// The number of pages that got a page mark.
    package var marks = 0
    /// One line for each kind of data that is not at the place that its entry repeats, with the reason.
    package var omissions: [String] = []

    /// Creates a tally of zeros.
    package init() {}

    /// Counts a place.
    ///
    /// - Parameters:
    ///   - kind: The kind of the place.
    ///   - isAdded: False if it was stored already.
    package mutating func count(_ kind: ImportedPlace.Kind, isAdded: Bool) {
        guard isAdded else {
            known += 1
            return
        }
        added += 1
        switch kind {
        case .highlight: highlights += 1
        case .approximate: approximate += 1
        case .top, .scrolled: break
        }
    }
}
