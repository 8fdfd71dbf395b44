import Markup

/// The rules for the elements and attributes that contain links.
enum LinkRules {
    /// The rules: element, attribute, syntax of the value, and kind of the links.
    static let all: [LinkRule] = [
        // Navigation.
        LinkRule("a", "href", .address, .anchor),
        LinkRule("a", "xlink:href", .address, .anchor, when: .foreign),
        LinkRule("a", "ping", .spaceList, .ping),
        LinkRule("area", "href", .address, .anchor),
        LinkRule("area", "ping", .spaceList, .ping),
        LinkRule("form", "action", .address, .form),
        LinkRule("button", "formaction", .address, .form),
        LinkRule("input", "formaction", .address, .form),
        LinkRule("meta", "content", .refresh, .refresh, when: .refreshPragma),

        // Documents and their parts.
        LinkRule("html", "manifest", .nonEmptyAddress, .manifest),
        LinkRule("link", "href", .nonEmptyAddress, .link),
        LinkRule("link", "imagesrcset", .imageCandidates, .image),
        LinkRule("script", "src", .nonEmptyAddress, .script),
        LinkRule("script", "href", .nonEmptyAddress, .script, when: .foreign),
        LinkRule("script", "xlink:href", .nonEmptyAddress, .script, when: .foreign),
        LinkRule("iframe", "src", .nonEmptyAddress, .frame),
        LinkRule("iframe", "srcdoc", .document, .frame),
        LinkRule("iframe", "longdesc", .nonEmptyAddress, .cite),
        LinkRule("frame", "src", .nonEmptyAddress, .frame),
        LinkRule("frame", "longdesc", .nonEmptyAddress, .cite),

        // Images.
        LinkRule("img", "src", .nonEmptyAddress, .image),
        LinkRule("img", "lowsrc", .nonEmptyAddress, .image),
        LinkRule("img", "dynsrc", .nonEmptyAddress, .media),
        LinkRule("img", "srcset", .imageCandidates, .image),
        LinkRule("img", "longdesc", .nonEmptyAddress, .cite),
        LinkRule("img", "usemap", .nonEmptyAddress, .image),
        LinkRule("input", "src", .nonEmptyAddress, .image),
        LinkRule("input", "usemap", .nonEmptyAddress, .image),
        LinkRule("object", "usemap", .nonEmptyAddress, .image),
        LinkRule("image", "href", .nonEmptyAddress, .image),
        LinkRule("image", "xlink:href", .nonEmptyAddress, .image),
        LinkRule("feimage", "href", .nonEmptyAddress, .image),
        LinkRule("feimage", "xlink:href", .nonEmptyAddress, .image),
        LinkRule("use", "href", .nonEmptyAddress, .image),
        LinkRule("use", "xlink:href", .nonEmptyAddress, .image),
        LinkRule("*", "background", .nonEmptyAddress, .image),

        // Audio, video and plug-ins.
        LinkRule("source", "src", .nonEmptyAddress, .media),
        LinkRule("source", "srcset", .imageCandidates, .image),
        LinkRule("audio", "src", .nonEmptyAddress, .media),
        LinkRule("video", "src", .nonEmptyAddress, .media),
        LinkRule("video", "poster", .nonEmptyAddress, .image),
        LinkRule("track", "src", .nonEmptyAddress, .media),
        LinkRule("bgsound", "src", .nonEmptyAddress, .media),
        LinkRule("embed", "src", .nonEmptyAddress, .embed),
        LinkRule("embed", "href", .nonEmptyAddress, .embed),
        LinkRule("object", "data", .nonEmptyAddress, .object),
        LinkRule("object", "codebase", .nonEmptyAddress, .object),
        LinkRule("object", "classid", .nonEmptyAddress, .object),
        LinkRule("object", "archive", .spaceList, .object),
        LinkRule("applet", "code", .nonEmptyAddress, .object),
        LinkRule("applet", "codebase", .nonEmptyAddress, .object),
        LinkRule("applet", "archive", .commaList, .object),
        LinkRule("param", "value", .nonEmptyAddress, .object, when: .referenceValue),

        // Obsolete menus.
        LinkRule("menuitem", "icon", .nonEmptyAddress, .icon),
        LinkRule("command", "icon", .nonEmptyAddress, .icon),

        // Metadata.
        LinkRule("blockquote", "cite", .nonEmptyAddress, .cite),
        LinkRule("q", "cite", .nonEmptyAddress, .cite),
        LinkRule("del", "cite", .nonEmptyAddress, .cite),
        LinkRule("ins", "cite", .nonEmptyAddress, .cite),
        LinkRule("head", "profile", .spaceList, .meta),
        LinkRule("*", "itemid", .nonEmptyAddress, .meta),
        LinkRule("*", "itemtype", .absoluteList, .meta),
        LinkRule("meta", "content", .nonEmptyAddress, .meta, when: .addressProperty),

        // CSS.
        LinkRule("*", "style", .declarations, .css),
        styleSheet,

        // Structured data.
        linkedData,

        // Resources that scripts load late; only on request.
        LinkRule("*", "data-src", .nonEmptyAddress, .image, when: .lazyLoading),
        LinkRule("*", "data-srcset", .imageCandidates, .image, when: .lazyLoading),
        LinkRule("*", "data-original", .nonEmptyAddress, .image, when: .lazyLoading),
        LinkRule("*", "data-lazy", .nonEmptyAddress, .image, when: .lazyLoading),
        LinkRule("*", "data-href", .nonEmptyAddress, .anchor, when: .lazyLoading),

        // Strings of scripts that may be URLs; only on request.
        scriptStrings,
    ]

