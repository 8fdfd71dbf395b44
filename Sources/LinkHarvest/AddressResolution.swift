/// The way in which a URL is resolved.
enum AddressResolution {
    /// Against the document's base, with the query in the document's encoding.
    case document
    /// Against the document's base, with the query in UTF-8, as for URLs in CSS.
    case style
    /// Not resolved: the URL must be absolute.
    case absolute
    /// Already resolved, or known to be invalid.
    case done
}
