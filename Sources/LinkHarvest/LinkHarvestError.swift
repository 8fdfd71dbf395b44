/// Why the links of a document could not be taken, or not all of them.
package enum LinkHarvestError: Error, CustomStringConvertible {
    /// The document could not be read to its end.
    case unreadable(source: String, underlying: any Error)
    /// The document is of a kind that links are not looked for in.
    case notADocument(source: String, kind: String)
    /// Links within certain elements are wanted, and the document is of a kind in which none are looked for.
    case noElements(source: String)
    /// The document is of a kind that must be held in memory, and larger than so many bytes.
    case tooLarge(limit: Int)

    /// The links of the document would take so many times its own size.
    case grows(times: Int)

    /// Whether it says that a document is too large, and not which one.
    var isOfSize: Bool {
        switch self {
        case .tooLarge, .grows: true
        case .unreadable, .notADocument, .noElements: false
        }
    }

    /// What failed and why, on one line.
    package var description: String {
        switch self {
        case .unreadable(let source, let underlying): "\(source): \(underlying)"
        case .notADocument(let source, let kind): "\(source): \(kind), not a page"
        case .noElements(let source): "\(source): neither HTML nor XML, so there are no elements to look for links in"
        case .grows(let times): "its links, each with its whole address, take more than \(times) times its own size"
        case .tooLarge(let limit): "larger than \(limit >> 20) MiB, the most that is taken of its kind"
        }
    }
}
