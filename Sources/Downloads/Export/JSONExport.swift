import FoundationEssentials
import WHATWGURL

/// The queue's own JSON, one item a line.
enum JSONExport {
    static func text(_ items: [QueueItem], urls: [WebURL]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = zip(items, urls).compactMap { item, url -> String? in
            var item = item
            item.request.url = url
            return (try? encoder.encode(QueueItemJSON(item))).map { String(decoding: $0, as: UTF8.self) }
        }
        return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }
}
