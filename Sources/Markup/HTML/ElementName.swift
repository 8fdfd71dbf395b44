/// The elements that the tokenizer or the harvest of links must distinguish.
package enum ElementName: String, Sendable, CaseIterable {
    /// Any other element.
    case other = ""
    case a, annotationXML = "annotation-xml", applet, area, audio, b, base, basefont, bgsound, big, blockquote, body,
        br, button
    case center, code, command, dd, del, desc, div, dl, dt, em, embed, feImage = "feimage", font
    case foreignObject = "foreignobject", form, frame, h1, h2, h3, h4, h5, h6, head, hr, html, i, iframe, image, img
    case input, ins, keygen, li, link, listing, malignmark, math, menu, menuitem, meta, mglyph, mi, mn, mo, ms, mtext,
        nobr, noembed, noframes
    case object, ol, p, param, plaintext, pre, q, ruby, s, script, small, source, span, strike, strong, style, sub, sup
    case svg, table, template, textarea, title, track, tt, u, ul, use, `var`, video, wbr, xmp

    /// The index of the element among all cases.
    package var index: Int {
        guard let index = Self.allCases.firstIndex(of: self) else { preconditionFailure("every case is in allCases") }
        return index
    }

    /// The kind of content of an HTML element with this name; nil if it may contain tags (HTML Standard, 13.2.6.4).
    ///
    /// It is nil for `noscript`, which contains tags if scripts are disabled.
    var content: ContentKind? {
        switch self {
        case .script: .script
        case .style, .xmp, .iframe, .noembed, .noframes: .rawText
        case .title, .textarea: .escapable
        case .plaintext: .plainText
        default: nil
        }
    }

    /// True if the start tag of the HTML element closes all SVG and MathML elements around it (HTML Standard,
    /// 13.2.6.5).
    ///
    /// `font` does so only with certain attributes.
    var endsForeignContent: Bool {
        switch self {
        case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4,
            .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span,
            .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
            true
        default: false
        }
    }

    /// True if the HTML element has no content and no end tag (HTML Standard, 13.1.2).
    var isVoid: Bool {
        switch self {
        case .area, .base, .basefont, .bgsound, .br, .embed, .hr, .image, .img, .input, .keygen, .link, .meta, .param,
            .source, .track, .wbr:
            true
        default: false
        }
    }

    /// True if the start tag of the HTML element closes an open paragraph (HTML Standard, 13.2.6.4.7).
    var endsParagraph: Bool {
        switch self {
        case .blockquote, .center, .dd, .div, .dl, .dt, .form, .h1, .h2, .h3, .h4, .h5, .h6, .li, .listing, .menu, .ol,
            .p, .plaintext, .pre, .table, .ul, .xmp:
            true
        default: false
        }
    }

    /// True if an end tag with this name closes an HTML element outside of SVG and MathML content when no open element
    /// inside that content has the name.
    var endsAroundForeignContent: Bool {
        switch self {
        case .a, .applet, .button, .form, .object: true
        case .body, .head, .p: false
        default: endsForeignContent && !isVoid
        }
    }
}

/// The kind of content in which the tokenizer recognizes no tags.
package enum ContentKind: Sendable {
    /// Text with character references: `title` and `textarea` (the standard's RCDATA).
    case escapable
    /// Text without references: `style` and others (RAWTEXT).
    case rawText
    /// A script, in which `<!-- <script>` hides one end tag.
    case script
    /// The rest of the document.
    case plainText
}
