/// A template for links: text with fields in braces.
///
/// `{url}` and the other names of ``LinkField`` in braces are replaced by values. The escapes `\t`, `\n`, `\r`, `\0`
/// and `\\` stand for a tab, line breaks, NUL and a backslash. `{{` and `}}` stand for braces.
package struct LinkTemplate: Sendable, Hashable {
    /// A part of a template.
    enum Part: Sendable, Hashable {
        case text([UInt8])
        case field(LinkField)
    }

    /// The parts in order; the last one ends the record.
    let parts: [Part]

    /// Parses a template.
    ///
    /// A line feed is appended unless the template ends with `\n` or `\0`.
    ///
    /// - Parameter template: The text after `template:`.
    /// - Throws: ``LinkFormatError`` for an unknown field or escape, and for a brace that is not closed.
    package init(_ template: String) throws(LinkFormatError) {
        var parts: [Part] = []
        var text: [UInt8] = []
        var rest = template.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\\"): text.append(try Self.escaped(from: &rest))
            case UInt8(ascii: "}"):
                if rest.first == byte { rest.removeFirst() }
                text.append(byte)
            case UInt8(ascii: "{") where rest.first == byte:
                rest.removeFirst()
                text.append(byte)
            case UInt8(ascii: "{"):
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { throw .unclosedField }
                let name = String(rest[..<end]) ?? ""
                guard let field = LinkField(rawValue: name) else { throw .unknownField(name) }
                parts += text.isEmpty ? [.field(field)] : [.text(text), .field(field)]
                text = []
                rest = rest[rest.index(after: end)...]
            default: text.append(byte)
            }
        }
        if text.last != 0x0A && text.last != 0 { text.append(0x0A) }
        self.parts = parts + [.text(text)]
    }

    private static func escaped(from rest: inout Substring.UTF8View) throws(LinkFormatError) -> UInt8 {
        switch rest.popFirst() {
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "0"): return 0
        case UInt8(ascii: "\\"): return UInt8(ascii: "\\")
        case let byte?: throw .unknownEscape("\\" + String(decoding: [byte], as: UTF8.self))
        case nil: throw .unknownEscape("\\ at the end")
        }
    }
}
