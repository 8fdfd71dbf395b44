import LinkHarvest
import WHATWGURL

/// The address of a link that a download program takes.
struct DownloadAddress {
    /// The address.
    let url: WebURL

    /// The address as text.
    var href: String { url.href }

    /// Makes the address of a link.
    ///
    /// It is nil for other schemes than http, https and ftp, and for anything that could break a line of a list.
    ///
    /// - Parameter link: The link.
    init?(_ link: HarvestedLink) {
        guard let url = link.url?.withoutFragment(), ["http", "https", "ftp"].contains(url.scheme),
            url.href.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        self.url = url
    }

    /// What a browser would send as `Referer` for this address from a page.
    ///
    /// That is `strict-origin-when-cross-origin`, the default of browsers: the page's address to its own origin, only
    /// the origin to others, nothing from https to http. Never a user name, a password or a fragment.
    ///
    /// - Parameter page: The page's address as the link names its source; not always an address.
    /// - Returns: The value, or nil for none.
    func referer(from page: String) -> String? {
        guard let page = WebURL(page), page.isHTTP, url.isHTTP else { return nil }
        if page.scheme == "https", url.scheme == "http" { return nil }
        guard page.origin == url.origin else { return page.origin + "/" }
        return page.origin + page.path + (page.query.map { "?" + $0 } ?? "")
    }
}
