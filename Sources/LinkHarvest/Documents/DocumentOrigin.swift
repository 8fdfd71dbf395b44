package import WHATWGURL

/// Where a document comes from.
package struct DocumentOrigin: Sendable {
    /// How every link names the document.
    package var source: String
    /// What relative addresses start from; nil if nothing is known.
    package var base: WebURL?

    /// Makes an origin.
    package init(source: String, base: WebURL?) {
        self.source = source
        self.base = base
    }
}
