import Markup

/// An address in JSON.
struct JSONAddress: Hashable {
    /// The key of the member.
    var key: String
    /// The member's value.
    var value: String
    /// Where the value's quotation mark stands in the text.
    var offset: Int
    /// What the link is for.
    var kind: LinkKind
    /// The name of what the address belongs to: `name`, `headline` or `title` of the same object.
    var text: String?
    /// The media type that the same object names.
    var type: String?
}

/// Finds the addresses in JSON, in the order of the text.
enum JSONAddresses {
    /// What was found.
    struct Result {
        var addresses: [JSONAddress] = []
        /// The HTML of a feed's items, and where it stands.
        var html: [(value: String, offset: Int)] = []
        /// What was wrong with the text; what stands before it was found.
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
    /// Objects whose `url` and `contentUrl` are images.
    private static let imageKeys: Set<String> = [
        "image", "logo", "photo", "thumbnail", "screenshot", "primaryImageOfPage",
    ]

    /// Finds addresses.
    ///
    /// - Parameters:
    ///   - text: JSON in UTF-8.
    ///   - vocabulary: What it is. In other JSON the strings that are absolute http addresses count.
    /// - Returns: What was found.
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
                    if nameKeys.contains(key), scopes[last].name == nil { scopes[last].name = collapsed(value) }
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

    /// Whether a value looks like an address rather than a text or a template of one.
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

    private static func collapsed(_ value: String) -> String? {
        var text = LinkText()
        text.append(value.utf8)
        return text.value
    }
}
