import LinkHarvest
import WHATWGURL

/// A link as lists for people show it.
struct ClickableLink {
    /// The schemes whose URLs run a script or contain the data itself.
    ///
    /// Opened from a list, they would run with its origin.
    private static let refusedSchemes: Set<String> = [
        "about", "blob", "data", "filesystem", "javascript", "livescript", "mocha", "vbscript", "view-source",
    ]

    /// The URL.
    let href: String
    /// The escaped text, or else the title, or else the URL.
    let label: String

    /// Creates the shown parts of a link, once for each URL.
    ///
    /// - Parameters:
    ///   - link: A link whose URL may have been shown before.
    ///   - seen: The URLs that were shown before.
    ///   - escape: Escapes a text for the format; returns nil for a text that the format cannot represent.
    /// - Throws: The ``LinkOmission`` for a link that is left out.
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
