import FileFormats
import FoundationEssentials
import Places
import Syntax
import WHATWGURL

/// The file formats for exporting and importing places.
package enum ImportExportFormat: String, Sendable, CaseIterable {
    /// Leftoff's own format: all data of the places, and the download queue.
    case json
    /// The Netscape bookmark file format, which browsers import and export.
    case bookmarks
    /// A CSV table of quotes with their sources, as Readwise imports and exports.
    case csv

    /// The media type of an HTTP response in this format.
    ///
    /// Bookmarks are served as plain text, so that markup in them never runs in the service's origin.
    package var mediaType: String { attributes.mediaType }
    /// The file name extension, without a dot.
    package var fileExtension: String { attributes.fileExtension }

    private var attributes: (mediaType: String, fileExtension: String) {
        switch self {
        case .json: ("application/json", "json")
        case .bookmarks: ("text/plain; charset=utf-8", "html")
        case .csv: ("text/csv; charset=utf-8", "csv")
        }
    }

    /// The number of bytes at the start of a file that determine its format.
    package static let sniffedByteCount = 4096

    /// Detects the format of a file by its first 4 KiB.
    ///
    /// - Parameter bytes: The file's content, or at least its start.
    /// - Returns: The format; nil if none matches.
    package static func sniff(_ bytes: some Sequence<UInt8>) -> ImportExportFormat? {
        let text = String(decoding: TextEncoding.utf8(Array(bytes.prefix(sniffedByteCount))), as: UTF8.self)
            .streamSafe.trimmingPrefix(while: \.isWhitespace)
        if text.hasPrefix("{") { return .json }
        // The entries of documents and tables may contain lists in HTML too.
        if text.hasPrefix("<") {
            let upper = text.uppercased()
            let isBookmarkFile =
                upper.hasPrefix("<!DOCTYPE NETSCAPE-BOOKMARK") || upper.contains("<DL") && upper.contains("<DT")
            return isBookmarkFile ? .bookmarks : nil
        }
        let line = text.prefix { !$0.isNewline }
        let separator = Character(Unicode.Scalar(CSVRecords.separator(of: line.utf8)))
        let header = line.split(separator: separator).map(CSVFile.columnName)
        return header.contains("url") || header.contains("highlight") ? .csv : nil
    }
}

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
    /// - Parameters:
    ///   - bytes: The content of the whole file.
    ///   - limit: The maximum number of bookmarks.
    /// - Returns: The bookmarks of pages, in the order of the file, and the numbers of what else it contains.
    /// - Throws: ``ImportExportError`` if the file is truncated, is not a bookmark file, or has too many bookmarks.
    static func read(_ bytes: [UInt8], limit: Int) throws(ImportExportError) -> BookmarkList {
        let list: BookmarkList
        do { list = try BookmarksReader.read(bytes, limit: limit) } catch { throw .malformed(error.description) }
        guard list.bookmarks.count <= limit else { throw .tooManyEntries(limit: limit) }
        return list
    }
}

/// Places as a CSV table of quotes, with the columns that Readwise imports.
enum CSVFile {
    private static let header = ["Highlight", "Title", "Author", "URL", "Note", "Tags", "Location", "Date"]

    /// The columns, as ``columnName(_:)`` returns their names.
    static let columns = Set(header.map(columnName))

    /// The header row, before the first place.
    static var opening: [UInt8] { record(header) }

    /// Compares the columns of a table with those of this format.
    ///
    /// - Parameter columns: The names of the columns, as ``columnName(_:)`` returns them.
    /// - Returns: True if all columns of this format are among them, as in a table that was edited.
    static func isOwn(columns: some Sequence<String>) -> Bool { Set(columns).isSuperset(of: Self.columns) }

    /// Returns a place as a row of the table.
    ///
    /// - Parameter place: The stored snapshot; its `PageSnapshot.highlight` is the first column.
    /// - Returns: The row in UTF-8, with its line break.
    static func row(_ place: StoredSnapshot) -> [UInt8] {
        let snapshot = place.snapshot
        return record([
            snapshot.highlight ?? "", snapshot.title ?? "", "", snapshot.url.href, place.metadata.note,
            place.metadata.tags.joined(separator: ","),
            snapshot.progress.map { "\(Int(clamping: $0 * 100, to: 0...100))" } ?? "",
            RFC3339.string(snapshot.capturedAt ?? place.storedAt),
        ])
    }

    /// Returns a column's name for comparison: in lower case, without quotation marks and without redundant spaces.
    static func columnName(_ text: some StringProtocol) -> String {
        String(text.lowercased().filter { $0 != "\"" && $0 != "\u{FEFF}" }.trimmingPrefix { $0 == " " })
            .split(separator: " ").joined(separator: " ")
    }

    private static func record(_ fields: [String]) -> [UInt8] {
        var output: [UInt8] = []
        CSVWriter.append(fields, to: &output)
        return output
    }
}
