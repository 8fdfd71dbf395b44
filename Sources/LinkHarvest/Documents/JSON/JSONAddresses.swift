import Markup

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
enum JSONAddresses {
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

    private static func collapsed(_ value: String) -> String? {
        var text = LinkText()
        text.append(value.utf8)
        return text.value
    }
}
