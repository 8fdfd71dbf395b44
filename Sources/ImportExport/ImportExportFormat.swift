/// The formats in which places leave and come back.
package enum ImportExportFormat: String, Sendable, CaseIterable {
    /// Leftoff's own: places with everything, and the queue.
    case json
    /// Netscape's bookmark file, which browsers read and write.
    case bookmarks
    /// Quotes with their sources, as Readwise reads and writes them.
    case csv

    /// Recognises a file by how it begins.
    ///
    /// - Parameter bytes: The file.
    /// - Returns: The format; nil for something else.
    package static func sniff(_ bytes: some Sequence<UInt8>) -> ImportExportFormat? {
        var start = Array(bytes.prefix(4096))
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start.removeFirst(3) }
        let text = String(decoding: start, as: UTF8.self).trimmingPrefix(while: \.isWhitespace)
        if text.hasPrefix("{") { return .json }
        let upper = text.uppercased()
        if upper.hasPrefix("<!DOCTYPE NETSCAPE-BOOKMARK") || upper.contains("<DL") && upper.contains("<DT") {
            return .bookmarks
        }
        let header = text.prefix { !$0.isNewline }.split(separator: ",").map(CSVFile.columnName)
        return header.contains("url") || header.contains("highlight") ? .csv : nil
    }
}
