import Transfer
import WHATWGURL

/// A configuration file of curl 7.73 and later: the options of each transfer, separated by `next`.
enum CurlExport {
    static func text(_ items: [ExportItem]) -> String {
        items.map { item in
            var lines = [
                "url = \(quoted(item.url.href))", "output-dir = \(quoted(item.item.directory))",
                "output = \(quoted(item.anyName))",
                // Brackets and braces are part of the address; an error page is no file.
                "globoff", "location", "fail", "create-dirs",
            ]
            if let referer = item.item.referer { lines.append("referer = \(quoted(referer))") }
            lines += item.headers.map { "header = \(quoted("\($0.name): \($0.value)"))" }
            return lines.map { $0 + "\n" }.joined()
        }.joined(separator: "next\n")
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": quoted += "\\\\"
            case "\"": quoted += "\\\""
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
