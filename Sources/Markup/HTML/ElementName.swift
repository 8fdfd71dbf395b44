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
enum ContentKind: Sendable {
    /// Text with character references: `title` and `textarea` (the standard's RCDATA).
    case escapable
    /// Text without references: `style` and others (RAWTEXT).
    case rawText
    /// A script, in which `<!-- <script>` hides one end tag.
    case script
    /// The rest of the document.
    case plainText
}

/// The properties of an element that determine the rules for its tags.
struct ElementTraits: OptionSet, Sendable {
    let rawValue: UInt8

    /// Every element has this trait.
    private static let always = ElementTraits(rawValue: 1)
    /// The start tag is not simply pushed on to the stack of open elements in the body.
    static let hasStartRule = ElementTraits(rawValue: 2)
    /// The start tag closes an open paragraph.
    static let closesParagraph = ElementTraits(rawValue: 4)
    /// The end tag does more than close the current node.
    static let hasEndRule = ElementTraits(rawValue: 8)
    /// The element has no content and no end tag.
    static let isVoid = ElementTraits(rawValue: 16)
    /// The tags are reported regardless of their attributes.
    static let isReported = ElementTraits(rawValue: 32)

    /// The element is a formatting element other than `a`.
    private static let isFormatting = ElementTraits(rawValue: 64)

    static let all = ElementTraits(rawValue: .max)

    /// 1 for a formatting element other than `a`, otherwise 0, without a branch.
    @inline(__always)
    var formattingCount: Int { Int(rawValue >> 6 & 1) }

    /// Creates the traits of an element.
    init(_ name: ElementName, isReported: Bool) {
        var traits = ElementTraits.always
        if name.hasStartRule { traits.insert(.hasStartRule) }
        if name.closesParagraph { traits.insert(.closesParagraph) }
        if name.hasEndRule { traits.insert(.hasEndRule) }
        if name.isVoid { traits.insert(.isVoid) }
        if name.isFormatting { traits.insert(.isFormatting) }
        if isReported { traits.insert(.isReported) }
        self = traits
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The classes of elements in tree construction (HTML Standard, 13.2.4.2 and 13.2.6).
extension ElementName {
    /// True if the start tag of the HTML element has a rule of its own in the body.
    fileprivate var hasStartRule: Bool {
        switch self {
        case .html, .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title, .body,
            .frameset, .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr, .form, .select,
            .option, .optgroup, .input, .hr, .svg, .math, .textarea, .xmp, .iframe, .noembed, .plaintext, .h1, .h2,
            .h3, .h4, .h5, .h6, .li, .dd, .dt, .button, .a, .nobr, .rb, .rtc, .rp, .rt, .table, .p:
            true
        default: false
        }
    }

    /// True if the end tag of the HTML element has a rule of its own, even if it closes the current node.
    fileprivate var hasEndRule: Bool {
        switch self {
        case .template, .body, .html, .form, .p, .a, .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr,
            .table, .svg, .math, .head, .frameset, .noscript, .br, .select, .button:
            true
        default: false
        }
    }

    /// True if the HTML element belongs to the category "formatting" and is not an `a`.
    var isFormatting: Bool {
        switch self {
        case .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
        default: false
        }
    }

    /// True if the start tag of the HTML element closes an open paragraph.
    var closesParagraph: Bool {
        switch self {
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary,
            .ul, .h1, .h2, .h3, .h4, .h5, .h6, .pre, .listing, .plaintext, .table, .hr, .xmp:
            true
        default: false
        }
    }

    /// True if the end tag closes the innermost element of this name in scope.
    var isBlock: Bool {
        switch self {
        case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search,
            .section, .select, .summary, .ul, .applet, .marquee, .object, .dd, .dt:
            true
        default: false
        }
    }

    /// True for `h1` to `h6`.
    var isHeading: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }

    /// True for the elements that group the rows of a table.
    var isRowGroup: Bool { self == .tbody || self == .thead || self == .tfoot }

    /// True for the elements that a table is built of.
    var isTablePart: Bool {
        switch self {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: true
        default: false
        }
    }

    /// True if the HTML element belongs to the category "special".
    var isSpecial: Bool {
        switch self {
        case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br, .button,
            .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption,
            .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr,
            .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav, .noembed,
            .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select,
            .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr,
            .track, .ul, .wbr, .xmp:
            true
        default: false
        }
    }
}
