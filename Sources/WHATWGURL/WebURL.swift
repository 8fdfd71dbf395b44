import CBytes

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

    init(href: String, layout: URLLayout) {
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
