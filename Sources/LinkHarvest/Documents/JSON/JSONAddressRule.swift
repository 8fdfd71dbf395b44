/// A rule stating that a member of a JSON object is a URL.
struct JSONAddressRule: Sendable {
    /// The condition that the value must meet.
    enum Condition: Sendable {
        /// No condition.
        case any
        /// The value must look like a URL, because the member may also contain other text.
        case likely
    }

    /// The keys of the member and of the object around it (`parent`; nil for any).
    var key: String
    var parent: String?
    var kind: LinkKind
    var condition = Condition.any

    init(_ key: String, in parent: String? = nil, _ kind: LinkKind, _ condition: Condition = .any) {
        self.key = key
        self.parent = parent
        self.kind = kind
        self.condition = condition
    }

    /// JSON-LD with the terms of schema.org.
    private static let jsonLD: [JSONAddressRule] = [
        JSONAddressRule("url", .anchor),
        JSONAddressRule("contentUrl", .media),
        JSONAddressRule("embedUrl", .frame),
        JSONAddressRule("thumbnailUrl", .image),
        JSONAddressRule("image", .image, .likely),
        JSONAddressRule("logo", .image, .likely),
        JSONAddressRule("photo", .image, .likely),
        JSONAddressRule("thumbnail", .image, .likely),
        JSONAddressRule("screenshot", .image, .likely),
        JSONAddressRule("primaryImageOfPage", .image, .likely),
        JSONAddressRule("audio", .media, .likely),
        JSONAddressRule("video", .media, .likely),
        JSONAddressRule("sameAs", .anchor, .likely),
        JSONAddressRule("mainEntityOfPage", .anchor, .likely),
        JSONAddressRule("item", .anchor, .likely),
        JSONAddressRule("license", .link, .likely),
        JSONAddressRule("acquireLicensePage", .anchor, .likely),
        JSONAddressRule("usageInfo", .link, .likely),
        JSONAddressRule("downloadUrl", .anchor),
        JSONAddressRule("installUrl", .anchor),
        JSONAddressRule("discussionUrl", .anchor),
        JSONAddressRule("paymentUrl", .anchor),
        JSONAddressRule("replyToUrl", .anchor),
        JSONAddressRule("serviceUrl", .anchor),
        JSONAddressRule("trackingUrl", .anchor),
        JSONAddressRule("ticketUrl", .anchor),
        JSONAddressRule("target", .anchor, .likely),
        JSONAddressRule("urlTemplate", .anchor, .likely),
        JSONAddressRule("codeRepository", .anchor),
        JSONAddressRule("relatedLink", .anchor),
        JSONAddressRule("significantLink", .anchor),
        JSONAddressRule("archivedAt", .anchor, .likely),
        JSONAddressRule("isBasedOn", .anchor, .likely),
        JSONAddressRule("isBasedOnUrl", .anchor),
        JSONAddressRule("hasMap", .anchor, .likely),
        JSONAddressRule("map", .anchor, .likely),
        JSONAddressRule("hasMenu", .anchor, .likely),
        JSONAddressRule("menu", .anchor, .likely),
        JSONAddressRule("publishingPrinciples", .link, .likely),
        JSONAddressRule("termsOfService", .link, .likely),
        JSONAddressRule("releaseNotes", .link, .likely),
        JSONAddressRule("softwareHelp", .link, .likely),
        JSONAddressRule("webFeed", .feed, .likely),
        JSONAddressRule("tourBookingPage", .anchor),
    ]

    /// JSON Feed 1.1.
    private static let jsonFeed: [JSONAddressRule] = [
        JSONAddressRule("home_page_url", .anchor),
        JSONAddressRule("feed_url", .feed),
        JSONAddressRule("next_url", .feed),
        JSONAddressRule("icon", .icon),
        JSONAddressRule("favicon", .icon),
        JSONAddressRule("url", in: "hubs", .link),
        JSONAddressRule("url", in: "attachments", .media),
        JSONAddressRule("url", .anchor),
        JSONAddressRule("external_url", .anchor),
        JSONAddressRule("avatar", .image),
        JSONAddressRule("image", .image),
        JSONAddressRule("banner_image", .image),
    ]

    /// Web Application Manifest.
    private static let webManifest: [JSONAddressRule] = [
        JSONAddressRule("start_url", .anchor),
        JSONAddressRule("scope", .link),
        JSONAddressRule("src", in: "icons", .icon),
        JSONAddressRule("src", in: "screenshots", .image),
        JSONAddressRule("src", in: "serviceworker", .script),
        JSONAddressRule("url", in: "shortcuts", .anchor),
        JSONAddressRule("url", in: "related_applications", .anchor),
        JSONAddressRule("action", in: "share_target", .form),
        JSONAddressRule("action", in: "file_handlers", .form),
    ]

    private static let index = [
        JSONVocabulary.jsonLD: grouped(jsonLD), .jsonFeed: grouped(jsonFeed), .webManifest: grouped(webManifest),
    ]

    private static func grouped(_ rules: [JSONAddressRule]) -> [String: [JSONAddressRule]] {
        Dictionary(grouping: rules, by: \.key)
    }

    /// Returns the rule of a member.
    ///
    /// - Parameters:
    ///   - key: The member's key.
    ///   - parent: The key of the object around it; nil for the outermost.
    ///   - vocabulary: The vocabulary of the document.
    /// - Returns: The rule; nil if the member is not a URL.
    static func rule(for key: String, in parent: String?, of vocabulary: JSONVocabulary) -> JSONAddressRule? {
        guard let rules = index[vocabulary]?[key] else { return nil }
        return rules.first { $0.parent != nil && $0.parent == parent } ?? rules.first { $0.parent == nil }
    }
}
