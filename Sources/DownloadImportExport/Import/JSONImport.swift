import DownloadQueue
import FoundationEssentials
import WHATWGURL

/// A parser of the queue's own JSON: an array of items, or one item per line.
enum JSONImport {
    /// An element of an array; nil if it is not an item.
    private struct Element: Decodable {
        let item: PortableItem?

        init(from decoder: any Decoder) throws { item = try? PortableItem(from: decoder) }
    }

    static func read(_ bytes: [UInt8]) -> QueueImport {
        var result = QueueImport()
        let first = bytes.first { !TextLines.isBlank($0) && !TextLines.isEnd($0) && !TextLines.mark.contains($0) }
        if first == UInt8(ascii: "[") {
            do {
                let data = Data(bytes.starts(with: TextLines.mark) ? bytes.dropFirst(3) : bytes[...])
                for (index, element) in try JSONDecoder().decode([Element].self, from: data).enumerated() {
                    if let item = element.item {
                        add(item, line: index + 1, &result)
                    } else {
                        result.reject("", line: index + 1, "not a queue item")
                    }
                }
            } catch {
                result.reject("", line: 1, "expected an array of the queue's items")
            }
            return result
        }
        // A single item may span several lines.
        if let item = try? JSONDecoder().decode(PortableItem.self, from: Data(bytes)) {
            add(item, line: 1, &result)
            return result
        }
        for line in TextLines(bytes) {
            do {
                let item = try JSONDecoder().decode(PortableItem.self, from: Data(line.text.utf8))
                add(item, line: line.number, &result)
            } catch DecodingError.dataCorrupted where result.items.isEmpty && result.problems.isEmpty {
                // If the first line is not JSON, the whole file is not, so one message is enough.
                result.reject(
                    "", line: line.number, "not JSON: expected an array of the queue's items, or one item per line")
                return result
            } catch {
                result.reject(line.text, line: line.number, "not a queue item")
            }
        }
        return result
    }

    private static func add(_ item: PortableItem, line: Int, _ result: inout QueueImport) {
        if let state = item.state, [QueueState.done, .cancelled].map(\.rawValue).contains(state) {
            return result.omissions.add("items that are \(state)")
        }
        guard let url = result.address(item.url, line: line) else { return }
        do {
            var listed = try item.listed(url)
            listed.isPaused = item.state == QueueState.paused.rawValue
            result.items.append(listed)
        } catch {
            result.reject(item.url, line: line, "\(error)")
        }
    }
}
