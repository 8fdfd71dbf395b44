package import DownloadImportExport
package import FoundationEssentials

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
        case .bookmarks: content = .bookmarks(try BookmarkPlaces(bytes))
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
            let start = String(decoding: bytes.prefix(ImportExportFormat.sniffedByteCount), as: UTF8.self)
            // The files of other programs can contain the word as a tag, but not as a key.
            let isBackup = start.split(separator: "\"leftoff\"", omittingEmptySubsequences: false).dropFirst()
                .contains { $0.first { !$0.isWhitespace } == ":" }
            return isBackup ? .json : nil
        case .csv, nil: return nil
        }
    }
}
