import FileFormats

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
            .trimmingPrefix(while: \.isWhitespace)
        if text.hasPrefix("{") { return .json }
        let upper = text.uppercased()
        if upper.hasPrefix("<!DOCTYPE NETSCAPE-BOOKMARK") || upper.contains("<DL") && upper.contains("<DT") {
            return .bookmarks
        }
        let header = text.prefix { !$0.isNewline }.split(separator: ",").map(CSVFile.columnName)
        return header.contains("url") || header.contains("highlight") ? .csv : nil
    }
}
