import DownloadQueue
package import FoundationEssentials
import Snapshots

/// An export of all places and, as JSON, all downloads.
///
/// It returns the file in parts and reads at most 500 places at a time, so that memory use does not grow with the
/// number of places.
///
/// ```swift
/// func write(_ store: some BackupStore, to file: FileHandle) throws {
///     var export = BackupExport(format: .json, of: store, at: Date())
///     while let part = try export.next() {
///         try file.write(contentsOf: part)
///     }
/// }
/// ```
package struct BackupExport: Sendable {
    private enum Step: Sendable {
        case opening
        case places(after: Int64)
        case downloads([QueueItem])
        case end
    }

    /// The maximum number of places or downloads in one part.
    private static let length = 500

    private let format: ImportExportFormat
    private let store: any BackupStore
    private let now: Date
    private let hasCredentials: Bool
    private var step = Step.opening
    private var isFirst = true

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - format: The format of the file. Downloads are written only as JSON.
    ///   - store: The source of the places and downloads.
    ///   - now: The time to write as the time of the export.
    ///   - hasCredentials: True to write the user names, passwords and request header fields of downloads too.
    package init(format: ImportExportFormat, of store: any BackupStore, at now: Date, hasCredentials: Bool = false) {
        self.format = format
        self.store = store
        self.now = now
        self.hasCredentials = hasCredentials
    }

    /// Returns the next part of the file.
    ///
    /// - Returns: Bytes in UTF-8, never empty; nil after the last part.
    /// - Throws: The store's error if the places or downloads cannot be read.
    package mutating func next() throws -> [UInt8]? {
        switch step {
        case .opening:
            step = .places(after: 0)
            return opening
        case .places(let position):
            let places = try store.places(after: position, limit: Self.length)
            guard let last = places.last else {
                let bytes = try endOfPlaces()
                isFirst = true
                return bytes
            }
            step = .places(after: last.position)
            return places.flatMap { entry($0) }
        case .downloads(let items):
            guard !items.isEmpty else {
                step = .end
                return Backup.closing
            }
            step = .downloads(Array(items.dropFirst(Self.length)))
            let bytes = try items.prefix(Self.length).flatMap { try entry($0) }
            return bytes.isEmpty ? try next() : bytes
        case .end: return nil
        }
    }

    private var opening: [UInt8] {
        switch format {
        case .json: Backup.opening(at: now)
        case .bookmarks: BookmarksFile.opening
        case .csv: CSVFile.opening
        }
    }

    private mutating func endOfPlaces() throws -> [UInt8]? {
        switch format {
        case .json:
            step = .downloads(try store.downloads())
            return Backup.middle
        case .bookmarks:
            step = .end
            return BookmarksFile.closing
        case .csv:
            step = .end
            return nil
        }
    }

    private mutating func entry(_ place: StoredSnapshot) -> [UInt8] {
        defer { isFirst = false }
        return switch format {
        case .json: Backup.entry(place, isFirst: isFirst)
        case .bookmarks:
            BookmarksFile.entry(place, address: place.snapshot.textFragmentURL)
        case .csv: CSVFile.row(place)
        }
    }

    private mutating func entry(_ item: QueueItem) throws -> [UInt8] {
        guard let bytes = try Backup.entry(item, isFirst: isFirst, hasCredentials: hasCredentials) else { return [] }
        isFirst = false
        return bytes
    }
}
