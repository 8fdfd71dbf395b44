/// A media type with its parameters (MIME Sniffing Standard, section 4).
///
/// ```swift
/// let type = MediaType.extract(from: ["text/html;charset=gbk, text/html"])
/// type?.essence           // "text/html"
/// type?["charset"]        // "gbk"
/// ```
package struct MediaType: Sendable, Hashable, CustomStringConvertible {
    private struct Parameter: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// The type and the subtype in lower case, such as `text/html`.
    package let essence: String

    private var parameters: [Parameter] = []

    /// Parses a media type (section 4.4).
    ///
    /// - Parameter text: The text; nil is returned if it is not valid, such as `html` or `text/html charset=utf-8`.
    package init?(_ text: String) {
        var scanner = ValueScanner(text)
        scanner.skipWhitespace()
        let type = scanner.scan(until: "/")
        guard HeaderField.isToken(type), scanner.skip("/") else { return nil }
        let subtype = ValueScanner.trimmingEnd(scanner.scan(until: ";"))
        guard HeaderField.isToken(subtype) else { return nil }
        essence = Self.lowercased(type + [UInt8(ascii: "/")] + subtype)
        while scanner.skip(";") {
            scanner.skipWhitespace()
            let name = scanner.scan(until: ";", or: "=")
            guard scanner.skip("=") else { continue }
            let value: [UInt8]
            if let quoted = scanner.scanQuotedString() {
                value = quoted
                _ = scanner.scan(until: ";")
            } else {
                value = ValueScanner.trimmingEnd(scanner.scan(until: ";"))
                guard !value.isEmpty else { continue }
            }
            let key = Self.lowercased(name)
            guard HeaderField.isToken(name), value.allSatisfy(Self.isQuotable), self[key] == nil else { continue }
            parameters.append(Parameter(name: key, value: String(decoding: value, as: UTF8.self).streamSafe))
        }
    }

    /// Returns the media type that the `Content-Type` fields of a message name (Fetch Standard, section 2.2.2, "extract
    /// a MIME type").
    ///
    /// Invalid types and `*/*` are skipped, and the last one that is left counts. It inherits the charset of those
    /// before it that have the same essence.
    ///
    /// - Parameter values: The values of all the fields, each of which may be a list.
    /// - Returns: The media type; nil if no valid one is left.
    package static func extract(from values: some Sequence<String>) -> MediaType? {
        var found: MediaType?
        var charset: String?
        for value in values {
            var scanner = ValueScanner(value)
            repeat {
                guard let next = MediaType(scanner.scanListElement()), next.essence != "*/*" else { continue }
                if next.essence != found?.essence { charset = nil }
                found = next
                if let own = next["charset"] {
                    charset = own
                } else if let charset {
                    found?.parameters.append(Parameter(name: "charset", value: charset))
                }
            } while scanner.skip(",")
        }
        return found
    }

    /// Returns the value of a parameter; nil if there is none.
    ///
    /// - Parameter name: The parameter's name in lower case.
    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The media type as text (section 4.5).
    package var description: String {
        parameters.reduce(into: essence) { text, parameter in
            text += ";\(parameter.name)="
            if HeaderField.isToken(parameter.value) {
                text += parameter.value
            } else {
                text += "\""
                for character in parameter.value.unicodeScalars {
                    if character == "\"" || character == "\\" { text.unicodeScalars.append("\\") }
                    text.unicodeScalars.append(character)
                }
                text += "\""
            }
        }
    }

    private static func lowercased(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.map { ASCII.lowercase($0) }, as: UTF8.self)
    }

    /// Returns true for a byte that a quoted string may contain.
    private static func isQuotable(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }
}

/// A scanner of the value of a field, which reads each byte once.
private struct ValueScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func skipWhitespace() {
        while position < bytes.count, Self.isWhitespace(bytes[position]) { position += 1 }
    }

    /// Skips a character; returns false if another one follows.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Returns the bytes before a character, or before the end.
    mutating func scan(until end: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> [UInt8] {
        let start = position
        let ends = [end, other ?? end].map { UInt8(ascii: $0) }
        while position < bytes.count, !ends.contains(bytes[position]) { position += 1 }
        return Array(bytes[start..<position])
    }

    /// Returns the content of a quoted string, which may lack its end (Fetch Standard, "collect an HTTP quoted
    /// string"); nil if none follows.
    mutating func scanQuotedString() -> [UInt8]? {
        guard skip("\"") else { return nil }
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
            value.append(bytes[position])
            position += 1
        }
        position = min(position + 1, bytes.count)
        return value
    }

    /// Returns an element of a list, up to the next comma outside of quotation marks (Fetch Standard, "get, decode, and
    /// split").
    mutating func scanListElement() -> String {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: ",") {
            if scanQuotedString() == nil { position += 1 }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Returns bytes without the white space at their end.
    static func trimmingEnd(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes[..<(bytes.lastIndex { !isWhitespace($0) }.map { $0 + 1 } ?? 0)])
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0D, 0x20].contains(byte) }
}
