import Markup
package import WHATWGURL

/// A link of a page, with its position and description.
package struct HarvestedLink: Sendable, Hashable {
    /// The resolved URL.
    ///
    /// It is nil if the value is not a valid URL by the URL Standard.
    package var url: WebURL?
    /// The attribute's value with its character references decoded but not trimmed.
    package var raw: String
    /// The element's name in lower case.
    package var element: String
    /// The attribute's name in lower case, or `text()` for URLs in the content of an element.
    package var attribute: String
    /// The purpose of the link.
    package var kind: LinkKind
    /// The link's text; nil if there is none.
    ///
    /// White space is collapsed, images are represented by their `alt`, and the length is limited to about 200
    /// characters.
    package var text: String?
    /// The element's `title` attribute.
    package var title: String?
    /// The tokens of the element's `rel` attribute in lower case.
    package var rel: [String] = []
    /// The media type in the element's `type` attribute.
    package var type: String?
    /// The element's `hreflang` attribute.
    package var hreflang: String?
    /// The element's `download` attribute; empty if it has no value, nil if it is absent.
    package var download: String?
    /// The line of the tag's `<` in the source, starting from 1; 0 if it is unknown.
    package var line = 0
    /// The column of the tag's `<` in Unicode scalars, starting from 1; 0 if it is unknown.
    package var column = 0
    /// The offset of the tag's `<` in the bytes as received, starting from 0.
    package var byte = 0
    /// The name of the page's origin, as given by the caller.
    package var source: String
    /// The position of the page's record in a web archive; nil outside of archives.
    package var position: ArchivePosition?
    /// True if the value or the resulting URL is longer than ``LinkLimits/addressByteCount``.
    ///
    /// The value is then truncated, and `url` is nil.
    package var isTooLong = false
    /// True if the link is outside of ``HarvestOptions/scope``; such links are delivered only if that is requested.
    package var isOutOfScope = false

    /// False for a form that is sent with another method than GET.
    var usesGET = true

    /// True if the URL is that of a resource that GET requests.
    ///
    /// Hints name only an origin to connect to, and a `ping` and a form with POST would change something on the server.
    package var isRequestable: Bool { usesGET && kind != .hint && kind != .ping }

    /// Creates a link without a description or a position.
    package init(url: WebURL?, raw: String, element: String, attribute: String, kind: LinkKind, source: String) {
        self.url = url
        self.raw = raw
        self.element = element
        self.attribute = attribute
        self.kind = kind
        self.source = source
    }
}

/// The position of a document in a web archive.
package struct ArchivePosition: Sendable, Hashable {
    /// The name of the archive.
    package var archive: String
    /// The index of the document in the archive, from 0.
    package var index: Int
    /// The offset in the archive of the record, or of its member in a compressed archive, in bytes from 0.
    package var offset: Int
}

/// The purpose of a link.
package enum LinkKind: String, Sendable, Hashable, CaseIterable {
    /// A link that a reader follows: `a` and `area`, in HTML and SVG.
    case anchor
    /// An image or an icon drawn as part of the page.
    case image
    /// Audio, video and their tracks.
    case media
    /// A script or a preloaded module.
    case script
    /// A style sheet.
    case style
    /// A document shown inside the page.
    case frame
    /// The action of a form.
    case form
    /// A feed that represents the page, by `rel=alternate` and its media type.
    case feed
    /// The icon of the site.
    case icon
    /// Content run by a plug-in: `object`, `applet` and the files that they load.
    case object
    /// Content of `embed`.
    case embed
    /// A URL that is notified when a link is followed.
    case ping
    /// The source of a quotation or of a change.
    case cite
    /// Metadata that names a resource: Open Graph, Twitter cards, microdata, `profile`.
    case meta
    /// The target of a declarative refresh.
    case refresh
    /// A URL in a style sheet or a `style` attribute.
    case css
    /// A site map.
    case sitemap
    /// A web application manifest or an old application cache manifest.
    case manifest
    /// Another version of the same document, by `rel=alternate`, or its preferred URL, by `rel=canonical`.
    case alternate
    /// A resource to load in advance: `rel=preload` and `rel=prefetch`.
    case preload
    /// An origin to connect to early: `rel=dns-prefetch` and `rel=preconnect`. It is not the address of a document.
    case hint
    /// Any other `link`, such as `rel=next` or `rel=search`.
    case link
}

/// The relations of a `link` element that determine its kind.
struct LinkRelations {
    /// The relations and their kinds.
    ///
    /// If a link has several of them, the first one in this list determines the kind.
    private static let kinds: [(name: String, kind: LinkKind)] = [
        ("stylesheet", .style),
        ("icon", .icon), ("apple-touch-icon", .icon), ("apple-touch-icon-precomposed", .icon), ("mask-icon", .icon),
        ("fluid-icon", .icon),
        ("manifest", .manifest),
        ("sitemap", .sitemap),
        // Only if the type is that of a feed.
        ("alternate", .feed),
        ("modulepreload", .script),
        ("preload", .preload), ("prefetch", .preload), ("prerender", .preload),
        ("dns-prefetch", .hint), ("preconnect", .hint),
        ("canonical", .alternate),
    ]
    private static let names = NameTable(kinds.map(\.name))
    private static let alternate: UInt32 = {
        guard let index = kinds.firstIndex(where: { $0.name == "alternate" }) else {
            preconditionFailure("the list of relations lacks alternate")
        }
        return 1 << index
    }()

    /// A bit for each entry of the list, set if the relation is present.
    private var present: UInt32 = 0

    /// Adds a relation, in any case.
    mutating func insert(_ name: UnsafeBufferPointer<UInt8>) {
        let index = Self.names.index(of: name)
        if index >= 0 { present |= 1 << index }
    }

    /// Returns the kind of the link.
    ///
    /// - Parameter type: The element's `type`; nil if it has none.
    /// - Returns: The kind.
    func kind(type: @autoclosure () -> String?) -> LinkKind {
        let isAlternate = present & Self.alternate != 0
        let counted = isAlternate && !Self.isFeed(type()) ? present & ~Self.alternate : present
        guard counted != 0 else { return isAlternate ? .alternate : .link }
        return Self.kinds[counted.trailingZeroBitCount].kind
    }

    private static func isFeed(_ type: String?) -> Bool {
        guard let type else { return false }
        return ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"]
            .contains(ContentSniffing.essence(of: type))
    }
}

extension LinkKind {
    /// Creates the kind of a `link` element.
    ///
    /// - Parameters:
    ///   - relations: The tokens of its `rel`.
    ///   - type: Its `type`; nil if it has none.
    init(relations: [String], type: String?) {
        var known = LinkRelations()
        for var relation in relations { relation.withUTF8 { known.insert($0) } }
        self = known.kind(type: type)
    }
}
