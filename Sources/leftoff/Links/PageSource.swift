import WHATWGURL

/// Where a page comes from.
enum PageSource: Sendable, Hashable {
    /// An http or https address.
    case address(WebURL)
    /// A file's path.
    case file(String)
    /// Standard input.
    case standardInput

    /// Reads an input as a person writes it: `-`, an address with its scheme, or else a file's path.
    ///
    /// - Parameter text: The input.
    /// - Throws: `CommandFailure`: malformed for a broken address, refused for a scheme other than http and https.
    init(_ text: String) throws {
        if text == "-" {
            self = .standardInput
            return
        }
        // A path may hold "://" only behind a directory; what starts like a scheme is an address.
        guard text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil else {
            self = .file(text)
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

    /// The name under which the page's links are listed: the address, the path, or `-`.
    var name: String {
        switch self {
        case .address(let url): url.href
        case .file(let path): path
        case .standardInput: "-"
        }
    }
}
