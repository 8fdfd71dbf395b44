import DownloadQueue
import FileFormats
package import FoundationEssentials
package import Places
import Syntax
import WHATWGURL

/// The places and downloads read from an imported file.
///
/// ```swift
/// let csv = "URL,Highlight,Tags\nhttps://example.org/a,went on reading,fox\n"
/// let contents = try BackupContents(Array(csv.utf8))
/// print(contents.newPlaces.map(\.snapshot.url.href))  // ["https://example.org/a"]
/// contents.omissions.forEach { print($0) }
/// ```
package struct BackupContents: Sendable {
    /// The places that have an id and a time, oldest first.
    package var places: [StoredSnapshot] = []
    /// The places without an id, oldest first; each gets a new id when it is stored.
    package var newPlaces: [(snapshot: PageSnapshot, metadata: SnapshotMetadata)] = []
    /// The pages on which the reader has refused automatic places.
    package var refusals: [AutomaticPlace.Refusal] = []
    /// The page marks of pages that were marked.
    package var pageMarks: [MarkedPage] = []
    /// The window sets, oldest first.
    package var windows: [WindowSetAddition] = []
    /// The unfinished downloads; a ``DownloadPlan`` says which of their parts count.
    package var downloads: [ListedDownload] = []
    /// The copies of pages; empty if the file was read by ``BackupSplitter``.
    package var copies: [BackupCopy] = []
    /// The number of finished, quarantined and cancelled downloads, which are not queued again.
    var finishedCount = 0
    /// One line for each entry that was left out, with the reason; after the first 10,000, one line counts the others.
    package private(set) var omissions: [String] = []
    /// The number of entries, and of parts of them, that were left out.
    private(set) var unreadableCount = 0

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the whole file.
    ///   - format: The file's format; nil to detect it.
    ///   - entryLimit: The maximum number of entries of a backup.
    ///   - check: Called for each entry of a backup; its error ends the reading.
    /// - Throws: ``ImportExportError`` with the cause, or the error of `check`.
    package init(
        _ bytes: [UInt8], format: ImportExportFormat? = nil, entryLimit: Int = .max, check: () throws -> Void = {}
    ) throws {
        switch format ?? .sniff(bytes) {
        case .json:
            var count = 0
            try readJSON(bytes) {
                count += 1
                guard count <= entryLimit else { throw ImportExportError.tooManyEntries(limit: entryLimit) }
                try check()
            }
        case .bookmarks: try readBookmarks(bytes)
        case .csv: try readCSV(bytes)
        case nil: throw ImportExportError.unknownFormat
        }
        if unreadableCount > omissions.count { omissions.append("\(unreadableCount - omissions.count) more") }
    }

    /// Creates the contents of a file with windows only.
    init(windows: [WindowSetAddition]) { self.windows = windows }

    /// Records that an entry, or a part of one, was left out.
    private mutating func leaveOut(_ omission: String) {
        unreadableCount += 1
        if omissions.count < PlaceImport.omissionLimit { omissions.append(omission) }
    }

    private mutating func readJSON(_ bytes: [UInt8], _ visit: () throws -> Void) throws {
        // Each entry is parsed by itself, so that a malformed one does not hide the others.
        let document = try JSONOutline(TextEncoding.utf8(bytes))
        guard document.start(of: document.root) == UInt8(ascii: "{") else {
            throw ImportExportError.unknownFormat
        }
        let lists = try document.members(of: document.root)
        guard let range = lists["leftoff"], let version = try document.value(in: range).integer else {
            throw ImportExportError.unknownFormat
        }
        guard (1...Backup.version).contains(version) else {
            let supported = "this leftoff reads versions up to \(Backup.version)"
            throw ImportExportError.malformed("version \(version) is not supported; \(supported)")
        }
        try read("place", named: "places", of: lists, in: document, visit) {
            (contents, entry) throws(ImportExportError) in
            let place = try Self.place(entry)
            let (byteCount, limit) = (place.snapshot.encoded().count, PageSnapshot.maximumBackupByteCount)
            guard byteCount <= limit else {
                throw entry.failure("\(JSONError.tooLarge(byteCount: byteCount, limit: limit))")
            }
            contents.places.append(place)
        }
        try read("refusal", named: "refusals", of: lists, in: document, visit) {
            (contents, entry) throws(ImportExportError) in
            contents.refusals.append(try Self.refusal(entry))
        }
        try read("page", named: "pages", of: lists, in: document, visit) {
            (contents, entry) throws(ImportExportError) in
            contents.pageMarks.append(try Self.pageMark(entry))
        }
        try read("copy", named: "copies", of: lists, in: document, visit) {
            (contents, entry) throws(ImportExportError) in
            contents.copies.append(try BackupCopy(entry))
        }
        try read("window", named: "windows", of: lists, in: document, byteLimit: Self.windowByteLimit, visit) {
            (contents, entry) throws(ImportExportError) in
            try contents.readWindow(entry)
        }
        try read("download", named: "queue", of: lists, in: document, visit) {
            (contents, entry) throws(ImportExportError) in
            try contents.readDownload(entry)
        }
    }

    /// The maximum number of entries that are left out; a file with more is not a backup of Leftoff.
    ///
    /// A malformed entry can be two bytes long, and takes as much time as a whole one.
    static let unreadableLimit = 100_000

    /// The maximum size of an entry in bytes; parsed, it takes up to 25 times as much memory.
    ///
    /// The largest copies have 6 MiB (`PictureCopy.maximumByteCount`), and places have 256 KiB.
    private static let entryByteLimit = 16 << 20
    /// The maximum size of a window set in bytes, whose 500 tabs may each have a place.
    private static let windowByteLimit = 160 << 20

    /// Reads the entries of a list, and lists those that cannot be read in ``omissions``.
    ///
    /// - Parameters:
    ///   - kind: The kind of the entries, for messages.
    ///   - name: The key of the list, which need not exist.
    ///   - lists: The ranges of the members of the document.
    ///   - document: The outline to which the ranges refer.
    ///   - byteLimit: The maximum size of an entry in bytes.
    ///   - visit: Called for each entry; its error ends the reading.
    ///   - body: Adds an entry to the contents.
    /// - Throws: ``ImportExportError/malformed(_:)`` if the value is not a list, or too many entries cannot be read;
    ///   the error of `visit`.
    private mutating func read(
        _ kind: String, named name: String, of lists: [String: Range<Int>], in document: JSONOutline,
        byteLimit: Int = entryByteLimit, _ visit: () throws -> Void,
        _ body: (inout BackupContents, BackupEntry) throws(ImportExportError) -> Void
    ) throws {
        guard let list = lists[name], !document.bytes[list].elementsEqual("null".utf8) else { return }
        guard document.start(of: list) == UInt8(ascii: "[") else {
            throw ImportExportError.malformed("\"\(name)\" is not a list")
        }
        var elements = try document.elementReader(of: list)
        var number = 0
        while let range = try elements.next() {
            number += 1
            try visit()
            do throws(ImportExportError) {
                guard range.count <= byteLimit else { throw .malformed("it is larger than \(byteLimit) bytes") }
                let value = try document.value(in: range)
                try body(&self, BackupEntry(kind: kind, number: number, value: value))
            } catch {
                let reason = if case .entry(_, _, let reason) = error { reason } else { error.description }
                leaveOut("\(kind) \(number): not imported: \(reason)")
            }
            guard unreadableCount <= Self.unreadableLimit else {
                throw ImportExportError.malformed("more than \(Self.unreadableLimit) of its entries cannot be read")
            }
        }
    }

    private mutating func readDownload(_ entry: BackupEntry) throws(ImportExportError) {
        let name = try entry.text("state")
        let state = name.flatMap(QueueState.init)
        guard (name == nil) == (state == nil) else { throw entry.failure("its state is unknown") }
        var download = try Self.download(entry)
        guard state != .done, state != .quarantined, state != .cancelled else {
            finishedCount += 1
            return
        }
        download.hadFailed = state == .failed
        download.isPaused = state == .paused || download.hadFailed
        downloads.append(download)
    }

    private mutating func readWindow(_ entry: BackupEntry) throws(ImportExportError) {
        let storedAt = try entry.text("storedAt").flatMap(RFC3339.date)
        guard let id = try entry.text("id"), Self.isID(id),
            let request = try entry.text("request"), let storedAt
        else { throw entry.failure("its id, storedAt or request is missing or malformed") }
        do throws(WindowSetError) {
            let (set, omitted) = try WindowSet.read(entry.value, isNew: false)
            windows.append(WindowSetAddition(set: set, request: request, storedAt: storedAt, id: id))
            for part in omitted { leaveOut("window \(entry.number), \(part)") }
        } catch {
            throw entry.failure("\(error)")
        }
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == RecordID.length && text.utf8.allSatisfy(RecordID.alphabet.contains)
    }

    private static func place(_ entry: BackupEntry) throws(ImportExportError) -> StoredSnapshot {
        guard let id = try entry.text("id"), Self.isID(id) else {
            throw entry.failure("its id is missing or malformed")
        }
        guard let storedAt = try entry.text("storedAt").flatMap(RFC3339.date) else {
            throw entry.failure("storedAt is missing or not a time")
        }
        guard let snapshot = entry.value["snapshot"] else { throw entry.failure("the snapshot is missing") }
        let (origin, expiresAt) = try Self.origin(entry, storedAt: storedAt)
        let (tags, note) = (try entry.texts("tags"), try entry.text("note") ?? "")
        do {
            return StoredSnapshot(
                id: id, snapshot: try PageSnapshot(stored: snapshot), storedAt: storedAt,
                metadata: try SnapshotMetadata(tags: tags, note: note), origin: origin, expiresAt: expiresAt)
        } catch {
            throw entry.failure(error.reason)
        }
    }

    private static func refusal(_ entry: BackupEntry) throws(ImportExportError) -> AutomaticPlace.Refusal {
        guard let page = try entry.text("page") else { throw entry.failure("its page is missing") }
        guard let refusedAt = try entry.text("refusedAt").flatMap(RFC3339.date) else {
            throw entry.failure("refusedAt is missing or not a time")
        }
        let id = try entry.text("place")
        if let id, !isID(id) { throw entry.failure("the id of its place is malformed") }
        return AutomaticPlace.Refusal(pageKey: try pageKey(page, entry), refusedAt: refusedAt, placeID: id)
    }

    private static func pageMark(_ entry: BackupEntry) throws(ImportExportError) -> MarkedPage {
        guard let page = try entry.text("page") else { throw entry.failure("its page is missing") }
        guard let state = try entry.text("state").flatMap(PageState.init) else {
            throw entry.failure("its state is missing or unknown")
        }
        guard let markedAt = try entry.text("markedAt").flatMap(RFC3339.date) else {
            throw entry.failure("markedAt is missing or not a time")
        }
        let text = try entry.text("until")
        let until = text.flatMap(RFC3339.date)
        guard (text == nil) == (until == nil) else { throw entry.failure("until is not a time") }
        return MarkedPage(key: try pageKey(page, entry), mark: PageMark(state, until: until), markedAt: markedAt)
    }

    /// Returns the key of a page, which can have changed since the export.
    private static func pageKey(_ page: String, _ entry: BackupEntry) throws(ImportExportError) -> String {
        do throws(SnapshotError) {
            return try PageSnapshot(value: .object(["url": .string(page)])).pageKey
        } catch {
            throw entry.failure(error.reason)
        }
    }

    /// Returns the origin of a place and the time at which it expires, which only an automatic place has.
    private static func origin(
        _ entry: BackupEntry, storedAt: Date
    ) throws(ImportExportError) -> (SnapshotOrigin, Date?) {
        guard let name = try entry.text("origin") else { return (.click, nil) }
        guard let origin = SnapshotOrigin(rawValue: name) else { throw entry.failure("its origin is unknown") }
        guard origin == .automatic else { return (origin, nil) }
        let text = try entry.text("expiresAt")
        let expiresAt = text.flatMap(RFC3339.date)
        guard (text == nil) == (expiresAt == nil) else { throw entry.failure("expiresAt is not a time") }
        let latest = storedAt + AutomaticPlace.lifetime
        return (origin, expiresAt.map { min($0, latest) } ?? latest)
    }

    private static func download(_ entry: BackupEntry) throws(ImportExportError) -> ListedDownload {
        guard let url = try entry.text("url").flatMap({ WebURL($0) }), url.isHTTP else {
            throw entry.failure("its address is not an http or https URL")
        }
        do { return try ListedDownload(json: entry.value.encoded(), url: url) } catch {
            throw entry.failure("\(error)")
        }
    }
}

