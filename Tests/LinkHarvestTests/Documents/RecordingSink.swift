import Markup
import Syntax
import WHATWGURL

@testable import LinkHarvest

/// Records the links of a document.
final class RecordingSink: DocumentSink {
    var links: [HarvestedLink] = []
    var pieces: [EmbeddedHTML] = []
    var elements: [EmbeddedElement] = []
    var warnings: [String] = []

    func link(_ value: UnsafeBufferPointer<UInt8>, _ link: DocumentLink) {
        let raw = String(decoding: value, as: UTF8.self)
        let url = link.lacksScheme ? WebURL("http://" + raw) : WebURL(raw, base: link.base)
        var found = HarvestedLink(
            url: url, raw: raw, element: link.element, attribute: link.attribute, kind: link.kind, source: "test")
        found.text = link.text
        found.title = link.title
        found.rel = ASCII.tokens(ASCII.lowercase(link.relations ?? ""))
        found.type = link.type
        found.hreflang = link.language
        (found.line, found.column, found.byte) = (link.position.line, link.position.column, link.position.byte)
        found.isOutOfScope = link.isOutOfScope
        links.append(found)
    }
    func html(_ html: EmbeddedHTML) { pieces.append(html) }
    func startElement(_ element: EmbeddedElement) { elements.append(element) }
    func warning(_ message: String) { warnings.append(message) }

    /// The links as `element@attribute kind address "text"`.
    var summary: [String] {
        links.map { link in
            let text = link.text.map { " \"\($0)\"" } ?? ""
            return "\(link.element)@\(link.attribute) \(link.kind) \(link.url?.href ?? "!" + link.raw)\(text)"
        }
    }
}

/// The URL of the documents of the tests.
let documentOrigin = DocumentOrigin(source: "test", base: WebURL("https://example.org/dir/doc"))

/// Scans an XML document.
func scanXML(_ text: String, contentType: String? = nil) throws -> RecordingSink {
    try scanXML(Array(text.utf8), contentType: contentType)
}

/// Scans the bytes of an XML document.
func scanXML(_ bytes: [UInt8], contentType: String? = nil) throws -> RecordingSink {
    let sink = RecordingSink()
    let encoding = bytes.withUnsafeBufferPointer { SniffedEncoding(ofXML: $0, contentType: contentType) }
    let scanner = XMLDocumentScanner(origin: documentOrigin, encoding: encoding, sink: sink)
    try bytes.withUnsafeBufferPointer { try scanner.push($0) }
    try scanner.finish()
    return sink
}
