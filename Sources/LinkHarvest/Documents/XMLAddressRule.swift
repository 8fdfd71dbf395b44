import Markup
import Syntax

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
    private var element: String
    private var parent: String?
    var location: Location
    var kind: Kind

    private init(_ element: String, in parent: String? = nil, _ location: Location, _ kind: Kind = .fixed(.anchor)) {
        self.element = element
        self.parent = parent
        self.location = location
        self.kind = kind
    }

    /// The rules.
    ///
    /// They use the prefixes of ``XMLNamespace/prefixes``.
    private static let all: [XMLAddressRule] = [
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

/// The kinds of the links of a feed.
enum FeedLinkKind {
    /// Returns the kind of an element's link.
    ///
    /// - Parameters:
    ///   - element: The start tag.
    ///   - rule: The way of determining the kind, from the rule for the element.
    /// - Returns: The kind.
    static func kind(of element: XMLElement, by rule: XMLAddressRule.Kind) -> LinkKind {
        let type = ASCII.lowercase(element.value(of: "type") ?? "")
        switch rule {
        case .fixed(let kind): return kind
        case .media: return isImage(element, type: type) ? .image : .media
        case .outline: return type == "rss" || type == "include" ? .feed : .anchor
        case .relation:
            let relations = ASCII.tokens(ASCII.lowercase(element.value(of: "rel") ?? "alternate"))
            if element.name.namespace == XMLNamespace.xhtml { return LinkKind(relations: relations, type: type) }
            if relations.contains("enclosure") { return isImage(element, type: type) ? .image : .media }
            // Relations to the feed itself and its parts (RFC 4287, section 4.2.7.2, and RFC 5005).
            let parts: Set<String> = [
                "self", "first", "last", "next", "previous", "prev-archive", "next-archive", "current",
            ]
            if !parts.isDisjoint(with: relations) { return .feed }
            if relations.contains("replies"), LinkKind(relations: ["alternate"], type: type) == .feed { return .feed }
            if relations.contains("icon") { return .icon }
            if relations.contains("stylesheet") { return .style }
            let followed: Set<String> = ["alternate", "related", "via", "replies"]
            return followed.isDisjoint(with: relations) ? .link : .anchor
        }
    }

    /// Returns true if the `type` of an Atom text means escaped HTML (RFC 4287, sections 3.1.1 and 4.1.3).
    ///
    /// - Parameter type: The attribute's value; nil if it is absent.
    /// - Returns: True for `html` and `text/html`.
    static func isHTML(_ type: String?) -> Bool {
        guard let type else { return false }
        return ["html", "text/html"].contains(ASCII.lowercase(type))
    }

    private static func isImage(_ element: XMLElement, type: String) -> Bool {
        type.hasPrefix("image/") || element.value(of: "medium").map(ASCII.lowercase) == "image"
    }
}

/// The name of an element, together with the properties that the rules give it.
final class XMLElementName {
    /// The name with the prefix that the rules use, such as `atom:link`.
    let key: String
    /// The name for the output: without a prefix if it belongs to the document's own vocabulary.
    let shown: String
    /// True if the element belongs to XHTML, SVG or MathML.
    let isMarkup: Bool
    /// True if the element's title is the text of the links in it.
    let isTitled: Bool
    /// True if the element represents a page of its own.
    let isItem: Bool
    /// The cached rules of this element for the parent element that was looked up last.
    private var rules: (parent: String?, rules: [XMLAddressRule])?

    init(_ name: XMLName, vocabulary: XMLVocabulary, rootNamespace: String?) {
        isMarkup =
            switch name.namespace {
            case XMLNamespace.xhtml, XMLNamespace.svg, XMLNamespace.mathML: true
            case nil: name.prefix == nil && (vocabulary == .svg || vocabulary == .mathML)
            default: false
            }
        let prefix =
            if let namespace = name.namespace, let known = XMLNamespace.prefixes[namespace] {
                known
            } else if name.namespace == rootNamespace && (name.namespace != nil || name.prefix == nil) {
                // Also used if the namespace is misspelt.
                vocabulary.prefix ?? ""
            } else if name.namespace == nil, name.prefix == nil {
                vocabulary.prefix ?? ""
            } else {
                name.prefix ?? ""
            }
        let key = prefix.isEmpty ? name.local : "\(prefix):\(name.local)"
        self.key = key
        isTitled = XMLAddressRule.titled.contains(key)
        isItem = XMLAddressRule.items.contains(key)
        let local = ASCII.lowercase(name.local)
        shown = prefix.isEmpty || prefix == vocabulary.prefix ? local : "\(ASCII.lowercase(prefix)):\(local)"
    }

    /// Returns the rules of the element.
    ///
    /// - Parameter parent: The element around it; nil for the root.
    /// - Returns: The rules, as in ``XMLAddressRule/rules(for:in:)``.
    func rules(in parent: XMLElementName?) -> [XMLAddressRule] {
        if let rules, rules.parent == parent?.key { return rules.rules }
        let found = XMLAddressRule.rules(for: key, in: parent?.key)
        rules = (parent?.key, found)
        return found
    }
}

/// The vocabulary of an XML document, determined by its root element.
package enum XMLVocabulary: String, Sendable, Hashable {
    case rss, rdf, atom, sitemap, sitemapIndex, opml, xhtml, svg, mathML, other

    /// Determines the vocabulary.
    ///
    /// A known name is sufficient even without its namespace, because feeds often omit the namespace.
    ///
    /// - Parameter root: The name of the root element.
    init(root: XMLName) {
        switch (root.local, root.namespace) {
        case (_, XMLNamespace.xhtml): self = .xhtml
        case (_, XMLNamespace.svg), ("svg", nil): self = .svg
        case (_, XMLNamespace.mathML), ("math", nil): self = .mathML
        case ("rss", _): self = .rss
        case ("RDF", _): self = .rdf
        case ("feed", _), ("entry", XMLVocabulary.atomNamespace): self = .atom
        case ("urlset", _): self = .sitemap
        case ("sitemapindex", _): self = .sitemapIndex
        case ("opml", _): self = .opml
        default: self = .other
        }
    }

    private static let atomNamespace = "http://www.w3.org/2005/Atom"

    /// The prefix that the rules use for the vocabulary's own elements; nil for a vocabulary without rules.
    var prefix: String? {
        switch self {
        case .rss, .rdf: "rss"
        case .atom: "atom"
        case .sitemap, .sitemapIndex: "sitemap"
        case .opml: "opml"
        case .xhtml, .svg, .mathML, .other: nil
        }
    }
}

/// The namespaces in which links are found.
enum XMLNamespace {
    static let xhtml = "http://www.w3.org/1999/xhtml"
    static let svg = "http://www.w3.org/2000/svg"
    static let mathML = "http://www.w3.org/1998/Math/MathML"
    static let xlink = "http://www.w3.org/1999/xlink"
    static let xml = "http://www.w3.org/XML/1998/namespace"

    /// The prefixes that the rules use for the namespaces, regardless of the prefixes in a document.
    static let prefixes = [
        "http://www.w3.org/2005/Atom": "atom",
        "http://purl.org/atom/ns#": "atom",
        "http://purl.org/rss/1.0/": "rss",
        "http://my.netscape.com/rdf/simple/0.9/": "rss",
        "http://channel.netscape.com/rdf/simple/0.9/": "rss",
        "http://backend.userland.com/rss2": "rss",
        "http://blogs.law.harvard.edu/tech/rss": "rss",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
        "http://purl.org/rss/1.0/modules/content/": "content",
        "http://search.yahoo.com/mrss/": "media",
        "http://search.yahoo.com/mrss": "media",
        "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
        "http://www.itunes.com/DTDs/Podcast-1.0.dtd": "itunes",
        "https://podcastindex.org/namespace/1.0": "podcast",
        "http://wellformedweb.org/CommentAPI/": "wfw",
        "http://purl.org/syndication/thread/1.0": "thr",
        "http://rssnamespace.org/feedburner/ext/1.0": "feedburner",
        "http://www.sitemaps.org/schemas/sitemap/0.9": "sitemap",
        "http://www.google.com/schemas/sitemap/0.84": "sitemap",
        "http://www.google.com/schemas/sitemap-image/1.1": "image",
        "http://www.google.com/schemas/sitemap-video/1.1": "video",
        "http://www.google.com/schemas/sitemap-news/0.9": "news",
        "http://opml.org/spec2": "opml",
        xhtml: "xhtml",
    ]
}
