import Markup
import WHATWGURL

/// The links in the header fields of a response: `Link`, `Location`, `Content-Location`, `Refresh`.
package enum HeaderAddresses {
    /// Returns the links in fields.
    ///
    /// They are resolved against the origin's base, which must be the response's URL. The element of the links is
    /// `http`, and the attribute is the field's name in lower case. They have no position in the document, so line,
    /// column and byte are 0.
    ///
    /// - Parameters:
    ///   - fields: The response's fields in order.
    ///   - origin: The response's name and URL.
    /// - Returns: The links; `url` is nil if the value is not a valid URL.
    package static func links(in fields: [HeaderField], origin: DocumentOrigin) -> [HarvestedLink] {
        fields.flatMap { field -> [HarvestedLink] in
            // The lengths of the field names below; most other names have other lengths.
            guard [4, 7, 8, 16].contains(field.name.utf8.count) else { return [] }
            let name = ASCII.lowercase(field.name)
            func link(_ raw: String, _ kind: LinkKind) -> HarvestedLink {
                HarvestedLink(
                    url: WebURL(raw, base: origin.base), raw: raw, element: "http", attribute: name, kind: kind,
                    line: 0,
                    column: 0, byte: 0, source: origin.source)
            }
            switch name {
            case "link":
                return LinkField.parse(field.value).map { found in
                    let relations = ASCII.tokens(ASCII.lowercase(found["rel"] ?? ""))
                    var link = link(found.target, LinkKind(relations: relations, type: found["type"]))
                    link.rel = relations
                    link.type = found["type"]
                    link.title = found.title
                    link.hreflang = found["hreflang"]
                    return link
                }
            case "location": return [link(field.value, .refresh)]
            case "content-location": return [link(field.value, .alternate)]
            case "refresh":
                var value = field.value
                return value.withUTF8 { bytes in
                    guard let range = DeclarativeRefresh.address(in: bytes) else { return [] }
                    return [link(String(decoding: bytes[range], as: UTF8.self), .refresh)]
                }
            default: return []
            }
        }
    }
}
