import LinkHarvest
import Markup
import WHATWGURL

/// Records the links of a document.
final class RecordingSink: DocumentSink {
    var links: [HarvestedLink] = []
    var pieces: [EmbeddedHTML] = []
    var elements: [EmbeddedElement] = []
    var warnings: [String] = []

    func link(_ link: HarvestedLink) { links.append(link) }
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
    try bytes.withUnsafeBufferPointer {
        try XMLDocumentScanner.scan($0, contentType: contentType, origin: documentOrigin, sink: sink)
    }
    return sink
}