extension BackupContents {
    /// Reads a bookmark file; each bookmark of a page becomes a place at the top of that page.
    private mutating func readBookmarks(_ bytes: [UInt8]) throws(ImportExportError) {
        var places = try BookmarkPlaces(bytes)
        while let place = places.next() { newPlaces.append((place.snapshot, place.metadata)) }
        for omission in places.omissions { leaveOut(omission) }
    }

    /// Reads a CSV table of quotes.
    private mutating func readCSV(_ bytes: [UInt8]) throws(ImportExportError) {
        do {
            var places = try PlaceImport(bytes, format: .csv)
            while let place = try places.next() { newPlaces.append((place.snapshot, place.metadata)) }
            for omission in places.omissions { leaveOut(omission) }
        } catch let error as ImportExportError {
            throw error
        } catch {
            throw .malformed("\(error)")
        }
    }
}

/// An entry of a backup, with its kind and number for error messages.
struct BackupEntry {
    let kind: String
    /// The number of the entry in its list, counted from 1.
    let number: Int
    let value: JSONValue

    /// Returns an error that names the entry and the reason.
    func failure(_ reason: String) -> ImportExportError { .entry(kind: kind, number: number, reason: reason) }

    /// Returns the string of a key; nil if the key is missing or null.
    func text(_ name: String) throws(ImportExportError) -> String? {
        guard let value = value[name], !value.isNull else { return nil }
        guard let text = value.string else { throw failure("\(name) is not a string") }
        return text
    }

