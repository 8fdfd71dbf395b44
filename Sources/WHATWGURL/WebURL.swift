import CBytes

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
        let parsed = input.withUTF8 {
            URLParser.parse($0, base: base, queryEncoder: queryEncoder, finish: WebURL.init(serialization:layout:))
        }
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
        guard Self.isASCII(input) else {
            // Decoding repairs what is not UTF-8.
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

    /// Parses a URL from UTF-8 bytes and appends its serialisation, without making a value of it.
    ///
    /// - Parameters:
    ///   - input: the bytes; a sequence that is not UTF-8 becomes U+FFFD.
    ///   - base: the URL against which a relative one is resolved.
    ///   - queryEncoder: the encoder of the document's encoding; nil for UTF-8.
    ///   - output: the serialisation is appended here; it is ASCII.
    /// - Returns: false where the standard's parser returns failure; nothing is appended then.
    package static func append(
        utf8 input: UnsafeBufferPointer<UInt8>, base: WebURL?, queryEncoder: QueryEncoder?, to output: inout [UInt8]
    ) -> Bool {
        if CleanAddress.append(input, base: base, to: &output) { return true }
        guard Self.isASCII(input) else {
            // Decoding repairs what is not UTF-8.
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
