/// A link of a page before its address is resolved.
///
/// That waits for the end of the page, since `<base>` counts for all of it.
struct FoundAddress {
    /// What the address is resolved against, and how.
    enum Resolution {
        /// The document's base, the query in the document's encoding.
        case document
        /// The document's base, the query in UTF-8: addresses in CSS.
        case style
        /// Nothing: an address that must be absolute.
        case absolute
    }

    /// The link, its `url` still nil.
    var link: HarvestedLink
    /// How it is resolved.
    var resolution: Resolution
    /// The index of the document it stands in: 0 for the page, others for `srcdoc`.
    var document: Int
}