    /// The content of `style`.
    static let styleSheet = LinkRule("style", LinkRule.content, .styleSheet, .css)

    /// The content of a `script` that is data.
    private static let linkedData = LinkRule("script", LinkRule.content, .linkedData, .meta, when: .linkedDataType)

    /// The content of any other `script`.
    static let scriptStrings = LinkRule("script", LinkRule.content, .scriptStrings, .script, when: .scriptStrings)

    /// The values of `property` and `name` for which the `content` of a `meta` is a URL.
    static let addressProperties = NameTable([
        "og:url", "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:video:url", "og:video:secure_url",
        "og:audio", "og:audio:url", "og:audio:secure_url", "twitter:image", "twitter:image:src", "twitter:player",
        "twitter:player:stream", "msapplication-tileimage", "msapplication-config",
    ])

    /// The values of `itemprop` for which the `content` of a `meta` is a URL (schema.org's properties of type URL).
    static let addressItemProperties = NameTable([
        "url", "image", "thumbnailurl", "contenturl", "embedurl", "logo", "sameas", "downloadurl", "installurl",
        "discussionurl", "mainentityofpage", "license",
    ])
}

/// A rule stating that an attribute of an element contains URLs.
struct LinkRule: Sendable {
    /// The syntax of a value.
    enum Syntax: Sendable {
        /// One URL; an empty value is the URL of the document.
        case address
        /// One URL; an empty value is ignored.
        case nonEmptyAddress
        /// URLs separated by white space.
        case spaceList
        /// Absolute URLs separated by white space.
        case absoluteList
        /// URLs separated by commas.
        case commaList
        /// The image candidates of `srcset`.
        case imageCandidates
        /// The time and URL of a declarative refresh.
        case refresh
        /// CSS declarations.
        case declarations
        /// A complete HTML document.
        case document
        /// A style sheet; the content of an element.
        case styleSheet
        /// JSON-LD, whose keys determine the kinds of its URLs; the content of an element.
        case linkedData
        /// A script whose strings may be URLs; the content of an element.
        case scriptStrings
    }

    /// The condition under which a rule applies.
    enum Condition: Sendable {
        case always
        /// The element belongs to SVG or MathML.
        case foreign
        /// The attribute `http-equiv` is `refresh`.
        case refreshPragma
        /// The attribute `valuetype` is `ref`.
        case referenceValue
        /// The attribute `property`, `name` or `itemprop` has a name whose value is a URL.
        case addressProperty
        /// The caller requested attributes for lazy loading.
        case lazyLoading
        /// The attribute `type` is that of JSON-LD.
        case linkedDataType
        /// The caller requested the strings in scripts.
        case scriptStrings
    }

    /// The attribute name that represents the content of an element.
    static let content = "text()"

    /// The element's name, or `*` for any element.
    var element: String
    /// The attribute's name; ``content`` for the text between the tags.
    var attribute: String
    /// The syntax of the value.
    var syntax: Syntax
    /// The kind of the link; `link` is replaced by the kind that `rel` determines.
    var kind: LinkKind
    /// The condition under which the rule applies.
    var condition = Condition.always

