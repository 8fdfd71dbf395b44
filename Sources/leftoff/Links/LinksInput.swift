import WHATWGURL

/// One page to take links from.
struct LinksInput: Sendable {
    /// Where it comes from.
    var source: PageSource
    /// The links that were in view when it was captured; nil for a page that is no snapshot's.
    var linksInView: Set<WebURL>?
}
