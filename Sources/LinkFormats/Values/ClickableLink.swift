import LinkHarvest
import WHATWGURL

/// The URL and the label of a link in a clickable list.
struct ClickableLink {
    /// The schemes of URLs that run a script or contain the data itself.
    ///
    /// If such a URL were opened from a list, it would run with the origin of the list.
    private static let refusedSchemes: Set<String> = [
        "about", "blob", "data", "filesystem", "javascript", "livescript", "mocha", "vbscript", "view-source",
    ]

    /// The URL.
    let href: String
    /// The escaped text; if there is none, the title or the URL.
    let label: String

    /// Creates the URL and the label of a link, unless its URL has been shown before.
    ///
    /// - Parameters:
    ///   - link: A link whose URL may have been shown before.
    ///   - seen: The URLs that have been shown before.
    ///   - escape: Escapes a text for the format; returns nil for a text that the format cannot represent.
    /// - Throws: The ``LinkOmission`` if the link must be omitted.
    init(
        _ link: HarvestedLink, seen: inout SeenAddresses, escape: (String) -> String?
    ) throws(LinkOmission) {
        guard let url = link.url else { throw .noAddress }
        guard !Self.refusedSchemes.contains(url.scheme) else { throw .notClickable }
        var address = url.href
        guard address.withUTF8({ seen.insert(seen.hash($0)) }) else { throw .repeated }
        href = address
        let texts = [link.text, link.title, url.href].compactMap { $0 }
        label = texts.lazy.filter { !$0.allSatisfy(\.isWhitespace) }.compactMap(escape).first ?? ""
    }
}

extension LinkOmission: Error {}
