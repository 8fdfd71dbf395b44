import Markup
package import Places
import Syntax
import WHATWGURL

/// A picture of a page as an HTML document, which runs and loads nothing and opens at the line of a place.
package struct PictureDocument: Sendable {
    /// The document.
    package let html: String
    /// True if the line of the place was found and marked.
    package let findsLine: Bool

    /// Creates the document.
    ///
    /// - Parameters:
    ///   - copy: The picture, whose markup is not trusted.
    ///   - details: The facts about the copy.
    package init(_ copy: PictureCopy, details: CopyDetails) {
        let content = PictureParts(html: copy.html)
        let line = LineSearch(for: details.snapshot, in: content.text).line()
        findsLine = line != nil
        var html = ""
        var piece = 0
        var hasHead = false
        for part in content.parts {
            switch part {
            case .markup(let markup):
                html += markup
                if !hasHead, markup.hasPrefix("<head>") || markup.hasPrefix("<head ") {
                    html += Self.head + details.canonicalLink
                    hasHead = true
                }
            case .piece(let text):
                if let line, line.position.piece == piece {
                    let (before, after) = text.split(atUTF16Offset: line.position.offset)
                    html += MarkupText.content(before) + LineMark.marked(after, at: line)
                } else {
                    html += MarkupText.content(text)
                }
                piece += 1
            }
        }
        self.html = html + Self.header(CopyHeader(details: details, kind: .picture, line: line))
    }

    private static let head = """
        <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
        <meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
        """

    /// Returns the links to other views in a corner, where they take no space of the page.
    private static func header(_ header: CopyHeader) -> String {
        let details = header.details
        let note = header.line == nil ? " · your line was not found" : ""
        return """

            <style>\(LineMark.pictureStyle)\(headerStyle)</style>
            <div id="leftoff-copy"><b>Your copy</b> of \(CopyDetails.words(details.copiedAt))\(note) \
            \(header.links.joined(separator: " "))</div>

            """
    }

    private static let headerStyle = """
        #leftoff-copy,#leftoff-copy *{all:revert!important;font:13px/1.5 system-ui,sans-serif!important;\
        color:#fff!important}\
        #leftoff-copy{position:fixed!important;right:12px!important;bottom:12px!important;z-index:2147483647!important;\
        max-width:calc(100vw - 24px)!important;box-sizing:border-box!important;padding:7px 12px!important;\
        border-radius:9px!important;background:#222e!important;direction:ltr!important;text-align:left!important}\
        #leftoff-copy b{font-weight:600!important}\
        #leftoff-copy a{margin-left:9px!important;text-decoration:underline!important;display:inline-block!important}\
        @media print{#leftoff-copy{display:none!important}}
        """
}

/// The parts of a picture's document, without everything that could run or load something.
///
/// The scripts that take a picture remove such things too. This filter does not rely on them, because a client with a
/// token could send anything.
private struct PictureParts {
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

