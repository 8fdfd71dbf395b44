/// Which attributes of which elements are links.
enum LinkRules {
    /// Every rule: element, attribute, how addresses stand in it, and what they are for.
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
        LinkRule("meta", "content", .refresh, .refresh, when: .attribute("http-equiv", equals: "refresh")),

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
        LinkRule("param", "value", .nonEmptyAddress, .object, when: .attribute("valuetype", equals: "ref")),

        // Menus of old.
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

        // What scripts load late; taken only on request.
        LinkRule("*", "data-src", .nonEmptyAddress, .image, when: .lazyLoading),
        LinkRule("*", "data-srcset", .imageCandidates, .image, when: .lazyLoading),
        LinkRule("*", "data-original", .nonEmptyAddress, .image, when: .lazyLoading),
        LinkRule("*", "data-lazy", .nonEmptyAddress, .image, when: .lazyLoading),
        LinkRule("*", "data-href", .nonEmptyAddress, .anchor, when: .lazyLoading),
    ]

    /// The values of `property` and `name` with which the `content` of `meta` is an address.
    static let addressProperties: Set<String> = [
        "og:url", "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:video:url", "og:video:secure_url",
        "og:audio", "og:audio:url", "og:audio:secure_url", "twitter:image", "twitter:image:src", "twitter:player",
        "twitter:player:stream",
    ]

    /// The length of the longest attribute name of any rule, in bytes.
    static let longestAttribute = all.reduce(0) { max($0, $1.attribute.utf8.count) }

    /// The rules of an attribute.
    ///
    /// - Parameters:
    ///   - attribute: The attribute's name.
    ///   - element: The element's name.
    /// - Returns: The rules for this element, else those for any.
    static func rules(for attribute: String, of element: String) -> [LinkRule] {
        guard attribute.utf8.count <= longestAttribute, let byElement = index[attribute] else { return [] }
        return byElement[element] ?? byElement["*"] ?? []
    }

    private static let index: [String: [String: [LinkRule]]] = {
        var index: [String: [String: [LinkRule]]] = [:]
        for rule in all { index[rule.attribute, default: [:]][rule.element, default: []].append(rule) }
        return index
    }()
}
