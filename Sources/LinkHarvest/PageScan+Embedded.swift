import Markup
import WHATWGURL

/// HTML that stands in other documents, and documents in attributes.
extension PageScan {
    /// How deep documents in `srcdoc` may lie in each other.
    ///
    /// Real pages have one; each level doubles the escapes.
    private static let deepestDocument = 4

    /// Takes a link that was found in a document other than HTML.
    func add(_ link: HarvestedLink) {
        tagStart = batch.count
        var link = link
        link.isOutOfScope = isOutOfScope
        batch.add(link)
        if pendingByteCount > LinkLimits.pendingByteCount { handOnSome() }
    }

    /// Takes a start tag of XHTML, SVG or MathML in XML.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - base: What its addresses start from.
    func startTag(_ tag: StartTag, base: WebURL?) {
        if base != elementBase.address { elementBase = (base, bases.add(base: base)) }
        current.document = elementBase.document
        _ = startTag(tag)
        current.document = 0
    }

    /// Takes the links of HTML in a document of another kind; they stand where the element around it stands.
    func scan(_ html: EmbeddedHTML) {
        var text = html.html
        text.withUTF8 { scan($0, at: html.position, as: bases.add(base: html.base)) }
    }

    /// Takes the links of a document in an attribute; they stand where its tag stands.
    func scan(_ html: UnsafeBufferPointer<UInt8>, at position: SourcePosition, as index: Int? = nil) {
        guard outer.count < Self.deepestDocument else { return }
        let document = index ?? bases.add(within: current.document)
        outer.append(current)
        current = OpenDocumentScan()
        current.document = document
        current.position = position
        wantsText = false
        let reader = HTMLReader(
            interest: RuleIndex.interest, handler: self, contentType: "text/html;charset=utf-8", isLocal: true)
        // Only a tag that is too long can fail, and a window that is whole has no such limit.
        try? reader.readAll(html)
        finish()
        if let last = outer.popLast() { current = last }
        wantsText = !current.anchor.isEmpty || current.contentContext != nil
    }
}
