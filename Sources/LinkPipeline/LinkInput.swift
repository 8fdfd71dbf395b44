package import WHATWGURL

/// One input of a pipeline.
package struct LinkInput: Sendable {
    /// The page's source.
    package var source: PageSource
    /// The URLs of the links that were in view when the page was captured; nil for a page without a snapshot.
    package var linksInView: Set<WebURL>?

    /// Creates an input.
    ///
    /// - Parameters:
    ///   - source: The page's source.
    ///   - linksInView: The URLs of the links that a snapshot recorded; nil for a page without a snapshot.
    package init(source: PageSource, linksInView: Set<WebURL>? = nil) {
        self.source = source
        self.linksInView = linksInView
    }
}
