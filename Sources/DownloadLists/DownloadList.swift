/// A writer of downloads in the format of one downloader.
///
/// A value writes one list: ``opening``, then every entry, then ``closing``.
///
/// ```swift
/// var list = Aria2List()
/// if let url = WebURL("https://example.org/report.pdf") {
///     print(list.text(of: DownloadEntry(url: url, file: .init(name: "report.pdf"))), terminator: "")
/// }
/// ```
package protocol DownloadList: Sendable {
    /// The text before the first entry.
    var opening: String { get }
    /// Returns the lines of the next entry.
    mutating func text(of entry: DownloadEntry) -> String
    /// The text after the last entry.
    var closing: String { get }
}

extension DownloadList {
    package var opening: String { "" }
    package var closing: String { "" }

    /// Returns a whole list.
    package func text(of entries: [DownloadEntry]) -> String {
        var list = self
        return opening + entries.map { list.text(of: $0) }.joined() + closing
    }
}
