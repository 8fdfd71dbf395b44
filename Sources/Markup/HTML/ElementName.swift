/// The elements that the tokenizer or the harvest of links must distinguish.
package enum ElementName: String, Sendable, CaseIterable {
    /// Any other element.
    case other = ""
    case a, address, annotationXML = "annotation-xml", applet, area, article, aside, audio, b, base, basefont, bgsound,
        big, blockquote, body, br, button
    case caption, center, code, col, colgroup, command, dd, del, desc, details, dialog, dir, div, dl, dt, em, embed
    case feImage = "feimage", fieldset, figcaption, figure, font, footer, foreignObject = "foreignobject", form, frame,
        frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html
    case i, iframe, image, img, input, ins, keygen, li, link, listing, main, malignmark, marquee, math, menu, menuitem,
        meta, mglyph, mi, mn, mo, ms, mtext, nav, nobr, noembed, noframes, noscript
    case object, ol, optgroup, option, p, param, plaintext, pre, q, rb, rp, rt, rtc, ruby, s, script, search, section,
        select, small, source, span, strike, strong, style, sub, summary, sup, svg
    case table, tbody, td, template, textarea, tfoot, th, thead, title, tr, track, tt, u, ul, use, `var`, video, wbr,
        xmp

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
