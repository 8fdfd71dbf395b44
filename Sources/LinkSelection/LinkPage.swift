package import WHATWGURL

/// What conditions ask about the page that a link is on.
package struct LinkPage: Sendable {
    /// The page's host; nil for a page without one.
    let host: String?
    /// The page's site by the Public Suffix List; nil for a page without a host.
    let site: String?
    /// The links that were in view when the page was captured; nil if it was not.
    let linksInView: Set<WebURL>?

    /// Describes a page.
    ///
    /// - Parameters:
    ///   - address: The address from which its links are resolved, or nil if it is not known.
    ///   - linksInView: The links that were in view when the page was captured; nil if it was not.
    package init(address: WebURL?, linksInView: Set<WebURL>? = nil) {
        host = address.flatMap(Self.host)
        site = host.map(RegistrableDomain.site)
        self.linksInView = linksInView
    }

    /// The page at another address.
    ///
    /// - Parameter address: The address; nil leaves the page as it is.
    /// - Returns: The page with the host and the site of that address.
    func moved(to address: WebURL?) -> LinkPage {
        address.map { LinkPage(address: $0, linksInView: linksInView) } ?? self
    }

    /// The host of an address in lower case, without the dot at its end; nil if it has none, as `mailto:` and `file:///`.
    static func host(of url: WebURL) -> String? {
        var host = url.hostname.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        return host.isEmpty ? nil : host
    }
}
