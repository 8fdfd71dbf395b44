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
    static let linkedData = LinkRule("script", LinkRule.content, .linkedData, .meta, when: .linkedDataType)

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
