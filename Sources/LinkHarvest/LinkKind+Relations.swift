import Markup

/// The relations of a `link` element, as far as they tell what it is for.
struct LinkRelations {
    /// The relations and what they make of a link; of several, the first in this list decides.
    private static let kinds: [(name: String, kind: LinkKind)] = [
        ("stylesheet", .style),
        ("icon", .icon), ("apple-touch-icon", .icon), ("apple-touch-icon-precomposed", .icon), ("mask-icon", .icon),
        ("fluid-icon", .icon),
        ("manifest", .manifest),
        ("sitemap", .sitemap),
        // Only where the type is that of a feed.
        ("alternate", .feed),
        ("modulepreload", .script),
        ("preload", .preload), ("prefetch", .preload), ("prerender", .preload),
        ("dns-prefetch", .hint), ("preconnect", .hint),
        ("canonical", .alternate),
    ]
    private static let names = NameTable(kinds.map(\.name))
    private static let alternate: UInt32 = kinds.firstIndex { $0.name == "alternate" }.map { 1 << $0 } ?? 0

    /// A bit for each place in the list.
    private var present: UInt32 = 0

    /// Adds a relation.
    ///
    /// - Parameter name: The relation, in any case.
    mutating func insert(_ name: UnsafeBufferPointer<UInt8>) {
        let index = Self.names.index(of: name)
        if index >= 0 { present |= 1 << index }
    }

    /// What the link is for.
    ///
    /// - Parameter type: Its `type`, if any.
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
    /// The kind of a `link` element.
    ///
    /// - Parameters:
    ///   - relations: The tokens of its `rel`.
    ///   - type: Its `type`, if any.
    init(relations: [String], type: String?) {
        var known = LinkRelations()
        for var relation in relations { relation.withUTF8 { known.insert($0) } }
        self = known.kind(type: type)
    }
}
