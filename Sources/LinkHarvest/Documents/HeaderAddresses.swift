import Markup
import Syntax
import WHATWGURL

/// The links in the header fields of a response: `Link`, `Location`, `Content-Location`, `Refresh`.
enum HeaderAddresses {
    /// Finds the links in fields.
    ///
    /// The element of the links is `http`, and the attribute is the field's name in lower case. They have no position
    /// in the document, so line, column and byte are 0.
    ///
    /// - Parameters:
    ///   - fields: The response's fields in order.
    ///   - base: The response's URL.
    ///   - sink: Receives the links.
    static func scan(_ fields: [HeaderField], base: WebURL?, sink: any DocumentSink) {
        for field in fields {
            // The lengths of the field names below; most other names have other lengths.
            guard [4, 7, 8, 16].contains(field.name.utf8.count) else { continue }
            let name = ASCII.lowercase(field.name)
            func link(_ kind: LinkKind) -> DocumentLink {
                DocumentLink(
                    element: "http", attribute: name, kind: kind, position: SourcePosition(line: 0, column: 0, byte: 0),
                    base: base)
            }
            switch name {
            case "link":
                for found in LinkHeaderValue.parse(field.value) {
                    let relations = ASCII.lowercase(found["rel"] ?? "")
                    var link = link(LinkKind(relations: ASCII.tokens(relations), type: found["type"]))
                    link.relations = relations
                    link.type = found["type"]
                    link.title = found.title
                    link.language = found["hreflang"]
                    sink.link(found.target, link)
                }
            case "location": sink.link(field.value, link(.refresh))
            case "content-location": sink.link(field.value, link(.alternate))
            case "refresh":
                var value = field.value
                value.withUTF8 { bytes in
                    guard let range = DeclarativeRefresh.address(in: bytes) else { return }
                    sink.link(UnsafeBufferPointer(rebasing: bytes[range]), link(.refresh))
                }
            default: break
            }
        }
    }
}

/// A value of the `Link` header field (RFC 8288, section 3).
struct LinkHeaderValue: Hashable {
    /// A parameter of a link.
    struct Parameter: Hashable {
        /// The name in lower case.
        var name: String
        /// The value without quotation marks; empty if there is none.
        var value: String
    }

    /// The text between `<` and `>`.
    var target: String
    /// The parameters in order.
    var parameters: [Parameter]

    /// The value of the first parameter with a name; later ones are ignored (section 3.4).
    subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// The title: `title*` if it can be decoded (RFC 8187), otherwise `title`.
    var title: String? {
        self["title*"].flatMap(Self.extendedValue) ?? self["title"]
    }

    /// Parses a field (RFC 8288, appendix B.2).
    ///
    /// - Parameter value: The field's value, which may contain several links.
    /// - Returns: The links before the first syntax error.
    static func parse(_ value: String) -> [LinkHeaderValue] {
        var reader = Reader(bytes: Array(value.streamSafe.utf8))
        var links: [LinkHeaderValue] = []
        while true {
            reader.skip { ASCII.isWhitespace($0) || $0 == UInt8(ascii: ",") }
            guard reader.consume(UInt8(ascii: "<")), let target = reader.text(before: UInt8(ascii: ">")) else {
                return links
            }
            links.append(LinkHeaderValue(target: target, parameters: reader.parameters()))
            // Everything up to the next link is skipped.
            reader.skip { $0 != UInt8(ascii: ",") }
        }
    }

    /// Decodes a value such as `UTF-8'en'%e2%82%ac`; nil if it is malformed or in another encoding.
    private static func extendedValue(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(parts[2].utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        switch ASCII.lowercase(String(parts[0])) {
        case "utf-8": return String(validating: bytes, as: UTF8.self)?.streamSafe
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func skip(while condition: (UInt8) -> Bool) {
            while position < bytes.count, condition(bytes[position]) { position += 1 }
        }

        mutating func consume(_ byte: UInt8) -> Bool {
            guard position < bytes.count, bytes[position] == byte else { return false }
            position += 1
            return true
        }

        mutating func text(before end: UInt8) -> String? {
            guard let index = bytes[position...].firstIndex(of: end) else { return nil }
            defer { position = index + 1 }
            return String(decoding: bytes[position..<index], as: UTF8.self)
        }

        mutating func parameters() -> [Parameter] {
            var parameters: [Parameter] = []
            while true {
                skip(while: ASCII.isWhitespace)
                guard consume(UInt8(ascii: ";")) else { return parameters }
                skip(while: ASCII.isWhitespace)
                let start = position
                skip { !ASCII.isWhitespace($0) && ![0x3D, 0x3B, 0x2C].contains($0) }
                let name = ASCII.lowercase(String(decoding: bytes[start..<position], as: UTF8.self))
                skip(while: ASCII.isWhitespace)
                var value = ""
                if consume(UInt8(ascii: "=")) {
                    skip(while: ASCII.isWhitespace)
                    value = parameterValue()
                }
                if !name.isEmpty { parameters.append(Parameter(name: name, value: value)) }
            }
        }

        private mutating func parameterValue() -> String {
            var value: [UInt8] = []
            if consume(UInt8(ascii: "\"")) {
                while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                    if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
                    value.append(bytes[position])
                    position += 1
                }
                position = min(position + 1, bytes.count)
            } else {
                while position < bytes.count, ![0x3B, 0x2C].contains(bytes[position]),
                    !ASCII.isWhitespace(bytes[position])
                {
                    value.append(bytes[position])
                    position += 1
                }
            }
            return String(decoding: value, as: UTF8.self)
        }
    }
}
