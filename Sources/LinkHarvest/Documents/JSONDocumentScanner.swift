import Markup
import Syntax

/// A scanner for the links of a JSON document: JSON-LD, JSON Feed, a web application manifest, or any other.
enum JSONDocumentScanner {
    /// Scans a complete document.
    ///
    /// Links are reported in the order of the text. Their element is `json`, the attribute is the member's key, and the
    /// position is that of the value.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - name: The document's file name, path or URL; nil if it has none.
    ///   - origin: The document's name and base URL.
    ///   - sink: Receives the findings.
    /// - Throws: `MarkupError`.
    static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, contentType: String?, name: String?, origin: DocumentOrigin,
        sink: any DocumentSink
    ) throws {
        var text = try LocatedText(bytes, contentType: contentType)
        let result = text.bytes.withUnsafeBufferPointer { content in
            JSONAddresses.find(
                in: content, vocabulary: JSONVocabulary(contentType: contentType, name: name, text: content))
        }
        var pieces = result.html[...]
        func reportHTML(before offset: Int) {
            while let piece = pieces.first, piece.offset < offset {
                pieces.removeFirst()
                sink.html(
                    EmbeddedHTML(
                        html: piece.value, base: origin.base, element: "content_html",
                        position: text.position(at: piece.offset)))
            }
        }
        for address in result.addresses {
            reportHTML(before: address.offset)
            var link = DocumentLink(
                element: "json", attribute: address.key, kind: address.kind,
                position: text.position(at: address.offset), base: origin.base)
            link.text = address.text
            link.type = address.type
            sink.link(address.value, link)
        }
        reportHTML(before: .max)
        if let problem = result.problem { sink.warning("\(origin.source): \(problem.rawValue)") }
    }
}

/// The URLs in JSON-LD, such as the content of `<script type=application/ld+json>`.
enum JSONLDAddresses {
    /// Finds URLs.
    ///
    /// Malformed parts are skipped. If the text is truncated, everything before its end is found.
    ///
    /// - Parameter text: JSON-LD in UTF-8.
    /// - Returns: The URLs in the order of the text.
    static func find(in text: UnsafeBufferPointer<UInt8>) -> [JSONAddress] {
        JSONAddresses.find(in: text, vocabulary: .jsonLD).addresses
    }
}

/// A URL in JSON.
struct JSONAddress: Hashable {
    /// The key of the member.
    var key: String
    /// The member's value.
    var value: String
    /// The offset of the value's quotation mark in the text.
    var offset: Int
    /// The kind of the link.
    var kind: LinkKind
    /// The name of the object that contains the URL: its `name`, `headline` or `title`.
    var text: String?
    /// The media type in the same object.
    var type: String?
}

/// A scan for the URLs in JSON, in the order of the text.
private enum JSONAddresses {
    /// The result of a scan.
    struct Result {
        var addresses: [JSONAddress] = []
        /// The HTML of a feed's items, with the offset of each.
        var html: [(value: String, offset: Int)] = []
        /// The problem that ended the scan; nil if there was none.
        var problem: JSONScanner.Problem?
    }

    private struct Scope {
        var key: String?
        var name: String?
        var type: String?
        var found: [Int] = []
    }

    private static let nameKeys: Set<String> = ["name", "headline", "title", "short_name"]
    private static let typeKeys: Set<String> = ["encodingFormat", "mime_type", "type"]
    /// The keys of objects whose `url` and `contentUrl` lead to images.
    private static let imageKeys: Set<String> = [
        "image", "logo", "photo", "thumbnail", "screenshot", "primaryImageOfPage",
    ]

    /// Finds URLs.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - vocabulary: The vocabulary of the document. In other JSON, every string that is an absolute http URL counts.
    /// - Returns: The findings, and the problem that ended the scan.
    static func find(in text: UnsafeBufferPointer<UInt8>, vocabulary: JSONVocabulary) -> Result {
        var result = Result()
        var scopes: [Scope] = []
        result.problem = JSONScanner.scan(text) { event in
            switch event {
            case .open(let key): scopes.append(Scope(key: key))
            case .close: if let scope = scopes.popLast() { close(scope, in: &result) }
            case .string(let key?, let value, let offset):
                let parent = scopes.last?.key
                if let last = scopes.indices.last {
                    if nameKeys.contains(key), scopes[last].name == nil {
                        scopes[last].name = LinkText.collapsed(value.utf8)
                    }
                    if typeKeys.contains(key), value.contains("/") { scopes[last].type = value }
                }
                if vocabulary == .jsonFeed, key == "content_html" { result.html.append((value, offset)) }
                guard let kind = kind(of: value, key: key, in: parent, vocabulary: vocabulary) else { break }
                if let last = scopes.indices.last { scopes[last].found.append(result.addresses.count) }
                result.addresses.append(JSONAddress(key: key, value: value, offset: offset, kind: kind))
            case .string(nil, let value, let offset):
                guard vocabulary == .other, isAbsolute(value) else { break }
                result.addresses.append(JSONAddress(key: "[]", value: value, offset: offset, kind: .link))
            }
            return true
        }
        while let scope = scopes.popLast() { close(scope, in: &result) }
        return result
    }

    private static func close(_ scope: Scope, in result: inout Result) {
        for index in scope.found {
            result.addresses[index].text = scope.name
            result.addresses[index].type = scope.type
        }
    }

