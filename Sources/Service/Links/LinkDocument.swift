import HTTPTypes
import Hummingbird
import LinkHarvest
import WHATWGURL

/// A link as `/api/links` gave it in JSON, and as it comes back to be written in another format.
struct LinkDocument: Decodable {
    var url: String?
    var raw: String?
    var element: String?
    var attribute: String?
    var kind: String?
    var text: String?
    var title: String?
    var rel: [String]?
    var type: String?
    var hreflang: String?
    var download: String?
    var line: Int?
    var column: Int?
    var byte: Int?
    var source: String?

    /// The link.
    ///
    /// - Parameter index: Its place in the list, from 0.
    /// - Returns: The link; what was left out is as it is for a plain link.
    /// - Throws: `Problem` (422) for an address or a kind that is none.
    func link(at index: Int) throws -> HarvestedLink {
        let address = try url.map { text in
            guard let url = WebURL(text) else {
                throw Problem(.unprocessableContent, "\"links\"[\(index)] has a url that is no address")
            }
            return url
        }
        guard let kind = LinkKind(rawValue: kind ?? LinkKind.anchor.rawValue) else {
            throw Problem(.unprocessableContent, "\"links\"[\(index)] has a kind that is none")
        }
        guard let raw = raw ?? url else {
            throw Problem(.unprocessableContent, "\"links\"[\(index)] has neither url nor raw")
        }
        return HarvestedLink(
            url: address, raw: raw, element: element ?? "a", attribute: attribute ?? "href", kind: kind, text: text,
            title: title, rel: rel ?? [], type: type, hreflang: hreflang, download: download, line: line ?? 1,
            column: column ?? 1, byte: byte ?? 0, source: source ?? "")
    }
}