    /// Returns the strings in the list of a key; empty if the key is missing or null.
    func texts(_ name: String) throws(ImportExportError) -> [String] {
        guard let value = value[name], !value.isNull else { return [] }
        let texts = value.array?.map(\.string)
        guard let texts, !texts.contains(nil) else { throw failure("\(name) is not a list of strings") }
        return texts.compactMap { $0 }
    }
}

/// A copy of a page in a backup.
package struct BackupCopy: Sendable {
    /// The maximum size of a line in bytes; parsed, it takes up to 25 times as much memory.
    ///
    /// The largest copies have 6 MiB (`PictureCopy.maximumByteCount`), and the other members some hundred bytes.
    package static let maximumLineByteCount = 8 << 20
    /// The maximum nesting of a copy in a backup, of which the copy itself may have 16 levels.
    private static let depthLimit = 24

    /// The id of the place that the copy belongs to.
    package let placeID: String
    /// The kind of copy.
    package let kind: CopyKind
    /// The time when the copy was stored.
    package let storedAt: Date
    /// The JSON of the copy, as `CopyKind.normalized(json:)` returns it.
    package let content: [UInt8]

    /// Reads a line of a backup.
    ///
    /// - Parameters:
    ///   - line: The JSON object of the copy.
    ///   - number: The number of the copy in the backup, counted from 1, for the error.
    /// - Throws: ``ImportExportError/entry(kind:number:reason:)``.
    package init(line: [UInt8], number: Int) throws(ImportExportError) {
        guard line.count <= Self.maximumLineByteCount else {
            throw .entry(
                kind: "copy", number: number, reason: "its line is longer than \(Self.maximumLineByteCount) bytes")
        }
        let value: JSONValue
        do { value = try JSONValue(json: line, limit: .max, depthLimit: Self.depthLimit) } catch {
            throw .entry(kind: "copy", number: number, reason: error.description)
        }
        try self.init(BackupEntry(kind: "copy", number: number, value: value))
    }

    /// Reads an entry of a backup.
    ///
    /// - Throws: ``ImportExportError/entry(kind:number:reason:)``.
    init(_ entry: BackupEntry) throws(ImportExportError) {
        guard let place = try entry.text("place") else { throw entry.failure("the id of its place is missing") }
        guard let kind = try entry.text("kind").flatMap(CopyKind.init) else {
            throw entry.failure("its kind is missing or unknown")
        }
        guard let storedAt = try entry.text("storedAt").flatMap(RFC3339.date) else {
            throw entry.failure("storedAt is missing or not a time")
        }
        guard let copy = entry.value["copy"] else { throw entry.failure("the copy is missing") }
        do throws(CopyError) { content = try kind.normalized(json: copy.encoded()) } catch {
            throw entry.failure(error.reason)
        }
        placeID = place
        self.kind = kind
        self.storedAt = storedAt
    }
}
