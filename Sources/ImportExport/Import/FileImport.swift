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
        case backup(BackupContents, format: ImportFormat)
        case places(PlaceImport)
    }

    private var content: Content

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - format: The format; nil to detect it.
    /// - Throws: ``ImportExportError`` if the format is unknown or ambiguous, or if the file is malformed.
    package init(_ bytes: [UInt8], format: ImportFormat? = nil) throws {
        switch format ?? Self.wholeFormat(bytes) {
        case .json: content = .backup(try BackupContents(bytes, format: .json), format: .json)
        case .bookmarks: content = .backup(try BackupContents(bytes, format: .bookmarks), format: .bookmarks)
        default:
            do { content = .places(try PlaceImport(bytes, format: format)) } catch ImportExportError.unknownFormat {
                guard format == nil, ImportExportFormat.sniff(bytes) == .json else {
                    throw ImportExportError.unknownFormat
                }
                content = .backup(try BackupContents(bytes, format: .json), format: .json)
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
        content = .places(try PlaceImport(archive: archive, format: format))
    }

    /// True if the file is a backup with downloads to queue.
    package var hasDownloads: Bool {
        guard case .backup(let contents, _) = content else { return false }
        return !contents.downloads.isEmpty
    }

    /// Returns the plan of the downloads of a backup; other formats contain none.
    ///
    /// - Parameter rules: The rules for the downloads.
    /// - Returns: The plan, which can be shown and restricted before ``store(in:downloads:at:)``.
    package func plan(_ rules: ListRules) -> DownloadPlan {
        guard case .backup(let contents, _) = content else { return DownloadPlan() }
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
    /// - Returns: What became of the entries.
    /// - Throws: ``ImportExportError`` if the file is malformed, or the store's error; nothing was stored then.
    package mutating func store(
        in store: any BackupStore, downloads: DownloadPlan, at now: Date
    ) throws -> ImportReceipt {
        switch content {
        case .backup(let contents, let format):
            let stored = try store.importContents(contents, queueing: downloads.downloads, at: now)
            var receipt = ImportReceipt(
                format: format, stored: stored, endedDownloads: contents.finishedCount,
                unreadable: contents.unreadableCount, omissions: contents.omissions)
            do { receipt.add(try store.importCopies(contents.copies)) } catch {
                let count = contents.copies.count
                receipt.unreadable += count
                receipt.omissions.append("\(count == 1 ? "1 copy is" : "\(count) copies are") not imported: \(error)")
            }
            return receipt
        case .places(var places):
            let tally = try store.importPlaces(at: now) { try places.next() }
            return ImportReceipt(
                format: places.format,
                stored: BackupReceipt(addedPlaces: tally.added, knownPlaces: tally.known, queuedDownloads: 0),
                highlights: tally.highlights, approximate: tally.approximate, unreadable: places.unreadableCount,
                omissions: places.omissions)
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
