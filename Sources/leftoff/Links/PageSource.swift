import Transfer
import WHATWGURL

/// Where a page comes from.
enum PageSource: Sendable, Hashable {
    /// An http or https address.
    case address(WebURL)
    /// A file's path.
    case file(InputPath)
    /// Standard input.
    case standardInput

    /// Reads an input as a person writes it: `-`, an address with its scheme, or else a file's path.
    ///
    /// - Parameters:
    ///   - text: The input.
    ///   - path: The same as a path; nil where it is no argument of the program.
    /// - Throws: `CommandFailure`: usage for nothing, malformed for a broken address, refused for a scheme other than http and https.
    init(_ text: String, path: InputPath? = nil) throws {
        guard !text.isEmpty else {
            throw CommandFailure(
                what: "usage", why: "an input is empty: name an address, a file or -", status: .usage)
        }
        if text == "-" {
            self = .standardInput
            return
        }
        // A path may hold "://" only behind a directory; what starts like a scheme is an address.
        guard Self.hasScheme(text) else {
            self = .file(path ?? InputPath(text))
            return
        }
        guard let url = WebURL(text) else {
            throw CommandFailure(what: text, why: "not an address by the URL Standard", status: .malformedInput)
        }
        guard url.isHTTP else {
            throw CommandFailure(
                what: text, why: "only http and https addresses are fetched", status: .refused)
        }
        self = .address(url)
    }

    /// Tells whether a text starts with a scheme and two slashes.
    ///
    /// Lists are long, so no regular expression is made for each line.
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

    /// The address, where the page comes from one.
    var url: WebURL? {
        if case .address(let url) = self { url } else { nil }
    }

    /// Whether it is a file with the name of a web archive.
    var isArchive: Bool {
        guard case .file(let path) = self else { return false }
        let name = path.text.lowercased()
        return name.hasSuffix(".warc") || name.hasSuffix(".warc.gz")
    }

    /// The name under which the page's links are listed: the address without user name and password, the path, or `-`.
    var name: String {
        switch self {
        case .address(let url): url.withoutCredentials().href
        case .file(let path): path.text
        case .standardInput: "-"
        }
    }
}
