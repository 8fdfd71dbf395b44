import WHATWGURL

/// An input file of aria2 (`aria2c -i`): each address on a line, followed by its options on indented lines.
///
/// It carries every field but the length, and files with cookies or passwords, which aria2 takes for all downloads only.
package struct Aria2List: DownloadList {
    /// Makes an empty list.
    package init() {}

    package mutating func text(of entry: DownloadEntry) -> String {
        var lines = [entry.url.href]
        if let directory = entry.directory { lines.append("  dir=\(directory)") }
        if let name = entry.name { lines.append("  out=\(name)") }
        if let digest = entry.digest { lines.append("  checksum=\(digest.type)=\(digest.digits)") }
        if let referer = entry.referer { lines.append("  referer=\(referer)") }
        if let userAgent = entry.userAgent { lines.append("  user-agent=\(userAgent)") }
        if let proxy = entry.proxy { lines.append("  all-proxy=\(proxy)") }
        lines += entry.headers.map { "  header=\($0)" }
        return lines.map { $0 + "\n" }.joined()
    }
}
