import CPlatform

/// A URL of the URL Standard, stored as its serialisation and the positions of its components.
///
/// Two URLs are equal if their serialisations are. The serialisation is always ASCII.
///
/// ```swift
/// guard let base = WebURL("https://example.org/a/page.html") else { return }
/// let link = WebURL("../b?q=ä#top", base: base)
/// link?.href             // "https://example.org/b?q=%C3%A4#top"
/// link?.host             // "example.org"
/// link?.withoutFragment().href
/// WebURL("https://[::1")  // nil: the standard's parser fails
/// ```
package struct WebURL: Sendable, Hashable, CustomStringConvertible {
    /// The serialised URL (URL Standard, 4.5).
    package let href: String
    let layout: URLLayout

    private init(href: String, layout: URLLayout) {
        self.href = href
        self.layout = layout
    }

    /// Parses a URL (URL Standard, 4.4 basic URL parser).
    ///
    /// The result is nil if the standard's parser fails, or if the serialisation exceeds 4 GiB.
    ///
    /// - Parameters:
    ///   - input: The URL as written; leading and trailing spaces, tabs and newlines are removed as in the standard.
    ///   - base: The base URL for a relative URL; nil if there is none.
    ///   - queryEncoder: The encoder of the document's encoding; nil for UTF-8.
    package init?(_ input: String, base: WebURL? = nil, queryEncoder: QueryEncoder? = nil) {
        var input = input
        let parsed = input.withUTF8 {
            URLParser.parse($0, base: base, queryEncoder: queryEncoder, finish: WebURL.init(serialization:layout:))
        }
        guard let parsed else { return nil }
        self = parsed
    }

    /// Parses a URL from UTF-8 bytes (URL Standard, 4.4 basic URL parser).
    ///
    /// The result is nil if the standard's parser fails, or if the serialisation exceeds 4 GiB.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8; invalid sequences become U+FFFD.
    ///   - base: The base URL for a relative URL; nil if there is none.
    ///   - queryEncoder: The encoder of the document's encoding; nil for UTF-8.
    package init?(utf8 input: UnsafeBufferPointer<UInt8>, base: WebURL? = nil, queryEncoder: QueryEncoder? = nil) {
        guard Self.isASCII(input) else {
            // Decoding replaces invalid sequences.
            self.init(String(decoding: input, as: UTF8.self), base: base, queryEncoder: queryEncoder)
            return
        }
        guard
            let parsed = URLParser.parse(
                input, base: base, queryEncoder: queryEncoder, finish: WebURL.init(serialization:layout:))
        else { return nil }
        self = parsed
    }

    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.baseAddress.map { leftoff_is_ascii($0, bytes.count) } ?? true
    }

    private init(serialization: UnsafeBufferPointer<UInt8>, layout: URLLayout) {
        self.init(href: String(decoding: serialization, as: UTF8.self), layout: layout)
    }

    /// Parses a URL from UTF-8 bytes and appends its serialisation, without creating a `WebURL`.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8; invalid sequences become U+FFFD.
    ///   - base: The base URL for a relative URL; nil if there is none.
    ///   - queryEncoder: The encoder of the document's encoding; nil for UTF-8.
    ///   - output: Receives the serialisation, which is ASCII.
    /// - Returns: False if the standard's parser fails; nothing has been appended then.
    package static func append(
        utf8 input: UnsafeBufferPointer<UInt8>, base: WebURL?, queryEncoder: QueryEncoder?, to output: inout [UInt8]
    ) -> Bool {
        if CleanAddress.append(input, base: base, to: &output) { return true }
        guard Self.isASCII(input) else {
            // Decoding replaces invalid sequences.
            var repaired = String(decoding: input, as: UTF8.self)
            return repaired.withUTF8 { bytes in
                URLParser.parse(bytes, base: base, queryEncoder: queryEncoder) { result, _ in
                    output.append(contentsOf: result)
                } != nil
            }
        }
        return URLParser.parse(input, base: base, queryEncoder: queryEncoder) { result, _ in
            output.append(contentsOf: result)
        } != nil
    }

    /// The serialised URL.
    package var description: String { href }

    /// Returns true if two URLs have the same serialisation, fragments included (URL Standard, 4.6).
    package static func == (lhs: WebURL, rhs: WebURL) -> Bool { lhs.href == rhs.href }

    /// Adds the serialisation to a hasher.
    package func hash(into hasher: inout Hasher) { hasher.combine(href) }
}

