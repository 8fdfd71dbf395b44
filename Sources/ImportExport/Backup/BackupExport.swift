import DownloadQueue
package import FoundationEssentials
package import Places
import Syntax

/// An export of all places and, as JSON, all downloads, or of selected places.
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
        case selectedPlaces([Int64])
        case endOfPlaces
        case downloads([QueueItem])
        case refusals
        case pageMarks(after: String?)
        case windows(after: Int64)
        case copies(after: Int64)
        case omissions
        case end
    }

    /// The maximum number of places or downloads in one part.
    private static let length = 500
    /// The maximum number of copies that are looked up at once.
    private static let copyLength = 64
    /// The size in bytes from which a part with copies is returned.
    private static let copyByteCount = 1 << 20

    private let format: ImportExportFormat
    private let store: any BackupStore
    private let now: Date
    private let hasCredentials: Bool
    private let hasCopies: Bool
    private let selection: SnapshotListing?
    private let ids: [String]?
    /// The ids and the pages of the written places; nil if all places are written.
    private var written: (ids: Set<String>, pages: Set<String>)?
    private var pending: [(number: Int64, copy: StoredCopy)] = []
    private var step = Step.opening
    private var isFirst = true
    /// One line for each record, or part of one, that was left out because it cannot be read.
    package private(set) var omissions: [String] = []

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - format: The format of the file. Downloads are written only as JSON.
    ///   - store: The source of the places and downloads.
    ///   - now: The time to write as the time of the export.
    ///   - hasCredentials: True to write the user names, passwords and request header fields of downloads too.
    ///   - hasCopies: True to write the copies of pages too. They are written only as JSON.
    ///   - selection: The criteria of the places to write; nil for all places.
    ///   - ids: Ids, unambiguous prefixes of ids, or `@`, of the places to write; nil for all places. With this or a
    ///     selection, the file contains only these places, their copies and their page marks.
    package init(
        format: ImportExportFormat, of store: any BackupStore, at now: Date, hasCredentials: Bool = false,
        hasCopies: Bool = true, selection: SnapshotListing? = nil, ids: [String]? = nil
    ) {
        self.format = format
        self.store = store
        self.now = now
        self.hasCredentials = hasCredentials
        self.hasCopies = hasCopies
        self.selection = selection
        self.ids = ids
        written = selection == nil && ids == nil ? nil : ([], [])
    }

    /// Returns the next part of the file.
    ///
    /// - Returns: Bytes in UTF-8, never empty; nil after the last part.
    /// - Throws: The store's error if the places or downloads cannot be read.
    package mutating func next() throws -> [UInt8]? {
        switch step {
        case .opening:
            if written == nil {
                step = .places(after: .min)
            } else {
                step = .selectedPlaces(try store.positions(of: selection ?? SnapshotListing(), ids: ids))
            }
            return opening
        case .selectedPlaces(let positions):
            let list = try store.places(at: Array(positions.prefix(Self.length)))
            omit(list.damaged)
            let rest = Array(positions.dropFirst(Self.length))
            step = rest.isEmpty ? .endOfPlaces : .selectedPlaces(rest)
            for place in list.snapshots {
                written?.ids.insert(place.id)
                written?.pages.insert(place.snapshot.pageKey)
            }
            let bytes = list.snapshots.flatMap { entry($0) }
            return bytes.isEmpty ? try next() : bytes
        case .places(let position):
            let list = try store.places(after: position, limit: Self.length)
            omit(list.damaged)
            step = list.next.map { .places(after: $0) } ?? .endOfPlaces
            let bytes = list.snapshots.flatMap { entry($0) }
            return bytes.isEmpty ? try next() : bytes
        case .endOfPlaces:
            let bytes = try endOfPlaces()
            isFirst = true
            return bytes
        case .downloads(let items):
            guard !items.isEmpty else {
                step = .refusals
                return try next()
            }
            step = .downloads(Array(items.dropFirst(Self.length)))
            let bytes = try items.prefix(Self.length).flatMap { try entry($0) }
            return bytes.isEmpty ? try next() : bytes
        case .refusals:
            step = .pageMarks(after: nil)
            isFirst = true
            let refusals = written == nil ? try store.refusals() : []
            guard !refusals.isEmpty else { return try next() }
            return Backup.refusals
                + refusals.enumerated().flatMap { Backup.entry($0.element, isFirst: $0.offset == 0) }
        case .pageMarks(let key):
            let marks = try store.pageMarks(after: key, limit: Self.length)
            guard let last = marks.last else {
                step = .windows(after: .min)
                isFirst = true
                return try next()
            }
            step = .pageMarks(after: last.key)
            let bytes = marks.filter { written?.pages.contains($0.key) ?? true }.flatMap { entry($0) }
            return bytes.isEmpty ? try next() : bytes
        case .windows(let position):
            guard written == nil, let set = try store.windowSet(after: position) else {
                isFirst = true
                step = hasCopies ? .copies(after: 0) : .omissions
                return hasCopies ? try beginningOfCopies() : try next()
            }
            step = .windows(after: set.position)
            omit(set.damaged)
            guard let json = set.json else { return try next() }
            defer { isFirst = false }
            return (isFirst ? Backup.windows + [UInt8(ascii: "\n")] : Array(",\n".utf8)) + json.encoded()
        case .copies(let number):
            let bytes = try copies(after: number)
            if !bytes.isEmpty { return bytes }
            step = .omissions
            return try next()
        case .omissions:
            step = .end
            guard !omissions.isEmpty else { return Backup.closing }
            let lines = omissions.map { "\n" + String(decoding: JSONValue.string($0).encoded(), as: UTF8.self) }
                .joined(separator: ",")
            return Backup.omissions + Array(lines.utf8) + Backup.closing
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
            guard written == nil else {
                step = .downloads([])
                return Backup.middle
            }
            let downloads = try store.downloads()
            omit(downloads.damaged)
            step = .downloads(downloads.items)
            return Backup.middle
        case .bookmarks:
            step = .end
            return BookmarksFile.closing
        case .csv:
            step = .end
            return nil
        }
    }

    /// Returns the bytes before the first copy, or the end of the document if there are no copies.
    private mutating func beginningOfCopies() throws -> [UInt8] {
        pending = try store.copies(after: 0, limit: Self.copyLength)
        guard pending.isEmpty else { return Backup.copiesOpening }
        step = .omissions
        guard let bytes = try next() else { return Backup.closing }
        return bytes
    }

    private mutating func omit(_ records: [UnreadableRecord]) {
        omissions += records.map { "\($0.subject) is left out: \($0.reason)" }
    }

    /// Returns the next copies; empty after the last one.
    private mutating func copies(after number: Int64) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var last = number
        while bytes.count < Self.copyByteCount {
            if pending.isEmpty { pending = try store.copies(after: last, limit: Self.copyLength) }
            guard let (number, copy) = pending.first else { break }
            pending.removeFirst()
            last = number
            guard written?.ids.contains(copy.placeID) ?? true else { continue }
            do {
                bytes += Backup.entry(copy, content: try store.content(of: copy), isFirst: isFirst)
                isFirst = false
            } catch {
                omissions.append("the \(copy.kind.rawValue) of place \(copy.placeID) is left out: \(error)")
            }
        }
        step = .copies(after: last)
        return bytes
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

    private mutating func entry(_ page: MarkedPage) -> [UInt8] {
        defer { isFirst = false }
        return (isFirst ? Backup.pages : []) + Backup.entry(page, isFirst: isFirst)
    }

    private mutating func entry(_ item: QueueItem) throws -> [UInt8] {
        guard let bytes = try Backup.entry(item, isFirst: isFirst, hasCredentials: hasCredentials) else { return [] }
        isFirst = false
        return bytes
    }
}
