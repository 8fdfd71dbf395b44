import Markup
import MarkupText

/// The parts of a picture's document, without everything that could run or load something.
///
/// The scripts that take a picture remove such things too. This filter does not rely on them, because a client with a
/// token could send anything.
struct PictureParts {
    /// A part of the document.
    enum Part {
        /// Markup.
        case markup(String)
        /// A text that is a piece of the picture's text.
        case piece(String)
    }

    /// The parts in their order.
    private(set) var parts: [Part] = []
    /// The text that the reader sees.
    private(set) var text = CopyText()
    /// The name of the element whose content is left out, and its depth among elements of the same name.
    private var skipped: (name: String, depth: Int)?
    /// The elements with text that is shown but is not the page's.
    private var unreadDepth = 0
    private var isInStyle = false

    /// The elements that are left out with their content.
    private static let dropped: Set<String> = [
        "script", "template", "noscript", "iframe", "frameset", "noframes", "noembed", "object", "applet", "xmp",
        "portal", "fencedframe", "textarea", "audio",
    ]
    /// The elements whose tags are left out.
    private static let unwrapped: Set<String> = [
        "base", "link", "meta", "bgsound", "basefont", "param", "source", "track", "embed", "frame", "plaintext",
        "animate", "animatemotion", "animatetransform", "animatecolor", "set", "discard", "handler", "listener",
        "isindex", "keygen", "form",
    ]
    /// The elements whose text is not the page's, as in `js/anchoring/text-index.js`.
    private static let unread: Set<String> = ["style", "title", "head", "select", "datalist", "video", "canvas"]
    /// The elements that flow in a line, as in `js/anchoring/text-index.js`; all others start and end a block.
    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
        "ins", "kbd", "label", "mark", "nobr", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "small", "span",
        "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "slot", "script", "style", "template",
        "tspan",
    ]

    /// Creates the parts of a document.
    ///
    /// - Parameter html: The document as a client sent it.
    init(html: String) {
        for token in HTMLTokens.tokens(ofDocument: Array(html.utf8)) { add(token) }
    }

    private mutating func add(_ token: HTMLToken) {
        switch token {
        case .startTag(let name, let attributes, let isSelfClosing):
            startTag(name, attributes, isSelfClosing: isSelfClosing)
        case .endTag(let name): endTag(name)
        case .characters(let text): characters(text)
        case .doctype(let name, let publicID, _, _): doctype(name, publicID)
        case .comment: break
        }
    }

    private mutating func startTag(_ name: String, _ attributes: [HTMLToken.Attribute], isSelfClosing: Bool) {
        if let current = skipped {
            if current.name == name { skipped?.depth += 1 }
            return
        }
        isInStyle = false
        if Self.dropped.contains(name) {
            skipped = (name, 1)
            return
        }
        guard !Self.unwrapped.contains(name), Self.isName(name) else { return }
        if !Self.inline.contains(name) { text.endBlock() }
        if name == "body" { unreadDepth = 0 }
        if Self.unread.contains(name) { unreadDepth += 1 }
        isInStyle = name == "style"
        let kept = PictureAttributes.filtered(attributes, of: name)
        var tag = "<\(name)"
        for attribute in kept { tag += " \(attribute.name)=\"\(MarkupText.attribute(attribute.value))\"" }
        if kept.contains(where: { $0.name == "href" }) { tag += " rel=\"noreferrer\"" }
        parts.append(.markup(tag + (isSelfClosing ? "/>" : ">")))
    }

    private mutating func endTag(_ name: String) {
        if let current = skipped {
            guard current.name == name else { return }
            skipped = current.depth > 1 ? (name, current.depth - 1) : nil
            return
        }
        isInStyle = false
        guard !Self.unwrapped.contains(name), !Self.dropped.contains(name), Self.isName(name) else { return }
        if !Self.inline.contains(name) { text.endBlock() }
        if Self.unread.contains(name), unreadDepth > 0 { unreadDepth -= 1 }
        // The mark of the line and the header are written before the end of the document.
        if name == "body" || name == "html" { return }
        parts.append(.markup("</\(name)>"))
    }

    private mutating func characters(_ content: String) {
        guard skipped == nil else { return }
        if isInStyle {
            parts.append(.markup(StyleFilter.filtered(content)))
        } else if unreadDepth > 0 {
            parts.append(.markup(MarkupText.content(content)))
        } else {
            text.append(content)
            parts.append(.piece(content))
        }
    }

    /// Writes the document type, which decides about the layout of old pages.
    private mutating func doctype(_ name: String?, _ publicID: String?) {
        guard name == "html", parts.isEmpty else { return }
        let isPlain = publicID?.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x3E } ?? false
        let identifier = publicID.flatMap { isPlain ? " PUBLIC \"\($0)\"" : nil } ?? ""
        parts.append(.markup("<!DOCTYPE html\(identifier)>\n"))
    }

    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
}
