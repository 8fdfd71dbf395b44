import HTTPTypes
import Hummingbird
import LinkHarvest
import WHATWGURL

/// A link in JSON as `/api/links` returns it and `/api/links/file` accepts it.
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

    /// Creates the link that the document describes; missing fields get the values of an ordinary link.
    ///
    /// - Parameter index: The index in the list, from 0, for error messages.
    /// - Returns: A link for an output format.
    /// - Throws: `Problem` (422) for an invalid URL or an unknown kind.
    func link(at index: Int) throws -> HarvestedLink {
        let address = try url.map { text in
            guard let url = WebURL(text) else {
                throw Problem(.unprocessableContent, "\"links\"[\(index)] has an invalid url")
            }
            return url
        }
        guard let kind = LinkKind(rawValue: kind ?? LinkKind.anchor.rawValue) else {
            throw Problem(.unprocessableContent, "\"links\"[\(index)] has an unknown kind")
        }
        guard let raw = raw ?? url else {
            throw Problem(.unprocessableContent, "\"links\"[\(index)] has neither url nor raw")
        }
        var link = HarvestedLink(
            url: address, raw: raw, element: element ?? "a", attribute: attribute ?? "href", kind: kind,
            source: source ?? "")
        link.text = text
        link.title = title
        link.rel = rel ?? []
        link.type = type
        link.hreflang = hreflang
        link.download = download
        link.line = line ?? 1
        link.column = column ?? 1
        link.byte = byte ?? 0
        return link
    }
}
