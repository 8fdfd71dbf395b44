import DownloadQueue
package import FoundationEssentials
import Snapshots

/// Writes everything, part by part, so that little of it is in memory at once.
package struct BackupExport: Sendable {
    private enum Step: Sendable {
        case opening
        case places(after: Int64)
        case downloads([QueueItem])
        case end
    }

    /// How many places are read at once.
    private static let length = 500

    private let format: ImportExportFormat
    private let store: any BackupStore
    private let now: Date
    private let hasCredentials: Bool
    private var step = Step.opening
    private var isFirst = true

    /// Begins.
    ///
    /// - Parameters:
    ///   - format: The format; downloads are in JSON alone.
    ///   - store: Gives everything.
    ///   - now: When it is written.
    ///   - hasCredentials: Whether credentials and request fields are written too.
    package init(format: ImportExportFormat, of store: any BackupStore, at now: Date, hasCredentials: Bool = false) {
        self.format = format
        self.store = store
        self.now = now
        self.hasCredentials = hasCredentials
    }

    /// The next part.
    ///
    /// - Returns: UTF-8, never empty; nil after the last.
    /// - Throws: The store's own error.
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
            let bytes = items.prefix(Self.length).flatMap { entry($0) }
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

    private mutating func entry(_ item: QueueItem) -> [UInt8] {
        guard let bytes = Backup.entry(item, isFirst: isFirst, hasCredentials: hasCredentials) else { return [] }
        isFirst = false
        return bytes
    }
}
