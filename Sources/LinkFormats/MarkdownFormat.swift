import LinkHarvest
import MarkupText

/// A bulleted list in Markdown (CommonMark 0.31): each URL once, with its text.
///
/// It contains URLs and texts. A text with a control character or a noncharacter is replaced by the title or the URL,
/// and other characters that a terminal obeys or hides are references. URLs such as `javascript:` and `data:` are
/// omitted, because a page made from the list would run them.
package struct MarkdownFormat: LinkFormat {
    package static let descriptor = LinkFormatDescriptor(
        name: "markdown", mediaType: "text/plain; charset=utf-8", fileExtension: "md", contents: [.descriptions]
    ) { _ in MarkdownFormat() }

    private var seen = SeenAddresses()

    /// Creates a writer for one output.
    package init() {}

    package var hasForgotten: Bool { seen.hasForgotten }

    package mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission? {
        do throws(LinkOmission) {
            let shown = try ClickableLink(record.link, seen: &seen, escape: Self.escaped)
            // A URL in angle brackets may contain spaces and unbalanced parentheses.
            let address = Self.backslashed(shown.href, Self.destinationPunctuation)
            output.append(contentsOf: "- [\(shown.label)](<\(address)>)\n".utf8)
            return nil
        } catch {
            return error
        }
    }

    /// The characters that may be markup in a text (CommonMark, section 2.4).
    private static let textPunctuation = Array("\\`*_{}[]()#!|~\"'".utf8)
    /// The characters that may be markup in a URL in angle brackets (CommonMark, section 6.3).
    private static let destinationPunctuation = Array("\\<>&".utf8)

    private static func escaped(_ text: String) -> String? {
        guard MarkupText.isXML(text) else { return nil }
        // All dialects of Markdown support character references, but some do not support a backslash before the
        // characters that have one. The references come last, so that they get no backslashes.
        var escaped: [UInt8] = []
        for byte in MarkupText.content(backslashed(text, textPunctuation)).utf8 {
            switch byte {
            // A block cannot start with a character reference (CommonMark, section 2.5).
            case 0x09, 0x0A, 0x0D: escaped.append(contentsOf: "&#\(byte);".utf8)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func backslashed(_ text: String, _ punctuation: [UInt8]) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if punctuation.contains(byte) { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(byte)
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
