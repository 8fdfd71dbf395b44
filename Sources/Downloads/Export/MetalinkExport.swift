import WHATWGURL

/// A Metalink document (RFC 5854).
enum MetalinkExport {
    static func text(_ items: [ExportItem]) -> String {
        let files = items.map { item in
            var lines = ["  <file name=\"\(escaped(item.anyName))\">"]
            if let total = item.item.total { lines.append("    <size>\(total)</size>") }
            if let checksum = item.item.checksum {
                lines.append("    <hash type=\"sha-256\">\(checksum.sha256)</hash>")
            }
            lines += ["    <url>\(escaped(item.url.href))</url>", "  </file>"]
            return lines.map { $0 + "\n" }.joined()
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <metalink xmlns="urn:ietf:params:xml:ns:metalink">
            \(files.joined())</metalink>

            """
    }

    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
