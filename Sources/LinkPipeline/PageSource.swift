import Transfer
package import WHATWGURL

/// The source of a page: a URL, a file or standard input.
package enum PageSource: Sendable, Hashable {
    /// An http or https URL.
    case url(WebURL)
    /// A web archive on a server.
    case archive(RemoteArchive)
    /// A file's path.
    case file(InputPath)
    /// Standard input.
    case standardInput

    /// Parses an input: `-`, a URL with its scheme, or otherwise the path of a file.
    ///
    /// - Parameters:
    ///   - text: The input as the user wrote it.
    ///   - path: The same input as a path with its original bytes; nil if it comes from a list.
    /// - Throws: ``LinkPipelineError`` for an empty text, an invalid URL, and a scheme other than http and https.
    package init(_ text: String, path: InputPath? = nil) throws(LinkPipelineError) {
        guard !text.isEmpty else { throw .emptyInput }
        if text == "-" {
            self = .standardInput
            return
        }
        // A path can contain "://" only after a directory, so text that begins with a scheme is a URL.
        guard Self.hasScheme(text) else {
            self = .file(path ?? InputPath(text))
            return
        }
        guard let url = WebURL(text) else { throw .invalidURL(text) }
        guard url.isHTTP else { throw .unsupportedScheme(text) }
        self =
            Self.isArchive(url.path)
            ? .archive(RemoteArchive(url: url, name: url.withoutCredentials().href)) : .url(url)
    }

    /// Returns true if a text begins with a scheme and two slashes.
    ///
    /// It uses no regular expression, because lists contain many lines.
    private static func hasScheme(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return false
        }
        guard let first = bytes.first, (0x61...0x7A).contains(first | 0x20) else { return false }
        return bytes[..<colon].allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "+.-".utf8.contains(byte)
        }
    }

    /// The URL to fetch; nil for a file and standard input.
    package var url: WebURL? {
        switch self {
        case .url(let url): url
        case .archive(let archive): archive.url
        case .file, .standardInput: nil
        }
    }

    /// True for a file or URL with the file name extension of a web archive, and for archives in a list.
    package var isArchive: Bool {
        switch self {
        case .archive: true
        case .file(let path): Self.isArchive(path.text)
        case .url, .standardInput: false
        }
    }

    /// Returns true if a path has the file name extension of a web archive.
    private static func isArchive(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".warc") || name.hasSuffix(".warc.gz")
    }

    /// The `source` of the page's links: the URL without user name and password, the path, or `-`.
    package var name: String {
        switch self {
        case .url(let url): url.withoutCredentials().href
        case .archive(let archive): archive.name
        case .file(let path): path.text
        case .standardInput: "-"
        }
    }
}
