package import WHATWGURL

/// The origin of a document.
package struct DocumentOrigin: Sendable {
    /// The name of the document that every link repeats.
    package var source: String
    /// The base of relative URLs; nil if it is unknown.
    package var base: WebURL?

    /// Creates an origin.
    package init(source: String, base: WebURL?) {
        self.source = source
        self.base = base
    }
}
