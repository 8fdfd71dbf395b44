package import WHATWGURL

/// The address of an original page, which the address of another edition contains.
///
/// The rules must agree with `js/wire/original-address.js`.
///
/// ```swift
/// let archived = WebURL("https://web.archive.org/web/20240102030405/https://example.org/a")
/// let original = archived.flatMap { OriginalAddress(of: $0) }
/// original?.url.href  // "https://example.org/a"
/// original?.edition   // .archive
/// ```
package struct OriginalAddress: Sendable, Hashable {
    /// The address of the original: http or https, without credentials.
    package let url: WebURL
    /// The edition in which the page was shown; the outermost one of several.
    package let edition: PageEdition

    /// An address with more editions inside each other names no original.
    private static let maximumNesting = 8

    /// Creates the original of an address.
    ///
    /// The result is nil if the address is itself that of an original page.
    ///
    /// - Parameter address: The address of an archive's copy, of an AMP page in a cache or of a reader view.
    package init?(of address: WebURL) {
        guard var original = Self.contained(in: address) else { return nil }
        for _ in 0..<Self.maximumNesting {
            guard let inner = Self.contained(in: original.url) else {
                self = original
                return
            }
            original = OriginalAddress(url: inner.url, edition: original.edition)
        }
        return nil
    }

    init(url: WebURL, edition: PageEdition) {
        self.url = url
        self.edition = edition
    }

    private static func contained(in url: WebURL) -> OriginalAddress? {
        if url.scheme == "about" {
            guard url.path == "reader" else { return nil }
            return found(.reader, parameter("url", of: url))
        }
        guard url.isHTTP else { return nil }
        let host = url.hostname
        if host == "web.archive.org" {
            return found(.archive, EditionPath.wayback(tail(of: url)), fragment: url.fragment)
        }
        if isArchiveToday(host) {
            return found(.archive, EditionPath.archiveToday(tail(of: url)), fragment: url.fragment)
        }
        if host == "webcache.googleusercontent.com" {
            return url.path == "/search" ? found(.archive, parameter("q", of: url).flatMap(cached)) : nil
        }
        if EditionPath.isGoogle(host) { return foundAMP(EditionPath.afterPrefix(["/amp/"], tail(of: url))) }
        if host.hasSuffix(".cdn.ampproject.org") {
            return foundAMP(EditionPath.afterPrefix(["/c/", "/v/"], tail(of: url)))
        }
        return nil
    }

    /// Returns true if a host is one of archive.today's, whose short addresses do not contain the original.
    ///
    /// - Parameter host: The host as the URL Standard serializes it.
    /// - Returns: True for `archive.today` and its other names.
    static func isArchiveToday(_ host: String) -> Bool {
        guard host.hasPrefix("archive.") else { return false }
        return ["today", "ph", "is", "li", "vn", "fo", "md"].contains(host.dropFirst("archive.".count))
    }

    /// Returns the path and the query.
    private static func tail(of url: WebURL) -> String {
        guard let query = url.query, !query.isEmpty else { return url.path }
        return url.path + "?" + query
    }

    private static func found(_ edition: PageEdition, _ text: String?, fragment: String? = nil) -> OriginalAddress? {
        guard var text else { return nil }
        let isEncoded = ["http%3a", "https%3a"].contains { text.prefix($0.count).lowercased() == $0 }
        if isEncoded {
            guard let decoded = percentDecoded(text) else { return nil }
            text = decoded
        }
        let isComplete = ["http:/", "https:/"].contains { text.prefix($0.count).lowercased() == $0 }
        guard isComplete || EditionPath.beginsWithHost(text) else { return nil }
        if let fragment, !fragment.isEmpty { text += "#" + fragment }
        guard let url = WebURL((isComplete ? "" : "http://") + text), url.isHTTP else { return nil }
        return OriginalAddress(url: url.withoutCredentials(), edition: edition)
    }

    /// Returns the original in the path of an AMP cache.
    ///
    /// - Parameter path: `s/` if the original is https, and its host and path.
    /// - Returns: The original; nil if the path contains no host.
    private static func foundAMP(_ path: String?) -> OriginalAddress? {
        guard var path else { return nil }
        // As in the script's pattern, a lone "s/" is not followed by a host.
        let isSecure = path.hasPrefix("s/") && path.utf8.count > 2
        if isSecure { path = String(path.dropFirst(2)) }
        guard EditionPath.beginsWithHost(path) else { return nil }
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.count > 1 ? parts[1].split(separator: "&").filter { !isOfAMP(parameter: $0) } : []
        let page = (isSecure ? "https://" : "http://") + parts[0]
        return found(.amp, query.isEmpty ? page : page + "?" + query.joined(separator: "&"))
    }

    /// Returns true if an AMP cache or viewer adds the parameter.
    private static func isOfAMP(parameter: Substring) -> Bool {
        let name = parameter.prefix { $0 != "=" }
        return name.hasPrefix("amp_") || name == "usqp"
    }

    /// Returns the address in a search of Google's cache: `cache:ADDRESS words` or `cache:ID:ADDRESS words`.
    private static func cached(_ search: String) -> String? {
        guard search.hasPrefix("cache:") else { return nil }
        let address = search.dropFirst("cache:".count).prefix { $0 != " " }
        let identifier = address.utf8.prefix(13)
        let hasIdentifier =
            identifier.count == 13 && identifier.last == UInt8(ascii: ":")
            && identifier.dropLast().allSatisfy { EditionPath.isWord($0) || $0 == UInt8(ascii: "-") }
        return String(hasIdentifier ? address.dropFirst(13) : address)
    }

    /// Returns the value of the first parameter with a name, decoded as in a form.
    private static func parameter(_ name: String, of url: WebURL) -> String? {
        let pair = url.query?.split(separator: "&").first { $0.hasPrefix(name + "=") }
        return pair.flatMap { percentDecoded(String($0.dropFirst(name.count + 1)).replacing("+", with: " ")) }
    }

    /// Returns a text without percent-encoding; nil if it is not valid, as in JavaScript's `decodeURIComponent`.
    private static func percentDecoded(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
            guard index + 2 < bytes.count, EditionPath.isHexDigit(bytes[index + 1]),
                EditionPath.isHexDigit(bytes[index + 2])
            else { return nil }
        }
        return String(validating: PercentEncoding.decode(bytes), as: UTF8.self)
    }
}
