package import Markup
package import WHATWGURL

/// A part of a document that consists of HTML, such as the content of a feed's item or a block of Markdown.
package struct EmbeddedHTML: Sendable, Hashable {
    /// The HTML.
    package var html: String
    /// The base of its relative URLs.
    package var base: WebURL?
    /// The name of the element that contains it, such as `description`; empty in Markdown.
    package var element: String
    /// The position of that element, or of the HTML itself in Markdown.
    package var position: SourcePosition
    /// True if the HTML is outside of the selected elements.
    package var isOutOfScope = false
}

/// A start tag of XHTML, SVG or MathML in an XML document.
package struct EmbeddedElement: Sendable {
    /// The start tag.
    package var element: XMLElement
    /// The base of its relative URLs, which depends on the document's base and on every `xml:base` around the element.
    package var base: WebURL?
    /// The position of the start tag.
    package var position: SourcePosition
    /// True if the element is neither selected nor inside of a selected one.
    package var isOutOfScope = false
}

/// A receiver of the links and other findings in a document that is not HTML, in document order.
protocol DocumentSink: AnyObject {
    /// Receives a link.
    ///
    /// - Parameters:
    ///   - value: The value as written in the document, in UTF-8; valid during the call.
    ///   - link: The properties of the link.
    func link(_ value: UnsafeBufferPointer<UInt8>, _ link: DocumentLink)
    /// Receives HTML in the document, whose links are found by the rules of HTML.
    func html(_ html: EmbeddedHTML)
    /// Receives a start tag whose links are found by the rules of HTML. Its end follows.
    func startElement(_ element: EmbeddedElement)
    /// Receives the end of a reported element.
    func endElement(_ name: XMLName)
    /// Receives a part of the text inside of reported elements; valid during the call.
    func text(_ text: UnsafeBufferPointer<UInt8>)
    /// Receives a problem of the document in one line. Earlier findings are valid, and more may follow.
    func warning(_ message: String)
}

extension DocumentSink {
    /// Receives a link.
    ///
    /// - Parameters:
    ///   - value: The value as written in the document.
    ///   - link: The properties of the link.
    func link(_ value: String, _ link: DocumentLink) {
        var value = value
        value.withUTF8 { self.link($0, link) }
    }

    // By default, a sink receives only links and warnings.
    package func html(_ html: EmbeddedHTML) {}
    package func startElement(_ element: EmbeddedElement) {}
    package func endElement(_ name: XMLName) {}
    package func text(_ text: UnsafeBufferPointer<UInt8>) {}
}

/// The properties of a link in a document other than HTML, before its URL is resolved.
struct DocumentLink: Sendable, Hashable {
    /// The element's name in lower case, or the name of the document's kind, such as `json`.
    package var element: String
    /// The attribute's name in lower case, a member's key, or `text()` for URLs in the content of an element.
    package var attribute: String
    /// The purpose of the link.
    package var kind: LinkKind
    /// The position of the link.
    package var position: SourcePosition
    /// The base of a relative URL; nil if only absolute URLs are valid.
    package var base: WebURL?
    /// True if the value starts with a host, so that `http://` must be inserted before it.
    var lacksScheme = false
    /// The link's text; nil if there is none.
    package var text: String?
    /// The link's title; nil if there is none.
    package var title: String?
    /// The relations, separated by white space, in any case; nil if there are none.
    var relations: String?
    /// The media type that the document states; nil if it states none.
    package var type: String?
    /// The language that the document states; nil if it states none.
    package var language: String?
    /// True if the link is outside of the selected elements.
    package var isOutOfScope = false

    /// Creates a link without a description.
    init(element: String, attribute: String, kind: LinkKind, position: SourcePosition, base: WebURL?) {
        self.element = element
        self.attribute = attribute
        self.kind = kind
        self.position = position
        self.base = base
    }
}

/// The name and the base URL of a document.
struct DocumentOrigin: Sendable {
    /// The name of the document, which is stored with each link.
    package var source: String
    /// The base of relative URLs; nil if it is unknown.
    package var base: WebURL?
}