    /// Creates the parts of a document as a client sent it.
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
        if !BlockNames.isInline(name) { text.endBlock() }
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
        if !BlockNames.isInline(name) { text.endBlock() }
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

/// The attributes that the document of a picture may have.
private enum PictureAttributes {
    /// The attributes of HTML that neither load nor run anything.
    private static let plain: Set<String> = [
        "class", "title", "lang", "xml:lang", "dir", "alt", "width", "height", "align", "valign", "bgcolor", "color",
        "face", "size", "border", "cellpadding", "cellspacing", "rules", "summary", "scope", "colspan", "rowspan",
        "span", "start", "reversed", "type", "open", "hidden", "datetime", "role", "nowrap", "noshade", "clear",
        "compact", "hspace", "vspace", "text", "link", "label", "disabled", "checked", "selected", "multiple", "rows",
        "cols", "wrap", "placeholder", "min", "max", "low", "high", "optimum", "media", "inert", "abbr",
    ]
    /// The attributes of SVG and MathML; some of them may contain `url(…)`.
    private static let graphical: Set<String> = [
        "d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr", "dx", "dy",
        "rotate", "viewbox", "preserveaspectratio", "transform", "transform-origin", "fill", "fill-opacity",
        "fill-rule", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
        "stroke-miterlimit", "stroke-opacity", "stroke-width", "opacity", "clip-path", "clip-rule", "mask", "filter",
        "marker-start", "marker-mid", "marker-end", "offset", "stop-color", "stop-opacity", "gradientunits",
        "gradienttransform", "spreadmethod", "patternunits", "patterncontentunits", "patterntransform",
        "clippathunits", "maskunits", "maskcontentunits", "filterunits", "primitiveunits", "markerwidth",
        "markerheight", "markerunits", "orient", "refx", "refy", "textlength", "lengthadjust", "text-anchor",
        "dominant-baseline", "alignment-baseline", "baseline-shift", "font-family", "font-size", "font-style",
        "font-weight", "letter-spacing", "word-spacing", "text-decoration", "writing-mode", "visibility", "display",
        "overflow", "vector-effect", "shape-rendering", "image-rendering", "text-rendering",
        "color-interpolation-filters", "pathlength", "in", "in2", "result", "stddeviation", "values", "mode",
        "operator", "k1", "k2", "k3", "k4", "flood-color", "flood-opacity", "lighting-color", "version",
        "mathvariant", "displaystyle", "scriptlevel", "stretchy", "fence", "separator", "lspace", "rspace",
        "columnalign", "rowalign", "linethickness", "accent", "accentunder", "mathsize", "mathcolor", "notation",
    ]
    /// The elements whose value is a number that is shown.
    private static let withValue: Set<String> = ["li", "progress", "meter"]

    /// Returns the attributes that an element keeps.
    ///
    /// - Parameters:
    ///   - attributes: All its attributes, with lower-case names.
    ///   - element: The lower-case name of the element.
    /// - Returns: The attributes with their values, in the same order.
    static func filtered(_ attributes: [HTMLToken.Attribute], of element: String) -> [HTMLToken.Attribute] {
        attributes.compactMap { attribute in
            value(attribute, of: element).map { HTMLToken.Attribute(name: attribute.name, value: $0) }
        }
    }

    private static func value(_ attribute: HTMLToken.Attribute, of element: String) -> String? {
        let (name, value) = (attribute.name, attribute.value)
        if plain.contains(name) { return value }
        if graphical.contains(name) || name == "style" { return StyleFilter.filtered(value) }
        switch name {
        // The document has an element of its own with this id.
        case "id": return value == CopyDetails.lineID ? nil : value
        case "value": return withValue.contains(element) ? value : nil
        case "href", "xlink:href": return address(value, of: element)
        case "src" where element == "img" || element == "input": return image(value)
        case "background", "poster": return image(value)
        default: break
        }
        let isNamed = name.hasPrefix("aria-") || name.hasPrefix("data-")
        return isNamed && name.utf8.allSatisfy(isNameByte) ? value : nil
    }

    /// Returns the address of a link, or of a part of the document in SVG.
    private static func address(_ value: String, of element: String) -> String? {
        let trimmed = trimmed(value)
        if trimmed.hasPrefix("#") { return trimmed }
        switch element {
        case "a", "area":
            guard let url = WebURL(trimmed), url.isHTTP || url.scheme == "mailto" else { return nil }
            return url.href
        case "image", "feimage": return image(value)
        default: return nil
        }
    }

    private static func image(_ value: String) -> String? {
        let trimmed = trimmed(value)
        return StyleFilter.isDataImage(trimmed) ? trimmed : nil
    }

    private static func trimmed(_ value: String) -> String {
        let rest = value.unicodeScalars.drop { $0.value <= 0x20 }
        let end = rest.lastIndex { $0.value > 0x20 }
        return end.map { String(rest[...$0]) } ?? ""
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
