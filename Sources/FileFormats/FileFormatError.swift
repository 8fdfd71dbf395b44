/// An error that occurs when a file cannot be read in its format.
package enum FileFormatError: Error, Hashable, CustomStringConvertible {
    /// A quoted field of a CSV table has no end; the quotation mark is in `line`, from 1.
    case unclosedQuotationMark(line: Int)
    /// A bookmark file ends within a bookmark, a comment, a tag or an element that contains only text.
    case truncatedBookmarks
    /// A file has neither bookmarks nor a list that could contain them.
    case noBookmarks
    /// The markup of a bookmark file cannot be read; the value is the reason.
    case unreadableMarkup(String)

    /// The reason in one line.
    package var description: String {
        switch self {
        case .unclosedQuotationMark(let line):
            "the quotation mark in line \(line) is never closed"
        case .truncatedBookmarks:
            "the file ends within a bookmark, a comment, a tag or an element such as <title>: its end is missing"
        case .noBookmarks: "the file has no bookmarks"
        case .unreadableMarkup(let reason): reason
        }
    }
}
