import WHATWGURL

/// A configuration file of curl 7.73 and later (`curl -K`): the options of each transfer, separated by `next`.
///
/// It contains neither a checksum nor a length. Every file gets a name, because curl would print files without one.
package struct CurlConfiguration: DownloadList {
    private var isEmpty = true

    /// Creates an empty configuration.
    package init() {}

    package mutating func text(of entry: DownloadEntry) -> String {
        var lines = isEmpty ? [] : ["next"]
        isEmpty = false
        lines.append("url = \(Self.quoted(entry.url.href))")
        if let directory = entry.file.directory { lines.append("output-dir = \(Self.quoted(directory))") }
        // A single hyphen would mean standard output.
        lines.append("output = \(Self.quoted(entry.anyName == "-" ? "./-" : entry.anyName))")
        // Brackets and braces are part of the URL, and an error page must not be saved as the file.
        lines += ["globoff", "location", "fail", "create-dirs"]
        if let referer = entry.request.referer { lines.append("referer = \(Self.quoted(referer))") }
        if let userAgent = entry.request.userAgent { lines.append("user-agent = \(Self.quoted(userAgent))") }
        if let proxy = entry.request.proxy { lines.append("proxy = \(Self.quoted(proxy))") }
        if let path = entry.request.netrcPath { lines.append("netrc-file = \(Self.quoted(path))") }
        // curl reads a value with an equals sign as a cookie and not as a path.
        if let path = entry.request.cookiesPath, !path.contains("=") { lines.append("cookie = \(Self.quoted(path))") }
        lines += entry.request.headers.map { "header = \(Self.quoted($0))" }
        return lines.map { $0 + "\n" }.joined()
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
