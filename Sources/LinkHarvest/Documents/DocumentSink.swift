package import Markup
package import WHATWGURL

/// A part of a document that is HTML: the content of a feed's item, or a block of Markdown.
package struct EmbeddedHTML: Sendable, Hashable {
    /// The HTML.
    package var html: String
    /// What its relative addresses start from.
    package var base: WebURL?
    /// The name of the element that it stands in, such as `description`; empty in Markdown.
    package var element: String
    /// Where that element, or the HTML itself in Markdown, starts.
    package var position: SourcePosition
    /// Whether it stands outside of the elements that are wanted.
    package var isOutOfScope = false
}

/// A start tag of XHTML, SVG or MathML in an XML document.
package struct EmbeddedElement: Sendable {
    /// The tag.
    package var element: XMLElement
    /// What its relative addresses start from: the document's base and every `xml:base` around.
    package var base: WebURL?
    /// Where it starts.
    package var position: SourcePosition
    /// Whether it is none of the elements that are wanted, nor in one.
    package var isOutOfScope = false
}

/// What takes what is found in a document that is not HTML, in document order.
package protocol DocumentSink: AnyObject {
    /// A link, its address resolved already; `url` is nil if the value is no address.
    func link(_ link: HarvestedLink)
    /// HTML in the document, whose links are to be found by the rules of HTML.
    func html(_ html: EmbeddedHTML)
    /// A start tag whose links are to be found by the rules of HTML. Its end follows.
    func startElement(_ element: EmbeddedElement)
    /// The end of an element that was reported.
    func endElement(_ name: XMLName)
    /// A part of the text inside reported elements. Valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// That something is wrong with the document, on one line. What was found before stands, and more may follow.
    func warning(_ message: String)
}

extension DocumentSink {
    /// Takes no notice of HTML.
    package func html(_ html: EmbeddedHTML) {}
    /// Takes no notice of elements.
    package func startElement(_ element: EmbeddedElement) {}
    /// Takes no notice of elements.
    package func endElement(_ name: XMLName) {}
    /// Takes no notice of text.
    package func text(_ text: UnsafeBufferPointer<UInt8>) {}
}
