/// The way in which a URL is resolved.
enum AddressResolution {
    /// Against the document's base, with the query in the document's encoding.
    case document
    /// Against the document's base, with the query in UTF-8: URLs in CSS and in documents other than HTML.
    case utf8Query
    /// Not resolved: the URL must be absolute.
    case absolute
    /// Not resolved: the value starts with a host, and `http://` is inserted before it.
    case host
}
