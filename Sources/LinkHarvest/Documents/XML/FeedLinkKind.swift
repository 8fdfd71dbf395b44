import Markup

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
