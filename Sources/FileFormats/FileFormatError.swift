/// An error that occurs when a file cannot be read in its format.
package enum FileFormatError: Error, Hashable, CustomStringConvertible {
    /// A quoted field of a CSV table has no end.
    ///
    /// The lines, from 1, are those of its record that are not read: the first one, or all until the quotation mark.
    case unclosedQuotationMark(lines: ClosedRange<Int>)
    /// A bookmark file ends within a bookmark, a comment, a tag or an element that contains only text.
    case truncatedBookmarks
    /// A file has neither bookmarks nor a list that could contain them.
    case noBookmarks
    /// The markup of a bookmark file cannot be read; the value is the reason.
    case unreadableMarkup(String)
    /// A file that Mozilla's programs compressed cannot be decompressed; the value is the reason.
    case malformedLZ4(String)

    /// The reason in one line.
    package var description: String {
        switch self {
        case .unclosedQuotationMark(let lines):
            "a quotation mark in the row that begins in line \(lines.lowerBound) is never closed"
        case .truncatedBookmarks:
            "the file ends within a bookmark, a comment, a tag or an element such as <title>: its end is missing"
        case .noBookmarks: "the file has no bookmarks"
        case .unreadableMarkup(let reason): reason
        case .malformedLZ4(let reason): "the compressed file cannot be read: \(reason)"
        }
    }
}

/// Detection and conversion of the encodings of imported files.
package enum TextEncoding {
    /// Converts a file to UTF-8.
    ///
    /// - Parameter bytes: The file in UTF-8, or in UTF-16 with a byte order mark, as spreadsheets write it. An odd byte
    ///   at the end of UTF-16 is dropped.
    /// - Returns: The file in UTF-8 without a byte order mark.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE): return utf8(bytes) { UInt16($1) << 8 | UInt16($0) }
        case (0xFE, 0xFF): return utf8(bytes) { UInt16($0) << 8 | UInt16($1) }
        default: return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        }
    }

    private static func utf8(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
