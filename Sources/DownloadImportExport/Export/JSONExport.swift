import DownloadQueue
import JSON

/// A writer of the queue's own JSON, with one item per line.
///
/// An item has the properties that `queue list` prints and those that another queue needs to import it.
enum JSONExport {
    private struct Item: Encodable {
        let exported: ExportItem

        func encode(to encoder: any Encoder) throws {
            try PortableItem(exported).encode(to: encoder)
            var item = exported.item
            item.request.url = exported.url
            // Credentials that are not to be included have already been removed from the item.
            try QueueItemJSON(item, includesCredentials: true).encode(to: encoder)
        }
    }

    static func text(_ items: [ExportItem]) throws -> String {
        let lines = try items.map(line)
        return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }

    static func line(_ item: ExportItem) throws -> String {
        String(decoding: try JSONText.encode(Item(exported: item)), as: UTF8.self)
    }
}

extension QueueItem {
    /// Returns the item as JSON that another queue can import.
    ///
    /// - Parameter includesCredentials: True to include user names, passwords, and header fields, any of which may be a
    ///   secret.
    /// - Returns: A JSON object on one line.
    /// - Throws: `EncodingError`.
    package func portableJSON(includesCredentials: Bool) throws -> String {
        var item = self
        if !includesCredentials { item.request.headers = [] }
        return try JSONExport.line(ExportItem(item, includesCredentials: includesCredentials))
    }
}
