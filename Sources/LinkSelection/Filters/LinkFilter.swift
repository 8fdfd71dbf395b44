package import LinkHarvest
package import WHATWGURL

/// A condition that a link must meet.
package enum LinkFilter: Sendable {
    /// The kind is one of these.
    case kinds(Set<LinkKind>)
    /// One of the patterns matches the URL.
    case included([TextPattern])
    /// None of the patterns matches the URL.
    case excluded([TextPattern])
    /// The file name ends with one of these extensions, given in lower case and without dots.
    case extensions([String])
    /// The media type is one of these.
    case types([MediaTypePattern])
    /// The scheme is one of these.
    case schemes(Set<String>)
    /// The host is the page's host.
    case sameHost
    /// The registrable domain is the page's.
    case sameSite
    /// `rel` has one of these values, given in lower case.
    case relations(Set<String>)
    /// One of the patterns matches the text.
    case texts([TextPattern])
    /// The link was in view when its page was captured.
    case inView

    /// The name of the condition's command line option, without dashes.
    package var name: String {
        switch self {
        case .kinds: "kind"
        case .included: "include"
        case .excluded: "exclude"
        case .extensions: "ext"
        case .types: "type"
        case .schemes: "scheme"
        case .sameHost: "same-host"
        case .sameSite: "same-site"
        case .relations: "rel"
        case .texts: "text"
        case .inView: "in-view"
        }
    }

    /// True if the condition depends on a link's text, relations, media type or proposed file name.
    package var readsDescriptions: Bool {
        switch self {
        case .extensions, .types, .relations, .texts: true
        case .kinds, .included, .excluded, .schemes, .sameHost, .sameSite, .inView: false
        }
    }

    /// Returns the reason why a link does not meet the condition, or nil if it does.
    ///
    /// - Parameters:
    ///   - link: The link as it was harvested.
    ///   - url: The link's URL after normalization.
    ///   - page: The page that the link is on.
    /// - Returns: The reason in words, or nil if the link meets the condition.
    package func reasonToExclude(_ link: HarvestedLink, at url: WebURL?, on page: LinkPage) -> String? {
        switch self {
        case .kinds(let kinds): kinds.contains(link.kind) ? nil : "its kind is \(link.kind.rawValue)"
        case .relations(let wanted): wanted.isDisjoint(with: link.rel) ? "its rel is \(Self.listed(link.rel))" : nil
        case .texts(let patterns):
            patterns.contains { $0.matches(link.text ?? "") }
                ? nil : link.text == nil ? "it has no text" : "no pattern matches its text"
        case .excluded(let patterns):
            url.flatMap { url in patterns.first { $0.matches(url.href) } }.map { "its address matches \($0)" }
        default:
            if let url {
                reasonToExclude(url, of: link, on: page)
            } else {
                "it has no address"
            }
        }
    }

    /// Returns the reason why a link's URL does not meet the condition; nil if it does.
    private func reasonToExclude(_ url: WebURL, of link: HarvestedLink, on page: LinkPage) -> String? {
        switch self {
        case .included(let patterns):
            return patterns.contains { $0.matches(url.href) } ? nil : "no pattern matches its address"
        case .extensions(let wanted):
            let names = [FileNaming.proposed(by: link), FileNaming.inPath(of: url)].compactMap { $0 }
            return names.contains { name in wanted.contains { FileNaming.has($0, name) } }
                ? nil : names.isEmpty ? "its address names no file" : "its file is \(names.joined(separator: " or "))"
        case .types(let patterns):
            guard let type = MediaType.of(link, at: url) else { return "its media type is unknown" }
            return patterns.contains { $0.matches(type) } ? nil : "its media type is \(type)"
        case .schemes(let schemes): return schemes.contains(url.scheme) ? nil : "its scheme is \(url.scheme)"
        case .sameHost:
            guard let host = page.host else { return "the page has no host" }
            return host == LinkPage.host(of: url) ? nil : "its host is \(Self.named(url)), not \(host)"
        case .sameSite:
            guard let site = page.site else { return "the page has no host" }
            return site == LinkPage.host(of: url).map(RegistrableDomain.site)
                ? nil : "its host is \(Self.named(url)), which is not part of \(site)"
        case .inView:
            return page.linksInView?.contains(link.url ?? url) == true ? nil : "it was not in view"
        case .kinds, .excluded, .relations, .texts: return nil
        }
    }

    private static func named(_ url: WebURL) -> String { LinkPage.host(of: url) ?? "none" }

    private static func listed(_ words: [String]) -> String { words.isEmpty ? "empty" : words.joined(separator: " ") }
}
