/// What an address is resolved against, and how.
enum AddressResolution {
    /// The document's base, the query in the document's encoding.
    case document
    /// The document's base, the query in UTF-8: addresses in CSS.
    case style
    /// Nothing: an address that must be absolute.
    case absolute
    /// It is resolved already, or is none.
    case done
}
