import Markup

/// The vocabulary of a JSON document, which its media type, its name or its members determine.
package enum JSONVocabulary: String, Sendable, Hashable, CaseIterable {
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
