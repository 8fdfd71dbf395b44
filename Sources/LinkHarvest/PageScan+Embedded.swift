import Markup
import WHATWGURL

/// Harvesting HTML within other documents, and documents in attributes.
extension PageScan {
    /// The maximum nesting of documents in `srcdoc`.
    ///
    /// Real pages have one level, and each level doubles the number of escapes.
    private static let deepestDocument = 4

    /// Adds a link that was found in a document other than HTML.
    ///
    /// - Parameters:
    ///   - value: The value as written in the document.
    ///   - link: The properties of the link.
    func add(_ value: UnsafeBufferPointer<UInt8>, _ link: DocumentLink) {
        tagStart = batch.count
        if linkBase?.url != link.base { linkBase = link.base.map { ($0, bases.add(resolved: $0)) } }
        batch.add(value, link, document: linkBase?.document, isOutOfScope: isOutOfScope)
        if pendingByteCount > LinkLimits.pendingByteCount { deliverFinishedLinks() }
    }

    /// Processes a start tag of XHTML, SVG or MathML in XML.
    ///
    /// - Parameters:
    ///   - tag: The start tag.
    ///   - base: The base URL of its URLs; nil for the document's.
    func startTag(_ tag: StartTag, base: WebURL?) {
        if base != elementBase.address { elementBase = (base, bases.add(base: base)) }
        current.document = elementBase.document
        _ = startTag(tag)
        current.document = 0
    }

    /// Adds the links of HTML in a document of another kind, with the position of the element around it.
    func scan(_ html: EmbeddedHTML) {
        var text = html.html
        text.withUTF8 { scan($0, at: html.position, as: bases.add(base: html.base)) }
    }

    /// Adds the links of a document in an attribute, with the position of its tag.
    func scan(_ html: UnsafeBufferPointer<UInt8>, at position: SourcePosition, as index: Int? = nil) {
        guard outer.count < Self.deepestDocument else { return }
        let document = index ?? bases.add(within: current.document)
        outer.append(current)
        current = OpenDocumentScan()
        current.document = document
        current.position = position
        wantsText = false
        let reader = HTMLReader(
            interest: RuleIndex.interest, handler: self, contentType: "text/html;charset=utf-8", isLocal: true,
            isFragment: index != nil)
        // Only a tag that is too long can cause an error, and a complete window has no such limit.
        try? reader.readAll(html)
        finish()
        if let last = outer.popLast() { current = last }
        wantsText = !current.anchor.isEmpty || current.contentContext != nil
    }
}
