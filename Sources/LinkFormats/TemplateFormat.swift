import LinkHarvest

/// Links that are written according to a template of the user.
///
/// No value can end a record: tabs and line breaks in a value become spaces, and a value with another control character
/// is omitted. Values are not quoted, so ``CSVFormat`` or ``NDJSONFormat`` is better if they may contain the separator.
/// An absent value is written as an empty one.
package struct TemplateFormat: LinkFormat {
    /// Returns the descriptor of a template.
    static func descriptor(for template: LinkTemplate) -> LinkFormatDescriptor {
        LinkFormatDescriptor(
            name: "template", mediaType: "text/plain; charset=utf-8", fileExtension: "txt",
            contents: [.descriptions, .positions]
        ) { _ in TemplateFormat(template) }
    }

    private let template: LinkTemplate

    /// Creates a writer for one output.
    package init(_ template: LinkTemplate) { self.template = template }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        for part in template.parts {
            switch part {
            case .text(let text): output += text
            case .field(let field): append(field.value(of: record.link) ?? "", to: &output)
            }
        }
        return nil
    }

    private func append(_ value: String, to output: inout [UInt8]) {
        guard !ControlCharacters.occur(in: value) else { return }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r", "\u{2028}", "\u{2029}": output.append(UInt8(ascii: " "))
            default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}
