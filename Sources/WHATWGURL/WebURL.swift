/// A URL record of the URL Standard, kept as its serialisation and the positions of its components.
///
/// Two URLs are equal when their serialisations are. The serialisation is always ASCII.
package struct WebURL: Sendable, Hashable, CustomStringConvertible {
    /// The serialised URL (URL Standard, 4.5).
    package let href: String
    let layout: URLLayout

    init(href: String, layout: URLLayout) {
        self.href = href
        self.layout = layout
    }

    /// Parses a URL (URL Standard, 4.4 basic URL parser).
    ///
    /// It is nil where the standard's parser returns failure, and if the serialisation exceeds 4 GiB.
    ///
    /// - Parameters:
    ///   - input: the URL as written; leading and trailing spaces, tabs and newlines are handled as the standard says.
    ///   - base: the URL against which a relative one is resolved.
    ///   - queryEncoder: the encoder of the document's encoding; nil for UTF-8.
    package init?(_ input: String, base: WebURL? = nil, queryEncoder: QueryEncoder? = nil) {
        var input = input
        let parsed = input.withUTF8 { URLParser.parse($0, base: base, queryEncoder: queryEncoder) }
        guard let parsed else { return nil }
        self = parsed
    }

    /// Parses a URL from UTF-8 bytes (URL Standard, 4.4 basic URL parser).
    ///
    /// It is nil where the standard's parser returns failure, and if the serialisation exceeds 4 GiB.
    ///
    /// - Parameters:
    ///   - input: the bytes; a sequence that is not UTF-8 becomes U+FFFD.
    ///   - base: the URL against which a relative one is resolved.
    ///   - queryEncoder: the encoder of the document's encoding; nil for UTF-8.
    package init?(utf8 input: UnsafeBufferPointer<UInt8>, base: WebURL? = nil, queryEncoder: QueryEncoder? = nil) {
        guard input.reduce(0, |) < 0x80 else {
            // Decoding repairs what is not UTF-8.
            self.init(String(decoding: input, as: UTF8.self), base: base, queryEncoder: queryEncoder)
            return
        }
        guard let parsed = URLParser.parse(input, base: base, queryEncoder: queryEncoder) else { return nil }
        self = parsed
    }

    /// The serialised URL.
    package var description: String { href }

    /// Tells whether two URLs have the same serialisation (URL Standard, 4.6).
    ///
    /// - Parameters:
    ///   - lhs: a URL.
    ///   - rhs: another URL.
    /// - Returns: true if they are equal, fragments included.
    package static func == (lhs: WebURL, rhs: WebURL) -> Bool { lhs.href == rhs.href }

    /// Hashes the serialisation.
    ///
    /// - Parameter hasher: receives it.
    package func hash(into hasher: inout Hasher) { hasher.combine(href) }
}