    init(
        _ element: String, _ attribute: String, _ syntax: Syntax, _ kind: LinkKind, when condition: Condition = .always
    ) {
        self.element = element
        self.attribute = attribute
        self.syntax = syntax
        self.kind = kind
        self.condition = condition
    }
}

/// The rules of ``LinkRules``, indexed by the numbers of the attributes.
enum RuleIndex {
    /// The tags and attributes that the parser reports to the scan.
    static let interest = TagInterest(
        elements: [.a, .base, .form, .img, .image, .style, .script, .meta, .template],
        triggers: LinkRules.all.map(\.attribute).reduce(into: []) {
            if $1 != LinkRule.content, !$0.contains($1) { $0.append($1) }
        },
        attributes: [
            "alt", "aria-label", "title", "rel", "type", "hreflang", "download", "http-equiv", "property", "name",
            "itemprop", "valuetype", "method", "formmethod", "form",
        ])

    /// The rules for each attribute.
    static let table = RuleTable(LinkRules.all, interest: interest)

    /// Returns the number of an attribute in the ``TagInterest``.
    static func number(_ attribute: String) -> Int {
        guard let number = interest.number(of: attribute) else {
            preconditionFailure("the interest lacks the attribute \(attribute)")
        }
        return number
    }
}

/// The numbers of the attributes that describe a link.
enum AttributeNumber {
    static let alt = RuleIndex.number("alt")
    static let label = RuleIndex.number("aria-label")
    static let title = RuleIndex.number("title")
    static let relations = RuleIndex.number("rel")
    static let type = RuleIndex.number("type")
    static let language = RuleIndex.number("hreflang")
    static let download = RuleIndex.number("download")
    static let href = RuleIndex.number("href")
    static let property = RuleIndex.number("property")
    static let name = RuleIndex.number("name")
    static let itemProperty = RuleIndex.number("itemprop")
    static let pragma = RuleIndex.number("http-equiv")
    static let valueType = RuleIndex.number("valuetype")
    static let method = RuleIndex.number("method")
    static let formMethod = RuleIndex.number("formmethod")
    static let form = RuleIndex.number("form")
}

/// The rules in a table that is indexed by the attribute's number.
///
/// A lookup needs no strings and takes a few nanoseconds.
final class RuleTable: Sendable {
    /// A rule for one element or for all.
    struct Entry {
        /// The index of the element among `ElementName`'s cases, or -1 for a rule that applies to all elements without
        /// rules of their own.
        var element: Int
        var syntax: LinkRule.Syntax
        var kind: LinkKind
        var condition: LinkRule.Condition
        /// True if the condition must be evaluated.
        var isConditional: Bool
    }

    // The memory is written only in `init`, so it is safe to share.
    nonisolated(unsafe) private let entries: UnsafeMutableBufferPointer<Entry>
    /// The index of the first entry of each attribute, followed by the end of the last attribute's entries.
    nonisolated(unsafe) private let starts: UnsafeMutableBufferPointer<Int>

    init(_ rules: [LinkRule], interest: TagInterest) {
        var byNumber = [[Entry]](repeating: [], count: TagInterest.maximumAttributes)
        for rule in rules {
            guard let number = interest.number(of: rule.attribute) else { continue }
            let element = rule.element == "*" ? -1 : Self.index(of: rule.element)
            byNumber[number].append(
                Entry(
                    element: element, syntax: rule.syntax, kind: rule.kind, condition: rule.condition,
                    isConditional: rule.condition != .always))
        }
        entries = .allocate(capacity: rules.count)
        starts = .allocate(capacity: byNumber.count + 1)
        var count = 0
        for (number, list) in byNumber.enumerated() {
            starts.initializeElement(at: number, to: count)
            // Rules for specific elements come first.
            for entry in list.filter({ $0.element >= 0 }) + list.filter({ $0.element < 0 }) {
                entries.initializeElement(at: count, to: entry)
                count += 1
            }
        }
        starts.initializeElement(at: byNumber.count, to: count)
    }

    deinit {
        entries.deallocate()
        starts.deallocate()
    }

    /// Returns the index of the element that a rule names.
    private static func index(of name: String) -> Int {
        guard let element = ElementName(rawValue: name) else {
            preconditionFailure("a rule names an unknown element: \(name)")
        }
        return element.index
    }

    /// Returns the rules of an attribute; those for specific elements come first.
    @inline(__always)
    func entries(of number: Int) -> UnsafeBufferPointer<Entry> {
        UnsafeBufferPointer(rebasing: entries[starts[number]..<starts[number + 1]])
    }
}
