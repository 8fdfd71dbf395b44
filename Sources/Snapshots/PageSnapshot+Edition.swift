import JSON
package import WHATWGURL

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
    var originalAddress: OriginalAddress? {
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
