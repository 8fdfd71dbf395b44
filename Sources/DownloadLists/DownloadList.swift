/// A list of downloads as one program reads it.
///
/// One value writes one list: ``opening``, then every entry, then ``closing``.
package protocol DownloadList: Sendable {
    /// What stands before the first entry.
    var opening: String { get }
    /// Makes the text of the next entry.
    ///
    /// - Parameter entry: The download.
    /// - Returns: Whole lines.
    mutating func text(of entry: DownloadEntry) -> String
    /// What stands after the last entry.
    var closing: String { get }
}

extension DownloadList {
    package var opening: String { "" }
    package var closing: String { "" }

    /// Writes a whole list.
    ///
    /// - Parameter entries: The downloads.
    /// - Returns: The list's text.
    package func text(of entries: [DownloadEntry]) -> String {
        var list = self
        return opening + entries.map { list.text(of: $0) }.joined() + closing
    }
}
