import Fetching
import FoundationEssentials
import Syntax
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
        guard let first = bytes.first, ASCII.isAlpha(first) else { return false }
        return bytes[..<colon].allSatisfy { ASCII.isAlphanumeric($0) || "+.-".utf8.contains($0) }
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

extension PageSource {
    /// The URL against which a browser would resolve the page's relative links; nil for standard input.
    var baseURL: WebURL? {
        switch self {
        case .url(let url): url
        case .archive(let archive): archive.url
        case .standardInput: nil
        case .file(let path): Self.fileURL(of: path.bytes)
        }
    }

    /// Returns the `file:` URL of a path, which is resolved against the current directory.
    private static func fileURL(of path: [UInt8]) -> WebURL? {
        let isAbsolute = path.first == UInt8(ascii: "/")
        let directory = isAbsolute ? [] : Array((FileManager.default.currentDirectoryPath + "/").utf8)
        var escaped: [UInt8] = []
        escaped.reserveCapacity(directory.count + path.count + 16)
        for byte in directory + path {
            switch byte {
            // The URL parser would take these for an escape, a slash and the colon of a drive.
            case UInt8(ascii: "%"): escaped += "%25".utf8
            case UInt8(ascii: "\\"): escaped += "%5C".utf8
            case UInt8(ascii: "|"): escaped += "%7C".utf8
            default: escaped.append(byte)
            }
        }
        return WebURL("file://" + PercentEncoding.encode(escaped, set: .path))
    }
}

/// A file's path as the user wrote it, which need not be valid UTF-8.
package struct InputPath: Sendable, Hashable {
    /// The path's bytes, without a NUL at the end.
    package let bytes: [UInt8]
    /// The path as text for display; invalid UTF-8 in it is replaced.
    package let text: String

    /// Creates a path from text.
    package init(_ text: String) {
        self.init(bytes: Array(text.utf8), text: text)
    }

    /// Creates a path from its bytes and its text.
    ///
    /// - Parameters:
    ///   - bytes: The path that is opened, without a NUL.
    ///   - text: The path for display.
    package init(bytes: [UInt8], text: String) {
        self.bytes = bytes
        self.text = text
    }
}

/// A web archive on a server, or a part of it.
package struct RemoteArchive: Sendable, Hashable {
    /// The http or https URL.
    package var url: WebURL
    /// The `warc` of the links: the key in Common Crawl's index, or the URL without user name and password.
    package var name: String
    /// The bytes to read, which consist of whole gzip members or records; nil for the whole archive.
    package var range: Range<Int64>?
}