extension WebURL {
    /// The scheme, in lower case, without its colon.
    package var scheme: String { slice(0, Int(layout.schemeEnd)) }

    /// The username, percent-encoded; empty if there is none.
    var username: String {
        guard layout.hasAuthority else { return "" }
        return slice(Int(layout.schemeEnd) + 3, Int(layout.usernameEnd))
    }

    /// The password, percent-encoded; empty if there is none.
    var password: String {
        // Between the username's end and the host there are ":", the password and "@".
        guard layout.hostStart > layout.usernameEnd + 1 else { return "" }
        return slice(Int(layout.usernameEnd) + 1, Int(layout.hostStart) - 1)
    }

    /// The serialised host without the port; empty if there is none.
    package var hostname: String { slice(Int(layout.hostStart), Int(layout.hostEnd)) }

    /// Parses a host that stands alone, such as `NAS.local`, `0x7f.1` or `[fd00::1]`.
    ///
    /// - Parameter text: The host without a port.
    /// - Returns: The host in the form of ``hostname``; nil if the text is anything else than a host.
    package static func hostname(ofHost text: String) -> String? {
        guard !text.isEmpty, !text.contains(where: { "/?#@\\".contains($0) }),
            text.hasPrefix("[") ? text.hasSuffix("]") : !text.contains(":"), let url = WebURL("http://\(text)/"),
            url.path == "/", url.href == "http://\(url.hostname)/"
        else { return nil }
        return url.hostname
    }

    /// The serialised host, followed by the port if that is not the scheme's default.
    package var host: String {
        guard layout.hasAuthority else { return "" }
        return slice(Int(layout.hostStart), Int(layout.authorityEnd))
    }

    /// The port; nil if it is absent or the scheme's default.
    package var port: UInt16? { layout.port }

    /// The serialised path, percent-encoded.
    package var path: String { slice(Int(layout.pathStart), layout.pathEnd(length: href.utf8.count)) }

    /// The query without its question mark; nil if there is none, and empty if the URL has only the `?`.
    package var query: String? {
        guard layout.queryStart != URLLayout.absent else { return nil }
        return slice(Int(layout.queryStart) + 1, layout.queryEnd(length: href.utf8.count))
    }

    /// The fragment without its number sign; nil if there is none, and empty if the URL has only the `#`.
    package var fragment: String? {
        guard layout.fragmentStart != URLLayout.absent else { return nil }
        return slice(Int(layout.fragmentStart) + 1, href.utf8.count)
    }

    /// True if the path is a single opaque string, as in `mailto:` and `data:`; such a URL cannot be a base.
    package var hasOpaquePath: Bool { layout.hasOpaquePath }

    /// True if the scheme is `http` or `https`.
    package var isHTTP: Bool { layout.scheme == .http || layout.scheme == .https }

    /// True if the scheme is special in the standard's sense: ftp, file, http, https, ws or wss.
    var isSpecial: Bool { layout.scheme.isSpecial }

    /// The serialised origin (URL Standard, 4.7; HTML Standard, 7.1.1); `"null"` if it is opaque.
    package var origin: String {
        switch layout.scheme {
        case .http, .https, .ws, .wss, .ftp:
            return scheme + "://" + host
        case .file:
            return "null"
        case .other:
            guard scheme == "blob", let inner = WebURL(path), inner.isHTTP else { return "null" }
            return inner.origin
        }
    }

    /// Returns the URL without its fragment.
    package func withoutFragment() -> WebURL {
        guard layout.fragmentStart != URLLayout.absent else { return self }
        var shorter = layout
        shorter.fragmentStart = URLLayout.absent
        return WebURL(href: slice(0, Int(layout.fragmentStart)), layout: shorter)
    }

    /// True if the URL has a user name or a password.
    package var hasCredentials: Bool { !username.isEmpty || !password.isEmpty }

