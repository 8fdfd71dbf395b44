package import Markup
package import WHATWGURL

/// The properties of a link in a document other than HTML, before its URL is resolved.
package struct DocumentLink: Sendable, Hashable {
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
    package var lacksScheme = false
    /// The link's text; nil if there is none.
    package var text: String?
    /// The link's title; nil if there is none.
    package var title: String?
    /// The relations, separated by white space, in any case; nil if there are none.
    package var relations: String?
    /// The media type that the document states; nil if it states none.
    package var type: String?
    /// The language that the document states; nil if it states none.
    package var language: String?
    /// True if the link is outside of the selected elements.
    package var isOutOfScope = false

    /// Creates a link without a description.
    ///
    /// - Parameters:
    ///   - element: The element's name in lower case, or the name of the document's kind.
    ///   - attribute: The attribute's name in lower case, a member's key, or `text()`.
    ///   - kind: The purpose of the link.
    ///   - position: The position of the link.
    ///   - base: The base of a relative URL; nil if only absolute URLs are valid.
    package init(element: String, attribute: String, kind: LinkKind, position: SourcePosition, base: WebURL?) {
        self.element = element
        self.attribute = attribute
        self.kind = kind
        self.position = position
        self.base = base
    }
}
