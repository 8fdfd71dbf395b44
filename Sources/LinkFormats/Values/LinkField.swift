import LinkHarvest
import WHATWGURL

/// The fields of a link, by their names in JSON, in the order of tables.
package enum LinkField: String, Sendable, CaseIterable {
    case url, raw, element, attribute, kind, text, title, rel, type, hreflang, download, line, column, byte, source

    /// Returns a link's value as text, with `rel` joined by spaces; nil if the link has none.
    func value(of link: HarvestedLink) -> String? {
        switch self {
        case .url: link.url?.href
        case .raw: link.raw
        case .element: link.element
        case .attribute: link.attribute
        case .kind: link.kind.rawValue
        case .text: link.text
        case .title: link.title
        case .rel: link.rel.joined(separator: " ")
        case .type: link.type
        case .hreflang: link.hreflang
        case .download: link.download
        case .line: String(link.line)
        case .column: String(link.column)
        case .byte: String(link.byte)
        case .source: link.source
        }
    }
}
