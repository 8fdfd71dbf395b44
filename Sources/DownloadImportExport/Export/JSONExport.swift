import DownloadQueue
import FoundationEssentials

/// The queue's own JSON, one item a line: what `queue list` shows, and what another queue needs to take the item over.
enum JSONExport {
    private struct Item: Encodable {
        let exported: ExportItem

        func encode(to encoder: any Encoder) throws {
            try PortableItem(exported).encode(to: encoder)
            var item = exported.item
            item.request.url = exported.url
            // What is to be left out is left out already.
            try QueueItemJSON(item, includesCredentials: true).encode(to: encoder)
        }
    }

    static func text(_ items: [ExportItem]) -> String {
        let lines = items.compactMap(line)
        return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }

    static func line(_ item: ExportItem) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(Item(exported: item))).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension QueueItem {
    /// The item as the queue's JSON has it, with what another queue needs to take it over.
    ///
    /// - Parameter includesCredentials: Whether user names, passwords, and request fields, any of which may be a secret, are in it.
    /// - Returns: An object of one line.
    package func portableJSON(includesCredentials: Bool) -> String? {
        var item = self
        if !includesCredentials { item.request.headers = [] }
        return JSONExport.line(ExportItem(item, includesCredentials: includesCredentials))
    }
}
