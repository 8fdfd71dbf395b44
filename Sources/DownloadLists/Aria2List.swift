import WHATWGURL

/// An input file of aria2 (`aria2c -i`): each URL on a line, followed by its options on indented lines.
///
/// It contains every field except the length, cookie files and netrc files. aria2 supports such files only for all
/// downloads together.
package struct Aria2List: DownloadList {
    /// Creates an empty list.
    package init() {}

    package mutating func text(of entry: DownloadEntry) -> String {
        var lines = [entry.url.href]
        if let directory = entry.file.directory { lines.append("  dir=\(directory)") }
        if let name = entry.file.name { lines.append("  out=\(name)") }
        if let digest = entry.file.digest { lines.append("  checksum=\(digest.type)=\(digest.digits)") }
        if let referer = entry.request.referer { lines.append("  referer=\(referer)") }
        if let userAgent = entry.request.userAgent { lines.append("  user-agent=\(userAgent)") }
        if let proxy = entry.request.proxy { lines.append("  all-proxy=\(proxy)") }
        lines += entry.request.headers.map { "  header=\($0)" }
        return lines.map { $0 + "\n" }.joined()
    }
}
