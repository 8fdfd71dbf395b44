extension LinkKind {
    /// The kind of a `link` element.
    ///
    /// - Parameters:
    ///   - relations: The tokens of its `rel` in lower case.
    ///   - type: Its `type`, if any.
    init(relations: [String], type: String?) {
        let relations = Set(relations)
        self =
            if relations.contains("stylesheet") {
                .style
            } else if !relations.isDisjoint(with: Self.iconRelations) {
                .icon
            } else if relations.contains("manifest") {
                .manifest
            } else if relations.contains("sitemap") {
                .sitemap
            } else if relations.contains("alternate"), let type, Self.isFeed(type) {
                .feed
            } else if relations.contains("modulepreload") {
                .script
            } else if !relations.isDisjoint(with: ["preload", "prefetch", "prerender"]) {
                .preload
            } else if !relations.isDisjoint(with: ["dns-prefetch", "preconnect"]) {
                .hint
            } else if !relations.isDisjoint(with: ["alternate", "canonical"]) {
                .alternate
            } else {
                .link
            }
    }

    private static let iconRelations: Set<String> = [
        "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "fluid-icon",
    ]

    private static func isFeed(_ type: String) -> Bool {
        let essence = type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        return ["application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"]
            .contains(essence)
    }
}
