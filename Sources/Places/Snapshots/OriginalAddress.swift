package import FoundationEssentials
import Syntax
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
            guard index + 2 < bytes.count, ASCII.hexValue(bytes[index + 1]) != nil,
                ASCII.hexValue(bytes[index + 2]) != nil
            else { return nil }
        }
        return String(validating: PercentEncoding.decode(bytes), as: UTF8.self)?.streamSafe
    }
}

/// A form in which a page is shown other than its original.
package enum PageEdition: String, Sendable, CaseIterable {
    /// A copy in a public archive or in the cache of a search engine.
    case archive
    /// An AMP page, at the publisher's address or in a cache.
    case amp
    /// A copy that Leftoff keeps.
    case copy
    /// A browser's reader view.
    case reader
}

/// The forms of the paths under which archives and AMP caches show pages.
private enum EditionPath {
    /// Returns the address in a path of the Wayback Machine: `/web/DIGITS[flags_]/ADDRESS`.
    ///
    /// - Parameter path: The path and the query.
    /// - Returns: The rest of the path; nil if it has another form.
    static func wayback(_ path: String) -> String? {
        guard let rest = afterPrefix(["/web/"], path) else { return nil }
        let digits = rest.utf8.prefix(while: ASCII.isDigit).count
        guard (4...14).contains(digits) else { return nil }
        var after = rest.utf8.dropFirst(digits)
        if Array(after.prefix(3)).last == UInt8(ascii: "_"),
            after.prefix(2).allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        {
            after = after.dropFirst(3)
        }
        guard after.first == UInt8(ascii: "/"), after.count > 1 else { return nil }
        return String(Substring(after.dropFirst()))
    }

    /// Returns the address in a path of archive.today: `/TIME/ADDRESS`, `/newest/ADDRESS` or `/o/ID/ADDRESS`.
    ///
    /// - Parameter path: The path and the query.
    /// - Returns: The rest of the path; nil if it has another form.
    static func archiveToday(_ path: String) -> String? {
        guard let rest = afterPrefix(["/o/", "/"], path), let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        let name = rest.utf8[..<slash]
        let isKnown =
            path.hasPrefix("/o/")
            ? !name.isEmpty && name.allSatisfy(ASCII.isAlphanumeric)
            : isTime(name) || ["newest", "oldest"].contains(Substring(name))
        let address = rest.utf8[slash...].dropFirst()
        return isKnown && !address.isEmpty ? String(Substring(address)) : nil
    }

    /// Returns true for `20240102030405` and `2024.01.02-030405`.
    private static func isTime(_ name: Substring.UTF8View) -> Bool {
        if name.count == 14 { return name.allSatisfy(ASCII.isDigit) }
        let separators: [Int: UInt8] = [4: UInt8(ascii: "."), 7: UInt8(ascii: "."), 10: UInt8(ascii: "-")]
        return name.count == 17
            && name.enumerated().allSatisfy { index, byte in
                separators[index].map { $0 == byte } ?? ASCII.isDigit(byte)
            }
    }

    /// Returns the rest of a path after the first of the prefixes that it has; nil if the rest is empty.
    static func afterPrefix(_ prefixes: [String], _ path: String) -> String? {
        guard let prefix = prefixes.first(where: { path.hasPrefix($0) }) else { return nil }
        return path.utf8.count > prefix.utf8.count ? String(path.dropFirst(prefix.count)) : nil
    }

    /// Returns true for Google's host in any country: `www.google.com`, `www.google.de`, `www.google.co.uk`.
    static func isGoogle(_ host: String) -> Bool {
        guard host.hasPrefix("www.google.") else { return false }
        let labels = host.dropFirst("www.google.".count).split(separator: ".", omittingEmptySubsequences: false)
        let isCountry = { (label: Substring) in
            label.utf8.count == 2 && label.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        }
        switch labels.count {
        case 1: return labels[0] == "com" || isCountry(labels[0])
        case 2: return (labels[0] == "co" || labels[0] == "com") && isCountry(labels[1])
        default: return false
        }
    }

    /// Returns true if a text begins with a host of at least two labels, which ends at a port, a path or the end.
    static func beginsWithHost(_ text: String) -> Bool {
        var rest = text.utf8[...]
        var labels = 0
        while true {
            let length = rest.prefix { isWord($0) || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "-") }.count
            if length == 0 { break }
            labels += 1
            rest = rest.dropFirst(length)
            guard rest.first == UInt8(ascii: ".") else { break }
            rest = rest.dropFirst()
        }
        guard labels >= 2 else { return false }
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix(while: ASCII.isDigit).count
            guard (1...5).contains(digits) else { return false }
            rest = rest.dropFirst(1 + digits)
        }
        guard let next = rest.first else { return true }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#")
    }

    /// Returns true for ASCII letters, digits and the underscore.
    static func isWord(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "_") }
}

/// A normalization under which the URLs of two visits to one page are equal.
///
/// The page of an archive's copy, of an AMP page in a cache or of a reader view is the original, see
/// ``OriginalAddress``.
///
/// Removes the user name, the password, the default port, tracking parameters and the fragment. A query that is then
/// empty is removed too. A fragment that begins with `/` or `!` selects a page in many applications, so only its
/// fragment directive (`:~:`) is removed. On the sites where Leftoff adds the time of a medium, it is removed too
/// (``MediaTime``).
///
/// Keeps the scheme, `www.`, the case and encoding of the path, a trailing slash, and the order and repetition of the
/// other parameters, because each of them selects a different page on enough sites.
enum PageKey {
    /// Returns the page key of a URL.
    static func key(of url: WebURL) -> String { normalized(OriginalAddress(of: url)?.url ?? url) }

