import LinkHarvest
import WHATWGURL

/// The URL of a link that downloaders support.
struct DownloadAddress {
    /// The URL without its fragment.
    let url: WebURL

    /// The URL as text.
    var href: String { url.href }

    /// Creates the URL of a link; nil for schemes other than http, https and ftp.
    init?(_ link: HarvestedLink) {
        guard let url = link.url?.withoutFragment(), ["http", "https", "ftp"].contains(url.scheme),
            url.href.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        self.url = url
    }

    /// Returns the `Referer` that a browser would send for this URL from a page.
    ///
    /// According to `strict-origin-when-cross-origin`, the default of browsers, it is the page's URL if both have the
    /// same origin, and otherwise only the page's origin. From https to http, none is sent. It never contains a user
    /// name, a password or a fragment.
    ///
    /// - Parameter page: The `source` of the link, which need not be a URL.
    /// - Returns: nil if no `Referer` is sent.
    func referer(from page: String) -> String? {
        guard let page = WebURL(page), page.isHTTP, url.isHTTP else { return nil }
        if page.scheme == "https", url.scheme == "http" { return nil }
        guard page.origin == url.origin else { return page.origin + "/" }
        return page.origin + page.path + (page.query.map { "?" + $0 } ?? "")
    }
}
