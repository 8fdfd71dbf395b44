import Transfer
import WHATWGURL

/// An input file of aria2: each address on a line, followed by its options on indented lines.
enum Aria2Export {
    static func text(_ items: [ExportItem]) -> String {
        items.map { item in
            var lines = [item.url.href, "  dir=\(item.item.directory)"]
            if let name = item.name { lines.append("  out=\(name)") }
            if let checksum = item.item.checksum { lines.append("  checksum=sha-256=\(checksum.sha256)") }
            if let referer = item.item.referer { lines.append("  referer=\(referer)") }
            lines += item.headers.map { "  header=\($0.name): \($0.value)" }
            return lines.map { $0 + "\n" }.joined()
        }.joined()
    }
}
