import FileFormats
import FoundationEssentials
import Snapshots
import WHATWGURL

/// Places as bookmarks in the Netscape bookmark file format.
enum BookmarksFile {
    /// The bytes before the first place.
    static var opening: [UInt8] { BookmarksWriter().opening(title: "Leftoff") }

    /// The bytes after the last place.
    static var closing: [UInt8] { BookmarksWriter().closing() }

    /// Returns a place as a bookmark.
    ///
    /// - Parameters:
    ///   - place: The stored snapshot with its title, tags and note.
    ///   - address: The URL to open, usually with a text directive that scrolls to the place.
    /// - Returns: One line in UTF-8, or more if the place has a note.
    static func entry(_ place: StoredSnapshot, address: String) -> [UInt8] {
        var output: [UInt8] = []
        let bookmark = Bookmark(
            url: address, title: place.snapshot.title.flatMap { $0.isEmpty ? nil : $0 } ?? place.snapshot.url.href,
            addedAt: place.snapshot.capturedAt ?? place.storedAt, tags: place.metadata.tags, note: place.metadata.note)
        BookmarksWriter().append(bookmark, to: &output)
        return output
    }

    /// Reads the bookmarks of a file.
    ///
    /// - Parameter bytes: The content of the whole file.
    /// - Returns: The bookmarks of pages, in the order of the file.
    /// - Throws: ``ImportExportError`` if the file is truncated or is not a bookmark file.
    static func read(_ bytes: [UInt8]) throws(ImportExportError) -> [Bookmark] {
        do { return try BookmarksReader.bookmarks(bytes) } catch { throw .malformed(error.description) }
    }
}
