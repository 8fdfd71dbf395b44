import LinkHarvest
import Syntax

/// Links that are written according to a template of the user.
///
/// No value can end a record: tabs and line breaks in a value become spaces, and other characters that a terminal obeys
/// or hides become U+FFFD (``/Syntax/VisibleText/cellText(_:)``). Values are not quoted, so ``CSVFormat`` or
/// ``NDJSONFormat`` is better if they may contain the separator. An absent value is written as an empty one.
struct TemplateFormat: LinkFormat {
    /// Returns the descriptor of a template.
    static func descriptor(for template: LinkTemplate) -> LinkFormatDescriptor {
        LinkFormatDescriptor(
            name: "template", mediaType: "text/plain; charset=utf-8", fileExtension: "txt",
            contents: [.descriptions, .positions]
        ) { _ in TemplateFormat(template) }
    }

    private let template: LinkTemplate

    private init(_ template: LinkTemplate) { self.template = template }

    package var concurrentFormat: (any LinkFormat)? { self }

    package mutating func write(
        _ link: LinkBytes, check: CheckedLink.Check?, into output: inout [UInt8]
    ) -> LinkOmission? {
        for part in template.parts {
            switch part {
            case .text(let text): output += text
            case .field(let field): field.append(of: link, to: &output) { append($0, to: &$1) }
            }
        }
        return nil
    }

    private func append(_ value: LinkBytes.Text, to output: inout [UInt8]) {
        VisibleText.append(value, to: &output) { scalar in
            switch scalar {
            case "\t", "\n", "\r", "\u{2028}", "\u{2029}": " "
            default: VisibleText.cellText(scalar)
            }
        }
    }
}

/// A template for links: text with fields in braces.
///
/// `{url}` and the other names of ``LinkField`` in braces are replaced by values. The escapes `\t`, `\n`, `\r`, `\0`
/// and `\\` stand for a tab, line breaks, NUL and a backslash. `{{` and `}}` stand for braces.
struct LinkTemplate: Sendable, Hashable {
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
    init(_ template: String) throws(LinkFormatError) {
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
