/// A form in which a page is shown other than its original.
package enum PageEdition: String, Sendable, CaseIterable {
    /// A copy in a public archive or in the cache of a search engine.
    case archive
    /// An AMP page, at the publisher's address or in a cache.
    case amp
    /// A copy that Leftoff keeps.
    case copy
    /// A browser's reader view.
    case reader
}
