/// An error that prevents some or all links of a document from being harvested.
package enum LinkHarvestError: Error, CustomStringConvertible {
    /// The document could not be read to its end.
    case unreadable(source: String, underlying: any Error)
    /// Documents of this kind contain no links.
    case notADocument(source: String, kind: String)
    /// A scope was given, but documents of this kind have no elements.
    case noElements(source: String)
    /// The document must be held in memory, but is larger than this many bytes.
    case tooLarge(limit: Int)

    /// The links of the document would take up more than this many times its own size.
    case grows(times: Int)

    /// True if the error is about a size, and does not name the document.
    var isOfSize: Bool {
        switch self {
        case .tooLarge, .grows: true
        case .unreadable, .notADocument, .noElements: false
        }
    }

    /// The error in one line.
    package var description: String {
        switch self {
        case .unreadable(let source, let underlying): "\(source): \(underlying)"
        case .notADocument(let source, let kind): "\(source): \(kind), not a page"
        case .noElements(let source): "\(source): neither HTML nor XML, so there are no elements to look for links in"
        case .grows(let times): "its links with their addresses take more than \(times) times its own size"
        case .tooLarge(let limit): "larger than \(limit >> 20) MiB, the limit for documents of its kind"
        }
    }
}
