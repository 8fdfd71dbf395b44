package import LinkHarvest
import VisibleText

/// Links that are written according to a template of the user.
///
/// No value can end a record: tabs and line breaks in a value become spaces, and other characters that a terminal obeys
/// or hides become U+FFFD (``/VisibleText/VisibleText/cellText(_:)``). Values are not quoted, so ``CSVFormat`` or
/// ``NDJSONFormat`` is better if they may contain the separator. An absent value is written as an empty one.
package struct TemplateFormat: ByteLinkFormat {
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

    package var concurrentFormat: (any LinkFormat)? { self }

    package mutating func write(_ link: LinkBytes, check: LinkRecord.Check?, into output: inout [UInt8]) {
        for part in template.parts {
            switch part {
            case .text(let text): output += text
            case .field(let field):
                switch field.value(of: link) {
                case .text(let text): append(text, to: &output)
                case .number(let number):
                    output.appendRecord(upTo: RecordWriter.maximumNumberLength) { $0.append(number) }
                case .absent: break
                }
            }
        }
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
