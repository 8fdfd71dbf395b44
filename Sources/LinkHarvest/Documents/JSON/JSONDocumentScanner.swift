import Markup

/// A scanner for the links of a JSON document: JSON-LD, JSON Feed, a web application manifest, or any other.
package enum JSONDocumentScanner {
    /// Scans a complete document.
    ///
    /// Links are reported in the order of the text. Their element is `json`, the attribute is the member's key, and the
    /// position is that of the value.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - name: The document's file name, path or URL; nil if it has none.
    ///   - origin: The document's name and base URL.
    ///   - sink: Receives the findings.
    /// - Throws: `MarkupError`.
    package static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, contentType: String?, name: String?, origin: DocumentOrigin,
        sink: any DocumentSink
    ) throws {
        var text = try LocatedText(bytes, contentType: contentType)
        let result = text.bytes.withUnsafeBufferPointer { content in
            JSONAddresses.find(
                in: content, vocabulary: JSONVocabulary(contentType: contentType, name: name, text: content))
        }
        var pieces = result.html[...]
        func reportHTML(before offset: Int) {
            while let piece = pieces.first, piece.offset < offset {
                pieces.removeFirst()
                sink.html(
                    EmbeddedHTML(
                        html: piece.value, base: origin.base, element: "content_html",
                        position: text.position(at: piece.offset)))
            }
        }
        for address in result.addresses {
            reportHTML(before: address.offset)
            var link = DocumentLink(
                element: "json", attribute: address.key, kind: address.kind,
                position: text.position(at: address.offset), base: origin.base)
            link.text = address.text
            link.type = address.type
            sink.link(address.value, link)
        }
        reportHTML(before: .max)
        if let problem = result.problem { sink.warning("\(origin.source): \(problem.rawValue)") }
    }
}