    /// Returns the URL without its user name and password.
    package func withoutCredentials() -> WebURL {
        guard hasCredentials else { return self }
        let start = layout.schemeEnd + 3
        let removed = layout.hostStart - start
        var shorter = layout
        shorter.usernameEnd = start
        shorter.hostStart = start
        shorter.hostEnd -= removed
        shorter.authorityEnd -= removed
        shorter.pathStart -= removed
        if shorter.queryStart != URLLayout.absent { shorter.queryStart -= removed }
        if shorter.fragmentStart != URLLayout.absent { shorter.fragmentStart -= removed }
        return WebURL(
            href: slice(0, Int(start)) + slice(Int(layout.hostStart), href.utf8.count), layout: shorter)
    }

    private func slice(_ start: Int, _ end: Int) -> String {
        let bytes = href.utf8
        let lower = bytes.index(bytes.startIndex, offsetBy: start)
        let upper = bytes.index(lower, offsetBy: end - start)
        return String(href[lower..<upper])
    }
}

/// The positions of the components of a serialised URL, as byte offsets.
///
///     https://user:pass@example.com:1234/foo/bar?baz#quux
///          |      |     |          |    |       |   |
///          |      |     |          |    |       |   fragmentStart
///          |      |     |          |    |       queryStart
///          |      |     |          |    authorityEnd, pathStart
///          |      |     |          hostEnd
///          |      |     hostStart
///          |      usernameEnd
///          schemeEnd
struct URLLayout: Sendable {
    /// The offset that represents an absent component, which is different from an empty one.
    static let absent = UInt32.max

    var schemeEnd: UInt32 = 0
    var usernameEnd: UInt32 = 0
    var hostStart: UInt32 = 0
    var hostEnd: UInt32 = 0
    /// The end of the port, or of the scheme's colon if there is no authority.
    var authorityEnd: UInt32 = 0
    /// The start of the path: `authorityEnd`, or 2 more if `/.` precedes a path that would otherwise look like an
    /// authority.
    var pathStart: UInt32 = 0
    var queryStart: UInt32 = Self.absent
    var fragmentStart: UInt32 = Self.absent
    /// The port, 0 to 65535; nil if it is absent or the scheme's default.
    var port: UInt16?
    var scheme: SchemeKind = .other
    /// True if the URL has a host, which may be empty (the standard's "host is non-null").
    var hasAuthority = false
    var hasOpaquePath = false

    /// Returns the end of the path in a URL of `length` bytes.
    func pathEnd(length: Int) -> Int {
        queryStart != Self.absent ? Int(queryStart) : queryEnd(length: length)
    }

    /// Returns the end of the query in a URL of `length` bytes.
    func queryEnd(length: Int) -> Int {
        fragmentStart != Self.absent ? Int(fragmentStart) : length
    }
}

/// The special schemes of the URL Standard (4.2), and one case for all others.
enum SchemeKind: UInt8, Sendable {
    case other, http, https, ws, wss, ftp, file

    /// Creates the kind of a scheme.
    ///
    /// - Parameter scheme: The scheme in lower case, without its colon.
    init(_ scheme: UnsafeBufferPointer<UInt8>) {
        // The bytes are packed into one integer, because no special scheme is longer than five bytes.
        guard scheme.count <= 5 else {
            self = .other
            return
        }
        switch scheme.reduce(UInt64(0), { $0 << 8 | UInt64($1) }) {
        case 0x68_7474_70: self = .http
        case 0x68_7474_7073: self = .https
        case 0x7773: self = .ws
        case 0x77_7373: self = .wss
        case 0x66_7470: self = .ftp
        case 0x6669_6c65: self = .file
        default: self = .other
        }
    }

    var isSpecial: Bool { self != .other }

    var defaultPort: UInt16? {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        case .file, .other: nil
        }
    }

    /// True if a query is encoded in the document's encoding (URL Standard, query state).
    var usesDocumentEncoding: Bool {
        switch self {
        case .http, .https, .ftp, .file: true
        case .ws, .wss, .other: false
        }
    }

    /// Returns true if a byte separates path segments and ends an authority under this scheme.
    @inline(__always)
    func isSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || (byte == UInt8(ascii: "\\") && isSpecial)
    }
}

/// A function that encodes a query in a document's encoding (URL Standard, 1.3, "percent-encode after encoding").
///
/// It receives the query as UTF-8 bytes and returns the encoded bytes, which the parser then percent-encodes. A code
/// point that the encoding lacks must become `%26%23N%3B`, where N is its decimal number. The parser calls the function
/// only if the result may differ from UTF-8.
package typealias QueryEncoder = @Sendable (_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8]
