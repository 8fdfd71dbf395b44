import CLibPSL
package import WHATWGURL

/// The properties of a page that are needed to evaluate conditions on its links.
package struct LinkPage: Sendable {
    /// The page's host; nil if its URL has none.
    let host: String?
    /// The site that ``findSite()`` has found.
    private var foundSite: String?
    /// The links that were in view when the page was captured; nil if it was not captured.
    let linksInView: Set<WebURL>?

    /// Creates the description of a page.
    ///
    /// - Parameters:
    ///   - address: The base URL of its links; nil if it is unknown.
    ///   - linksInView: The links that were in view when the page was captured; nil if it was not captured.
    package init(address: WebURL?, linksInView: Set<WebURL>? = nil) {
        host = address.flatMap(Self.host)
        self.linksInView = linksInView
    }

    /// The page's site by the Public Suffix List; nil if its URL has no host.
    var site: String? { foundSite ?? host.map(RegistrableDomain.site) }

    /// Finds the site once for all links; most selections do not need it, nor libpsl.
    mutating func findSite() { foundSite = site }

    /// Returns the page with the host and the site of another URL; without one, it stays unchanged.
    func moved(to address: WebURL?) -> LinkPage {
        address.map { LinkPage(address: $0, linksInView: linksInView) } ?? self
    }

    /// The host of a URL in lower case without its trailing dot; nil if there is none, as in `mailto:` and `file:///`.
    static func host(of url: WebURL) -> String? {
        var host = url.hostname.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        return host.isEmpty ? nil : host
    }
}

/// Registrable domains according to the Public Suffix List that is built into libpsl (HTML Standard, 7.1.1.1).
enum RegistrableDomain {
    /// True if libpsl was built with a list; without one, every host is a site of its own.
    static var isKnown: Bool { leftoff_psl_has_list() != 0 }

    /// Returns the site of a host.
    ///
    /// - Parameter host: A host as the URL Standard serialises it.
    /// - Returns: The registrable domain; the host itself if it is an IP address or a public suffix.
    package static func site(of host: String) -> String {
        let host = host.lowercased()
        let domain = host.hasSuffix(".") ? String(host.dropLast()) : host
        guard !isAddress(domain) else { return domain }
        let offset = leftoff_psl_registrable_domain(domain)
        guard offset > 0 else { return domain }
        return String(decoding: domain.utf8.dropFirst(offset), as: UTF8.self)
    }

    /// Returns true for an IPv4 address; by the URL Standard, that is any host whose last label is a number.
    private static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let last = host.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }
        return !last.isEmpty && last.allSatisfy { (0x30...0x39).contains($0) }
    }
}