    private static func kind(
        of value: String, key: String, in parent: String?, vocabulary: JSONVocabulary
    ) -> LinkKind? {
        if vocabulary == .other { return isAbsolute(value) ? .link : nil }
        guard let rule = JSONAddressRule.rule(for: key, in: parent, of: vocabulary) else { return nil }
        let trimmed = value.trimmingASCIIWhitespace()
        guard !trimmed.isEmpty, rule.condition == .any || isLikely(trimmed) else { return nil }
        let isImage = vocabulary == .jsonLD && (key == "url" || key == "contentUrl")
        return isImage && parent.map(imageKeys.contains) == true ? .image : rule.kind
    }

    private static func isAbsolute(_ value: String) -> Bool {
        let start = ASCII.lowercase(String(value.prefix(8)))
        return (start.hasPrefix("http://") || start.hasPrefix("https://"))
            && !value.utf8.contains(where: ASCII.isWhitespace)
    }

    /// Returns true if a value looks like a URL rather than a text or a template.
    private static func isLikely(_ value: String) -> Bool {
        var hasMark = false
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "<"): return false
            case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."): hasMark = true
            default: if ASCII.isWhitespace(byte) { return false }
            }
        }
        return hasMark
    }
}

/// The vocabulary of a JSON document, which its media type, its name or its members determine.
enum JSONVocabulary: String, Sendable, Hashable, CaseIterable {
    case jsonLD, jsonFeed, webManifest, other

    /// Determines the vocabulary of a document.
    ///
    /// - Parameters:
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - name: The document's file name, path or URL; nil if it has none.
    ///   - text: The document in UTF-8.
    init(contentType: String?, name: String?, text: UnsafeBufferPointer<UInt8>) {
        switch contentType.map({ ContentSniffing.essence(of: $0) }) {
        case "application/ld+json": self = .jsonLD
        case "application/feed+json": self = .jsonFeed
        case "application/manifest+json": self = .webManifest
        default: self = Self.byMembers(text) ?? Self.byName(name) ?? .other
        }
    }

    private static func byName(_ name: String?) -> JSONVocabulary? {
        guard let name else { return nil }
        let path = ASCII.lowercase(String(name.prefix { $0 != "?" && $0 != "#" }))
        if path.hasSuffix(".jsonld") { return .jsonLD }
        return path.hasSuffix(".webmanifest") || path.hasSuffix("manifest.json") ? .webManifest : nil
    }

    private static func byMembers(_ text: UnsafeBufferPointer<UInt8>) -> JSONVocabulary? {
        var depth = 0
        var found: JSONVocabulary?
        _ = JSONScanner.scan(text) { event in
            switch event {
            case .open(let key):
                depth += 1
                if key == "@context" || key == "@graph" { found = .jsonLD }
            case .close: depth -= 1
            case .string(let key, let value, _):
                if key == "@context" {
                    found = .jsonLD
                } else if depth == 1, key == "version", value.contains("://jsonfeed.org/version/") {
                    found = .jsonFeed
                } else if depth == 1, key == "start_url" {
                    found = .webManifest
                }
            }
            return found == nil
        }
        return found
    }
}

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
    private var key: String
    private var parent: String?
    var kind: LinkKind
    var condition = Condition.any

    private init(_ key: String, in parent: String? = nil, _ kind: LinkKind, _ condition: Condition = .any) {
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

/// A tolerant scanner that reports the objects and strings of JSON in order.
///
/// It also accepts invalid JSON, which many sites publish: malformed parts are skipped, and a truncated text is
/// reported up to its end.
struct JSONScanner {
    /// A finding of the scanner.
    enum Event {
        /// The start of an object, with its key in the object around it; arrays in between are not reported.
        case open(key: String?)
        /// The end of an object.
        case close
        /// A string that is a value, with the offset of its quotation mark.
        case string(key: String?, value: String, offset: Int)
    }

    /// The reason why a text could not be read completely.
    enum Problem: String {
        case truncated = "the JSON ends too early"
        case tooDeep = "objects and arrays are nested more than 512 deep"
        case noJSON = "no JSON"
    }

    private static let deepest = 512

    private struct Level {
        var isObject: Bool
        /// The key of the next value.
        var key: String?
        /// In an object, true if a key comes next.
        var expectsKey: Bool
    }

    /// Scans a text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - report: Receives the findings, and returns false to stop.
    /// - Returns: The problem; nil if there was none.
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>, report: (Event) -> Bool) -> Problem? {
        var levels: [Level] = []
        var tokens = JSONTokenizer(bytes)
        var hasRoot = false
        while let token = tokens.next() {
            switch token {
            case .objectStart, .arrayStart:
                hasRoot = true
                guard levels.count < deepest else { return .tooDeep }
                let isObject = token == .objectStart
                let key = levels.last?.key
                levels.append(Level(isObject: isObject, key: isObject ? nil : key, expectsKey: isObject))
                if isObject, !report(.open(key: key)) { return nil }
            case .objectEnd, .arrayEnd:
                if let level = levels.popLast(), level.isObject, !report(.close) { return nil }
            case .comma:
                if let last = levels.indices.last, levels[last].isObject { levels[last].expectsKey = true }
            case .string:
                guard tokens.isClosed else { return .truncated }
                guard let last = levels.indices.last else { break }
                if levels[last].isObject, levels[last].expectsKey {
                    levels[last].key = tokens.string
                    levels[last].expectsKey = false
                } else if !report(.string(key: levels[last].key, value: tokens.string, offset: tokens.start)) {
                    return nil
                }
            case .colon, .word: break
            }
        }
        return levels.isEmpty ? (hasRoot ? nil : .noJSON) : .truncated
    }
}
