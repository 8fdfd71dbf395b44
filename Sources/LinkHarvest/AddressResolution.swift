/// The way in which a URL is resolved.
enum AddressResolution {
    /// Against the document's base, with the query in the document's encoding.
    case document
    /// Against the document's base, with the query in UTF-8: URLs in CSS.
    case style
    /// Not at all: the URL must be absolute.
    case absolute
    /// Already resolved, or invalid.
    case done
}
