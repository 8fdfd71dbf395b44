import FileFormats
package import FoundationEssentials
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
    }

    private var content: Content
    private let entryLimit: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - format: The format; nil to detect it.
    ///   - entryLimit: The maximum number of entries, and of places, which are stored in one transaction.
    ///   - check: Called for each entry of a backup; its error ends the reading.
    /// - Throws: ``ImportExportError`` if the format is unknown or ambiguous, or if the file is malformed; the error of
    ///   `check`.
    package init(
        _ bytes: [UInt8], format: ImportFormat? = nil, entryLimit: Int = .max, check: () throws -> Void = {}
    ) throws {
        func backup() throws -> Content {
            .backup(try BackupContents(bytes, format: .json, entryLimit: entryLimit, check: check))
        }
        self.entryLimit = entryLimit
        switch format ?? Self.wholeFormat(bytes) {
        case .json: content = try backup()
        case .bookmarks: content = .bookmarks(try BookmarkPlaces(bytes, limit: entryLimit))
        default:
            do {
                var places = try PlaceImport(bytes, format: format)
                places.unreadableLimit = entryLimit
                content = .places(places)
            } catch ImportExportError.unknownFormat {
                guard format == nil, ImportExportFormat.sniff(bytes) == .json else {
                    throw ImportExportError.unknownFormat
                }
                content = try backup()
            }
        }
    }

    /// Opens the files of an export.
    ///
    /// - Parameters:
    ///   - archive: A directory or a ZIP archive with the tables and documents of one program.
    ///   - format: The format; nil to detect it.
    /// - Throws: ``ImportExportError`` if no file has a known format.
    package init(archive: any ImportArchive, format: ImportFormat? = nil) throws {
        entryLimit = .max
        content = .places(try PlaceImport(archive: archive, format: format))
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
                format: .bookmarks, tally, unreadable: places.unreadableCount, omissions: places.omissions)
        case .places(var places):
            let tally = try importPlaces(into: store, at: now, check) { try places.next(check: check) }
            return ImportReceipt(
                format: places.format, tally, unreadable: places.unreadableCount, omissions: places.omissions)
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
            guard count <= entryLimit else { throw ImportExportError.tooManyEntries(limit: entryLimit) }
            return place
        }
    }

    /// Returns the format of a file that is read as a whole; nil for the files of other programs.
    private static func wholeFormat(_ bytes: [UInt8]) -> ImportFormat? {
        switch ImportExportFormat.sniff(bytes) {
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
    /// One line for each entry that was left out, or not imported completely, with the reason.
    package var omissions: [String] = []

    /// Creates the result of importing a backup.
    init(
        format: ImportFormat, stored: BackupReceipt, endedDownloads: Int, unreadable: Int, omissions: [String]
    ) {
        (self.format, self.stored, self.endedDownloads) = (format, stored, endedDownloads)
        (self.unreadable, self.omissions) = (unreadable, omissions)
    }

    /// Creates the result of importing places.
    init(format: ImportFormat, _ tally: PlaceTally, unreadable: Int, omissions: [String]) {
        let stored = BackupReceipt(addedPlaces: tally.added, knownPlaces: tally.known, queuedDownloads: 0)
        self.init(format: format, stored: stored, endedDownloads: 0, unreadable: unreadable, omissions: omissions)
        (highlights, approximate) = (tally.highlights, tally.approximate)
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
    /// The number of places that were already stored.
    package var known = 0
    /// The number of added places that are at marked words.
    package var highlights = 0
    /// The number of added places that are only known by a share of the text.
    package var approximate = 0

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
        case .top: break
        }
    }
}

/// The formats of files that can be imported.
package enum ImportFormat: String, Sendable, CaseIterable {
    /// Leftoff's own format: all data of the places, and the download queue.
    case json
    /// The Netscape bookmark file format, which browsers export.
    case bookmarks
    /// A CSV table of quotes with their sources, such as those of Leftoff and Readwise.
    case csv
    /// The parts of Pocket's export of 2025: CSV tables, and JSON with the highlights.
    case pocket
    /// Instapaper's CSV.
    case instapaper
    /// Omnivore's export: JSON with the articles, and Markdown with the highlights.
    case omnivore
    /// The CSV of Readwise Reader's library.
    case reader
    /// wallabag's JSON.
    case wallabag
    /// linkwarden's JSON.
    case linkwarden
    /// Web Annotations in JSON-LD, as Zotero and Hypothesis describe them.
    case annotations

    /// The readers of the format's entries; empty for the formats that ``BackupContents`` reads as a whole.
    var entryFormats: [any EntryFormat.Type] {
        switch self {
        case .json, .bookmarks: []
        case .csv: [QuoteTable.self]
        case .pocket: [PocketTable.self, PocketHighlights.self]
        case .instapaper: [InstapaperTable.self]
        case .omnivore: [OmnivoreArticles.self]
        case .reader: [ReaderTable.self]
        case .wallabag: [WallabagArticles.self]
        case .linkwarden: [LinkwardenCollections.self]
        case .annotations: [WebAnnotations.self]
        }
    }

    /// Returns true if a file that begins with these bytes may have one of the formats.
    ///
    /// An input that has no end can be refused early if this is false.
    ///
    /// - Parameter start: The first 4 KiB of the file, or the whole file if it is shorter.
    /// - Returns: False if no format begins in this way.
    package static func mayBegin(with start: some Sequence<UInt8>) -> Bool {
        let bytes = Array(start.prefix(ImportExportFormat.sniffedByteCount))
        if ZIPArchive.hasMagicNumber(bytes) || ImportExportFormat.sniff(bytes) != nil { return true }
        return TextEncoding.utf8(bytes).first { !JSONTokenizer.isBlank($0) } == UInt8(ascii: "[")
    }
}

/// An error that occurs when a file cannot be imported.
package enum ImportExportError: Error, Hashable, CustomStringConvertible {
    /// The file has none of the supported formats.
    case unknownFormat
    /// The format cannot be detected, because no entry can be read; the value is the reason.
    case undetectableFormat(String)
    /// The file may have any of several formats.
    case ambiguousFormat([ImportFormat])
    /// The file is invalid for its format; the value is the reason.
    case malformed(String)
    /// The file has more entries than its destination accepts.
    case tooManyEntries(limit: Int)
    /// An entry of a backup is invalid: its kind, its number counted from 1, and the reason.
    case entry(kind: String, number: Int, reason: String)

    package var description: String {
        switch self {
        case .unknownFormat:
            "unknown format: expected Leftoff's JSON, a bookmark file, CSV with a column URL, or the export of a "
                + "program that 'leftoff help service' lists"
        case .undetectableFormat(let reason):
            "its format cannot be detected, because no entry can be read: \(reason)"
        case .ambiguousFormat(let formats):
            "the format is ambiguous: choose one with --format: " + formats.map(\.rawValue).joined(separator: ", ")
        case .malformed(let reason): reason
        case .tooManyEntries(let limit): "it has more than \(limit) entries: import it with 'leftoff import'"
        case .entry(let kind, let number, let reason): "\(kind) \(number): \(reason)"
        }
    }
}
