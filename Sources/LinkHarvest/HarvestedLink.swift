package import WHATWGURL

/// A link of a page, with its position and description.
package struct HarvestedLink: Sendable, Hashable {
    /// The resolved URL.
    ///
    /// It is nil if the value is not a valid URL by the URL Standard.
    package var url: WebURL?
    /// The attribute's value with its character references decoded but not trimmed.
    package var raw: String
    /// The element's name in lower case.
    package var element: String
    /// The attribute's name in lower case, or `text()` for URLs in the content of an element.
    package var attribute: String
    /// The purpose of the link.
    package var kind: LinkKind
    /// The link's text; nil if there is none.
    ///
    /// White space is collapsed, images are represented by their `alt`, and the length is limited to about 200
    /// characters.
    package var text: String?
    /// The element's `title` attribute.
    package var title: String?
    /// The tokens of the element's `rel` attribute in lower case.
    package var rel: [String] = []
    /// The media type in the element's `type` attribute.
    package var type: String?
    /// The element's `hreflang` attribute.
    package var hreflang: String?
    /// The element's `download` attribute; empty if it has no value, nil if it is absent.
    package var download: String?
    /// The line of the tag's `<` in the source, starting from 1; 0 if it is unknown.
    package var line = 0
    /// The column of the tag's `<` in Unicode scalars, starting from 1; 0 if it is unknown.
    package var column = 0
    /// The offset of the tag's `<` in the bytes as received, starting from 0.
    package var byte = 0
    /// The name of the page's origin, as given by the caller.
    package var source: String
    /// The position of the page's record in a web archive; nil outside of archives.
    package var position: ArchivePosition?
    /// True if the value or the resulting URL is longer than ``LinkLimits/addressByteCount``.
    ///
    /// The value is then truncated, and `url` is nil.
    package var isTooLong = false
    /// True if the link is outside of ``HarvestOptions/scope``; such links are delivered only if that is requested.
    package var isOutOfScope = false

    /// False for a form that is sent with another method than GET.
    package var usesGET = true

    /// True if the URL is that of a resource that GET requests.
    ///
    /// Hints name only an origin to connect to, and a `ping` and a form with POST would change something on the server.
    package var isRequestable: Bool { usesGET && kind != .hint && kind != .ping }

    /// Creates a link without a description or a position.
    ///
    /// - Parameters:
    ///   - url: The resolved URL; nil if the value is not a valid URL.
    ///   - raw: The value as written in the document, with its character references decoded.
    ///   - element: The element's name in lower case.
    ///   - attribute: The attribute's name in lower case, or `text()`.
    ///   - kind: The purpose of the link.
    ///   - source: The name of the page's origin.
    package init(url: WebURL?, raw: String, element: String, attribute: String, kind: LinkKind, source: String) {
        self.url = url
        self.raw = raw
        self.element = element
        self.attribute = attribute
        self.kind = kind
        self.source = source
    }
}
