import Markup
package import WHATWGURL

/// The links in the header fields of a response: `Link`, `Location`, `Content-Location`, `Refresh`.
package enum HeaderAddresses {
    /// Finds the links in fields.
    ///
    /// The element of the links is `http`, and the attribute is the field's name in lower case. They have no position
    /// in the document, so line, column and byte are 0.
    ///
    /// - Parameters:
    ///   - fields: The response's fields in order.
    ///   - base: The response's URL.
    ///   - sink: Receives the links.
    package static func scan(_ fields: [HeaderField], base: WebURL?, sink: any DocumentSink) {
        for field in fields {
            // The lengths of the field names below; most other names have other lengths.
            guard [4, 7, 8, 16].contains(field.name.utf8.count) else { continue }
            let name = ASCII.lowercase(field.name)
            func link(_ kind: LinkKind) -> DocumentLink {
                DocumentLink(
                    element: "http", attribute: name, kind: kind, position: SourcePosition(line: 0, column: 0, byte: 0),
                    base: base)
            }
            switch name {
            case "link":
                for found in LinkField.parse(field.value) {
                    let relations = ASCII.lowercase(found["rel"] ?? "")
                    var link = link(LinkKind(relations: ASCII.tokens(relations), type: found["type"]))
                    link.relations = relations
                    link.type = found["type"]
                    link.title = found.title
                    link.language = found["hreflang"]
                    sink.link(found.target, link)
                }
            case "location": sink.link(field.value, link(.refresh))
            case "content-location": sink.link(field.value, link(.alternate))
            case "refresh":
                var value = field.value
                value.withUTF8 { bytes in
                    guard let range = DeclarativeRefresh.address(in: bytes) else { return }
                    sink.link(UnsafeBufferPointer(rebasing: bytes[range]), link(.refresh))
                }
            default: break
            }
        }
    }
}
