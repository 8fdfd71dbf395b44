import LinkHarvest
import WHATWGURL

/// What the lists that people click on show of a link.
struct ClickableLink {
    /// Schemes whose addresses run a script or hold the data itself.
    ///
    /// Opened from a list they would do so in its name.
    private static let refusedSchemes: Set<String> = [
        "about", "blob", "data", "filesystem", "javascript", "livescript", "mocha", "vbscript", "view-source",
    ]

    /// The address.
    let href: String
    /// What to show: the text, else the title, else the address.
    let label: String

    /// Takes what is shown, of each address once.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - seen: The addresses that were taken before.
    ///   - escape: Escapes a text for the format; nil for one that it cannot carry, which is then passed over.
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
