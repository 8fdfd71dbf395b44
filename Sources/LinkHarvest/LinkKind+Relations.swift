import Markup

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

    /// Adds a relation.
    ///
    /// - Parameter name: The relation, in any case.
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