    /// Returns the page key of the URL of an original page.
    static func normalized(_ url: WebURL) -> String {
        let untimed = MediaTime.withoutTime(url)
        let page = URLNormalization([.credentials, .tracking, .fragment]).apply(to: untimed).href
        guard let fragment = url.fragment, fragment.hasPrefix("/") || fragment.hasPrefix("!") else { return page }
        let directive = fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex
        return page + "#" + fragment[..<directive]
    }
}

extension PageSnapshot {
    /// The address of the original page; nil if the page is itself the original.
    package var original: WebURL? { originalAddress?.url }

    /// The edition of the original in which the place was captured; nil if the page is itself the original.
    package var edition: PageEdition? { originalAddress?.edition }

    /// Returns true if an address is that of the snapshot's page, or of its original.
    ///
    /// - Parameter address: The address of a page, or of an edition of it.
    /// - Returns: True also for the page of the snapshot's own address if its original has another one.
    package func isPage(at address: WebURL) -> Bool {
        let key = PageKey.key(of: address)
        return key == pageKey || key == PageKey.key(of: url)
    }

    /// The original of the page.
    ///
    /// The address of most editions contains that of the original. An AMP page at the publisher's address, a page with
    /// a short address of archive.today and a copy of Leftoff name it as their canonical URL.
    private var originalAddress: OriginalAddress? {
        let contained = OriginalAddress(of: url)
        if json["edition"]?.string == PageEdition.amp.rawValue, let page = canonicalOriginal,
            Self.isSamePublisher(page.url, contained?.url ?? url)
        {
            return OriginalAddress(url: page.url, edition: contained?.edition ?? .amp)
        }
        if let contained { return contained }
        if copiedPlaceID != nil, let page = canonicalOriginal { return OriginalAddress(url: page.url, edition: .copy) }
        if OriginalAddress.isArchiveToday(url.hostname), let page = canonicalOriginal, page.edition == .archive {
            return OriginalAddress(url: page.url, edition: .archive)
        }
        return nil
    }

    /// The page that the canonical URL denotes, and the edition of which it is the address; nil if it denotes this
    /// page.
    private var canonicalOriginal: (url: WebURL, edition: PageEdition?)? {
        guard let canonical, let address = WebURL(canonical), address.isHTTP else { return nil }
        let inner = OriginalAddress(of: address)
        let original = inner?.url ?? address.withoutCredentials()
        return PageKey.normalized(original) == PageKey.normalized(url) ? nil : (original, inner?.edition)
    }

    /// Returns true if two addresses have the same port, and hosts that are equal apart from labels such as `www` and
    /// `m`.
    ///
    /// A page could otherwise declare another site's page as its original, and its places would replace that page's.
    /// `js/wire/publisher.js` has the same rule. A registrable domain would be too wide: hosts of many publishers share
    /// one.
    static func isSamePublisher(_ one: WebURL, _ other: WebURL) -> Bool {
        guard one.isHTTP, other.isHTTP, one.port == other.port else { return false }
        return publisher(one.hostname) == publisher(other.hostname)
    }

    /// Returns a host without the labels of other editions of the same pages.
    ///
    /// The last two labels always count.
    private static func publisher(_ host: String) -> [Substring] {
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.last?.isEmpty == true { labels.removeLast() }
        return labels.dropLast(2).filter { !["www", "amp", "m", "mobile"].contains($0) } + labels.suffix(2)
    }

    /// The id of the place whose copy the page is, according to its address; nil if the page is no copy.
    ///
    /// Any program can listen on a port of this computer and show a page at such an address, so the service believes it
    /// only if the place has that original (``withoutCanonical()``).
    package var copiedPlaceID: String? {
        guard ["127.0.0.1", "[::1]", "localhost"].contains(url.hostname) else { return nil }
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1] == "copies", ["text", "picture"].contains(parts[3]) else { return nil }
        return String(parts[2])
    }

    /// Returns the snapshot without the canonical URL that the page declares.
    package func withoutCanonical() throws(SnapshotError) -> PageSnapshot {
        var members = json.object ?? [:]
        members["canonical"] = nil
        return try PageSnapshot(value: .object(members))
    }
}

extension PageSnapshot {
    /// Builds the address of the Wayback Machine's copy that is nearest to the capture.
    ///
    /// It is built without a request. Whoever opens it tells the archive which page the reader reads. A place in an
    /// archive's copy has the address of that copy.
    ///
    /// - Parameter storedAt: The time at which the place was stored, for a snapshot without the time of its capture.
    /// - Returns: The address with the text directive of the place; nil for a file.
    package func archiveAddress(storedAt: Date) -> String? {
        if edition == .archive { return textFragmentURL }
        let page = original ?? url
        guard page.isHTTP else { return nil }
        let time = RFC3339.string(capturedAt ?? storedAt, includesMilliseconds: false).utf8
        let digits = time.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let archived = "https://web.archive.org/web/\(String(decoding: digits, as: UTF8.self))/"
        let place = untimedTextFragmentURL
        guard original != nil else { return archived + place }
        let directive = place.firstRange(of: ":~:").map { String(place[$0.lowerBound...]) } ?? ""
        let address = page.withoutFragmentDirective
        return archived + address + (directive.isEmpty || address.contains("#") ? "" : "#") + directive
    }
}
