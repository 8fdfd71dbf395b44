package import Markup

/// The reason why a page has no text copy.
package enum PageReadingError: Error, CustomStringConvertible {
    /// The resource has another media type, such as `application/pdf`.
    case notAPage(mediaType: String)
    /// The page contains no text without running its scripts.
    case empty
    /// The page cannot be decoded.
    case unreadable(MarkupError)

    /// The reason on one line.
    package var description: String {
        switch self {
        case .notAPage(let mediaType): "it is \(mediaType), not a web page"
        case .empty: "it contains no text without its scripts; capture it in the browser with copies turned on"
        case .unreadable(let error): "\(error)"
        }
    }
}
