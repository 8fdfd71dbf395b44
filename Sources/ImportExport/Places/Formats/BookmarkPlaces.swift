import FileFormats
import FoundationEssentials
import Places
import Syntax

/// The places of a bookmark file, one by one.
///
/// A place takes ten times the memory of its bookmark.
struct BookmarkPlaces: Sendable {
    /// The bookmarks that have not been read, the next one last.
    private var bookmarks: [Bookmark]
    /// One line for each bookmark that was left out, with the reason; after the first 10,000, one line counts the rest.
    private(set) var omissions: [String] = []
    /// The number of bookmarks that were left out.
    private(set) var unreadableCount = 0
    /// What the bookmarks contain and Leftoff has no counterpart for.
    private(set) var losses = ImportLosses()
    /// The program that wrote the file, if it can be told.
    let format: ImportFormat

    /// Reads the bookmarks of a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the whole file.
    ///   - limit: The maximum number of bookmarks.
    ///   - format: The format that the user has chosen; nil to detect it.
    /// - Throws: ``ImportExportError`` if the file is truncated, is not a bookmark file, or has too many bookmarks.
    init(_ bytes: [UInt8], limit: Int = .max, format: ImportFormat? = nil) throws(ImportExportError) {
        bookmarks = try BookmarksFile.read(bytes, limit: limit).reversed()
        self.format = format ?? .bookmarks
    }

    /// Returns the next place, which is at the top of its page; nil at the end.
    ///
    /// - Parameter now: The current time, after which no bookmark can have been made; nil if it is not known.
    mutating func next(now: Date? = nil) -> ImportedPlace? {
        while let bookmark = bookmarks.popLast() {
            do throws(SnapshotError) { return try Self.place(of: bookmark) } catch {
                unreadableCount += 1
                guard omissions.count < PlaceImport.omissionLimit else { continue }
                omissions.append("\(JSONValue.string(bookmark.url).excerpt): not imported: \(error.reason)")
            }
        }
        if unreadableCount > PlaceImport.omissionLimit, omissions.count == PlaceImport.omissionLimit {
            omissions.append("\(unreadableCount - omissions.count) more")
        }
        return nil
    }

    private static func place(of bookmark: Bookmark) throws(SnapshotError) -> ImportedPlace {
        var members: [String: JSONValue] = ["url": .string(bookmark.url), "title": .string(bookmark.title)]
        if let added = bookmark.addedAt { members["capturedAt"] = .string(RFC3339.string(added)) }
        // Other programs write duplicate tags and tags surrounded by spaces.
        var seen: Set<String> = []
        let tags = bookmark.tags.map(ImportText.line).filter { seen.insert($0.lowercased()).inserted }
        let metadata = try SnapshotMetadata(tags: tags, note: bookmark.note)
        return ImportedPlace(
            kind: .top, snapshot: try PageSnapshot(value: .object(members), limit: PageSnapshot.maximumByteCount),
            metadata: metadata)
    }
}
