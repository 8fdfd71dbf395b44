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
            Self.isSameSite(page.url.hostname, (contained?.url ?? url).hostname)
        {
            return OriginalAddress(url: page.url, edition: contained?.edition ?? .amp)
        }
        if let contained { return contained }
        if isOwnCopy, let page = canonicalOriginal { return OriginalAddress(url: page.url, edition: .copy) }
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

    /// Returns true if two hosts are equal apart from labels such as `www` and `amp`, or one is above the other.
    ///
    /// A page could otherwise claim to be an edition of another site's page, and its places would replace that page's.
    private static func isSameSite(_ one: String, _ other: String) -> Bool {
        func site(_ host: String) -> Substring {
            let label = ["www.", "amp.", "m.", "mobile."].first { host.hasPrefix($0) }
            return host.dropFirst(label?.count ?? 0)
        }
        let (one, other) = (site(one), site(other))
        return one == other || one.hasSuffix(".\(other)") || other.hasSuffix(".\(one)")
    }

    /// True if the page is a copy that the service on this computer has shown.
    private var isOwnCopy: Bool {
        guard ["127.0.0.1", "[::1]", "localhost"].contains(url.hostname) else { return false }
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[1] == "copies" && ["text", "picture"].contains(parts[3])
    }
}
