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
    /// An address of a bucket other than Common Crawl's.
    case unsupportedBucket(String)
    /// The name of an archive in a list is not a relative path.
    case invalidArchiveName(String)
    /// A list contains the address of an archive in another location.
    case foreignArchive(String)
    /// A list of archives is on a server or in another list.
    case unreadList(String)
    /// A line of an index has no `filename`, `offset` and `length`.
    case malformedCapture
    /// The archives of an index are local files.
    case localCaptures
    /// The server responded with a status code that does not mean success.
    case status(source: String, code: Int)
    /// The page has no bytes.
    case empty(source: String)

    package var description: String {
        switch self {
        case .emptyInput: "an input is empty: specify an address, a file or -"
        case .invalidURL(let text): "\(text): not a valid URL"
        case .unsupportedScheme(let text): "\(text): only http and https addresses can be fetched"
        case .unsupportedBucket(let text): "\(text): of S3, only s3://commoncrawl/ can be read; use an https address"
        case .invalidArchiveName(let name): "\(name): not the relative path of an archive"
        case .foreignArchive(let text): "\(text): not below --prefix; give archives elsewhere as arguments"
        case .unreadList(let text): "\(text): a list is read only from a local file that is an argument"
        case .malformedCapture: "not a capture with filename, offset and length"
        case .localCaptures: "--cdx reads archives on servers: --prefix must be an http or https address"
        case .status(let source, let code): "\(source): HTTP \(code)"
        case .empty(let source): "\(source): empty"
        }
    }
}
