/// A header field of a request or a response (RFC 9110, section 5).
///
/// ```swift
/// let field = HTTPField(name: "X-Requested-By", value: "leftoff")
/// print(field.isNamed("x-requested-by"), field.isSettable)  // true true
/// print(HTTPField(name: "Host", value: "example.org").isSettable)  // false
/// print(HTTPDate.secondsSince1970("Sun, 06 Nov 1994 08:49:37 GMT") ?? 0)  // 784111777
/// ```
package struct HTTPField: Sendable, Hashable {
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
        return own.count == other.count && zip(own, other).allSatisfy { Self.lowercased($0) == Self.lowercased($1) }
    }

    /// True if the name is a token (RFC 9110, section 5.6.2) and the value has no NUL, CR or LF.
    package var isWellFormed: Bool {
        !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte) && Self.isSafeValue(value)
    }

    /// True for Accept and Accept-Language, which contain no credentials and choose nothing else for the user.
    ///
    /// A list of fields with credentials would never be complete: servers invent names such as `X-Key`.
    package var isHarmless: Bool { isNamed("Accept") || isNamed("Accept-Language") }

    /// Returns true if a value contains no character that would end its line.
    package static func isSafeValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
