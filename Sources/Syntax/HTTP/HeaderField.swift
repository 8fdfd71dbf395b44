/// A header field of a request or a response (RFC 9110, section 5).
///
/// ```swift
/// let field = HeaderField(name: "X-Requested-By", value: "leftoff")
/// print(field.isNamed("x-requested-by"), field.isSettable)  // true true
/// print(HeaderField(name: "Host", value: "example.org").isSettable)  // false
/// print(HTTPDate.secondsSince1970("Sun, 06 Nov 1994 08:49:37 GMT") ?? 0)  // 784111777
/// ```
package struct HeaderField: Sendable, Hashable {
    /// The field's name as it was sent; names are compared without regard to ASCII case.
    package var name: String

    /// The field's value without surrounding spaces and tabs.
    ///
    /// A received value that is not UTF-8 is read as ISO 8859-1, so that no byte is lost.
    package var value: String

    /// Creates a field.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Returns true if the field's name is equal to `name`, ignoring ASCII case.
    package func isNamed(_ name: String) -> Bool {
        let own = self.name.utf8
        let other = name.utf8
        return own.count == other.count && zip(own, other).allSatisfy { ASCII.lowercase($0) == ASCII.lowercase($1) }
    }

    /// True if the name is a token (RFC 9110, section 5.6.2) and the value has no NUL, CR or LF.
    package var isWellFormed: Bool { Self.isToken(name) && Self.isSafeValue(value) }

    /// True for Accept and Accept-Language, which contain no credentials and choose nothing else for the user.
    ///
    /// A list of fields with credentials would never be complete: servers invent names such as `X-Key`.
    package var isHarmless: Bool { isNamed("Accept") || isNamed("Accept-Language") }

    /// Returns true if a value contains no character that would end its line.
    package static func isSafeValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
    }

    /// Returns true if a text is a token (RFC 9110, section 5.6.2), which is not empty.
    package static func isToken(_ text: String) -> Bool { isToken(text.utf8) }

    /// Returns true if bytes are a token.
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { ASCII.isAlphanumeric($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Returns true if a field value is a well-formed strong entity tag, the only kind that If-Range may contain (RFC
    /// 9110, sections 8.8.3 and 13.1.5).
    ///
    /// - Parameter value: The value of ETag.
    /// - Returns: False for weak and malformed ones.
    package static func isStrongEntityTag(_ value: String) -> Bool {
        let bytes = value.utf8
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
            return false
        }
        // etagc: %x21 / %x23-7E / obs-text
        return bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }
    }
}

extension [HeaderField] {
    /// The value of the first field with a name, ignoring ASCII case.
    package subscript(name: String) -> String? { first { $0.isNamed(name) }?.value }
}

extension HeaderField {
    /// The fields that only the client sets: they frame the message, name its host, or list the accepted codings.
    ///
    /// A caller that sets one of them could smuggle a request, or send a secret to the wrong host.
    private static let reserved = [
        "Accept-Encoding", "Connection", "Content-Length", "Expect", "Host", "Keep-Alive", "Proxy-Connection",
        "Referer", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "User-Agent",
    ]

    /// True if only the client that sends a request sets this field.
    package var isReserved: Bool { Self.reserved.contains(where: isNamed) }

    /// True if a user may add this field to a request: it is well formed and not reserved.
    package var isSettable: Bool { isWellFormed && !isReserved }
}
