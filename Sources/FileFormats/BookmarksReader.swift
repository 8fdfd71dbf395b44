import Markup

/// A reader of bookmark files in the Netscape format, as browsers and bookmark services export them.
///
/// The format is HTML without most end tags, and its lists are not nested correctly. Therefore only the order of the
/// tags counts: a bookmark is an `A` with its text, and a `DD` after it is its description. Folders are ignored.
///
/// ```swift
/// let file = "<DL><DT><A HREF=\"https://example.org/\" TAGS=\"later\">Q &amp; A</A></DL>"
/// for bookmark in try BookmarksReader.bookmarks(Array(file.utf8)) {
///     print(bookmark.url, bookmark.title, bookmark.tags)  // https://example.org/ Q & A ["later"]
/// }
/// ```
package enum BookmarksReader {
    /// Reads all bookmarks of pages.
    ///
    /// - Parameter bytes: The file. Its encoding is detected as for a local page; the default is UTF-8.
    /// - Returns: The bookmarks in the order of the file, without those of a browser's own URLs such as `javascript:`
    ///   and `place:`.
    /// - Throws: ``FileFormatError`` if the file is truncated or is not a bookmark file.
    package static func bookmarks(_ bytes: [UInt8]) throws(FileFormatError) -> [Bookmark] {
        let scan = BookmarkScan()
        do {
            let reader = HTMLReader(
                interest: BookmarkScan.interest, handler: scan, contentType: nil, isLocal: true, countsLines: false)
            try bytes.withUnsafeBufferPointer { try reader.receive($0) }
            try endMark(of: bytes, value: scan.endValue).withUnsafeBufferPointer { try reader.receive($0) }
            try reader.finish()
        } catch {
            throw .unreadableMarkup("\(error)")
        }
        guard scan.isComplete else { throw .truncatedBookmarks }
        guard !scan.bookmarks.isEmpty || scan.hasList else { throw .noBookmarks }
        return scan.bookmarks
    }

    /// Returns a tag that is read after a file to find out if the file is complete, in the file's encoding.
    ///
    /// If the file ends within a tag or a comment, the tokenizer reports neither an error nor this tag.
    private static func endMark(of bytes: [UInt8], value: String) -> [UInt8] {
        let mark = Array("<hr \(BookmarkScan.endAttribute)=\(value)>".utf8)
        switch SniffedEncoding(of: Array(bytes.prefix(1024)), contentType: nil, isLocal: true).encoding {
        case .utf16LE: return mark.flatMap { [$0, 0] }
        case .utf16BE: return mark.flatMap { [0, $0] }
        default: return mark
        }
    }
}
