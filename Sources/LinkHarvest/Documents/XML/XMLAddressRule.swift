import Markup

/// A rule stating that an element of a feed, a site map or an outline contains a URL or HTML.
struct XMLAddressRule: Sendable {
    /// The part of the element that the rule applies to.
    enum Location: Sendable, Hashable {
        /// The value of an attribute, which is a URL.
        case attribute(String)
        /// The content, which is a URL.
        case content
        /// The content, which is HTML.
        case html
        /// The content, which is the title of the element around it.
        case title
    }

    /// The way in which the kind of a link is determined.
    enum Kind: Sendable {
        case fixed(LinkKind)
        /// By `type` or `medium`: an image, or media.
        case media
        /// By `rel`, as in Atom.
        case relation
        /// By the `type` of the outline.
        case outline
    }

    /// The name of the element that the rule applies to, and that of its parent element; nil for any parent.
    var element: String
    var parent: String?
    var location: Location
    var kind: Kind

    init(_ element: String, in parent: String? = nil, _ location: Location, _ kind: Kind = .fixed(.anchor)) {
        self.element = element
        self.parent = parent
        self.location = location
        self.kind = kind
    }

    /// The rules.
    ///
    /// They use the prefixes of ``XMLNamespace/prefixes``.
    static let all: [XMLAddressRule] = [
        // RSS 0.9x, 1.0, 2.0.
        XMLAddressRule("rss:link", .content),
        XMLAddressRule("rss:comments", .content),
        XMLAddressRule("rss:guid", .content),
        XMLAddressRule("rss:docs", .content, .fixed(.link)),
        XMLAddressRule("rss:enclosure", .attribute("url"), .media),
        XMLAddressRule("rss:source", .attribute("url"), .fixed(.feed)),
        XMLAddressRule("rss:url", in: "rss:image", .content, .fixed(.image)),
        XMLAddressRule("rss:title", .title),
        XMLAddressRule("rss:description", .html),
        XMLAddressRule("content:encoded", .html),

        // Extensions of RSS and Atom.
        XMLAddressRule("media:content", .attribute("url"), .media),
        XMLAddressRule("media:thumbnail", .attribute("url"), .fixed(.image)),
        XMLAddressRule("media:player", .attribute("url"), .fixed(.frame)),
        XMLAddressRule("media:title", .title),
        XMLAddressRule("media:description", .html),
        XMLAddressRule("itunes:image", .attribute("href"), .fixed(.image)),
        XMLAddressRule("itunes:new-feed-url", .content, .fixed(.feed)),
        XMLAddressRule("itunes:summary", .html),
        XMLAddressRule("podcast:transcript", .attribute("url"), .fixed(.media)),
        XMLAddressRule("podcast:chapters", .attribute("url"), .fixed(.media)),
        XMLAddressRule("podcast:funding", .attribute("url")),
        XMLAddressRule("podcast:person", .attribute("href")),
        XMLAddressRule("podcast:person", .attribute("img"), .fixed(.image)),
        XMLAddressRule("wfw:commentRss", .content, .fixed(.feed)),
        XMLAddressRule("feedburner:origLink", .content),
        XMLAddressRule("thr:in-reply-to", .attribute("href")),
        XMLAddressRule("thr:in-reply-to", .attribute("source"), .fixed(.feed)),

        // Atom (RFC 4287).
        XMLAddressRule("atom:link", .attribute("href"), .relation),
        XMLAddressRule("atom:content", .attribute("src")),
        XMLAddressRule("atom:content", .html),
        XMLAddressRule("atom:summary", .html),
        XMLAddressRule("atom:icon", .content, .fixed(.icon)),
        XMLAddressRule("atom:logo", .content, .fixed(.image)),
        XMLAddressRule("atom:uri", .content),
        XMLAddressRule("atom:generator", .attribute("uri"), .fixed(.meta)),
        XMLAddressRule("atom:title", .title),

        // Site maps (sitemaps.org) and Google's extensions.
        XMLAddressRule("sitemap:loc", in: "sitemap:sitemap", .content, .fixed(.sitemap)),
        XMLAddressRule("sitemap:loc", .content),
        XMLAddressRule("xhtml:link", in: "sitemap:url", .attribute("href"), .relation),
        XMLAddressRule("image:loc", .content, .fixed(.image)),
        XMLAddressRule("image:license", .content, .fixed(.link)),
        XMLAddressRule("image:title", .title),
        XMLAddressRule("video:content_loc", .content, .fixed(.media)),
        XMLAddressRule("video:player_loc", .content, .fixed(.frame)),
        XMLAddressRule("video:thumbnail_loc", .content, .fixed(.image)),
        XMLAddressRule("video:gallery_loc", .content),
        XMLAddressRule("video:title", .title),
        XMLAddressRule("news:title", .title),

        // OPML 2.0.
        XMLAddressRule("opml:outline", .attribute("xmlUrl"), .fixed(.feed)),
        XMLAddressRule("opml:outline", .attribute("htmlUrl")),
        XMLAddressRule("opml:outline", .attribute("url"), .outline),
        XMLAddressRule("opml:title", .title),
        XMLAddressRule("opml:ownerId", .content),
        XMLAddressRule("opml:docs", .content, .fixed(.link)),
    ]

    /// The elements whose title is the text of the links in them.
    static let titled: Set<String> = [
        "rss:channel", "rss:item", "rss:image", "rss:textinput", "rss:textInput", "atom:feed", "atom:entry",
        "atom:source", "media:group", "media:content", "sitemap:url", "image:image", "video:video", "opml:head",
    ]

    /// The elements of a list, each of which represents a page.
    static let items: Set<String> = ["rss:item", "atom:entry", "sitemap:url", "sitemap:sitemap"]

    private static let index = Dictionary(grouping: all, by: \.element)

    /// Returns the rules of an element.
    ///
    /// - Parameters:
    ///   - element: The element's name with the prefix that the rules use.
    ///   - parent: The name of the element around it; nil for the root.
    /// - Returns: The rules, at most one for each part of the element. Rules for this parent take precedence.
    static func rules(for element: String, in parent: String?) -> [XMLAddressRule] {
        guard let rules = index[element] else { return [] }
        let fitting = rules.filter { $0.parent == nil || $0.parent == parent }
        guard fitting.contains(where: { $0.parent != nil }) else { return fitting }
        return fitting.filter { rule in
            rule.parent != nil || !fitting.contains { $0.parent != nil && $0.location == rule.location }
        }
    }
}
