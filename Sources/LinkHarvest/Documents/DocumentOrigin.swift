package import WHATWGURL

/// The name and the base URL of a document.
package struct DocumentOrigin: Sendable {
    /// The name of the document, which is stored with each link.
    package var source: String
    /// The base of relative URLs; nil if it is unknown.
    package var base: WebURL?

    /// Creates an origin.
    package init(source: String, base: WebURL?) {
        self.source = source
        self.base = base
    }
}
