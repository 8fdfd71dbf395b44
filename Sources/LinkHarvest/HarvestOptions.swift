package import WHATWGURL

/// What a harvest takes and leaves.
package struct HarvestOptions: Sendable {
    /// The address that takes the place of the document's own when its links are resolved; a `<base>` still applies
    /// to it.
    package var base: WebURL?
    /// Whether repeated links of the same element, attribute and address are all kept.
    package var keepsDuplicates: Bool
    /// Whether values that are no addresses are kept, with `url` nil.
    package var includesInvalid: Bool
    /// Whether the attributes that scripts use to load images late (`data-src` and the like) count as links.
    package var includesLazyLoading: Bool

    /// Makes options.
    package init(
        base: WebURL? = nil, keepsDuplicates: Bool = false, includesInvalid: Bool = false,
        includesLazyLoading: Bool = false
    ) {
        self.base = base
        self.keepsDuplicates = keepsDuplicates
        self.includesInvalid = includesInvalid
        self.includesLazyLoading = includesLazyLoading
    }
}
