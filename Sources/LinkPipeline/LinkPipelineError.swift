/// An error of an input or of a page whose links are harvested.
///
/// Errors of a transfer, a document or a crawl's journal are passed on unchanged.
package enum LinkPipelineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An input is an empty text.
    case emptyInput
    /// An input has a scheme but is not a valid URL.
    case invalidURL(String)
    /// An input is a URL of a scheme that is not fetched.
    case unsupportedScheme(String)
    /// The server responded with a status code that does not mean success.
    case status(source: String, code: Int)
    /// The page has no bytes.
    case empty(source: String)

    package var description: String {
        switch self {
        case .emptyInput: "an input is empty: specify an address, a file or -"
        case .invalidURL(let text): "\(text): not a valid URL"
        case .unsupportedScheme(let text): "\(text): only http and https addresses can be fetched"
        case .status(let source, let code): "\(source): HTTP \(code)"
        case .empty(let source): "\(source): empty"
        }
    }
}
