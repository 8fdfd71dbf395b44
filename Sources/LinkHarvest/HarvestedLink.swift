package import WHATWGURL

/// One link of a page, with what the page says about it and where it stands.
package struct HarvestedLink: Sendable, Hashable {
    /// The resolved address.
    ///
    /// It is nil when the value is no address by the URL Standard.
    package var url: WebURL?
    /// The attribute's value after its character references are decoded, before anything is trimmed.
    package var raw: String
    /// The element's name in lower case.
    package var element: String
    /// The attribute's name in lower case, or `text()` for addresses in the content of an element.
    package var attribute: String
    /// What the link is for.
    package var kind: LinkKind
    /// The link's text with white space collapsed, images by their `alt`, at most about 200 characters; nil if it has
    /// none.
    package var text: String?
    /// The element's `title` attribute.
    package var title: String?
    /// The tokens of the element's `rel` attribute in lower case.
    package var rel: [String]
    /// The media type that the element's `type` attribute names.
    package var type: String?
    /// The element's `hreflang` attribute.
    package var hreflang: String?
    /// The element's `download` attribute; empty when it has no value, nil when it is absent.
    package var download: String?
    /// The line of the tag's `<` in the source, from 1.
    package var line: Int
    /// The column of the tag's `<` in its line, in Unicode scalars, from 1.
    package var column: Int
    /// The offset of the tag's `<` in the bytes as they were received, from 0.
    package var byte: Int
    /// Where the page came from, as the caller named it.
    package var source: String
    /// Whether the value, which is cut then, or the address that it would be, is longer than
    /// ``LinkLimits/addressByteCount``; `url` is nil then.
    package var isTooLong: Bool
    /// Whether it stands outside of ``HarvestOptions/scope``; such links come only where they are asked for.
    package var isOutOfScope = false

    /// Makes a link of its parts.
    package init(
        url: WebURL?, raw: String, element: String, attribute: String, kind: LinkKind, text: String? = nil,
        title: String? = nil, rel: [String] = [], type: String? = nil, hreflang: String? = nil,
        download: String? = nil, line: Int, column: Int, byte: Int, source: String,
        isTooLong: Bool = false
    ) {
        self.url = url
        self.raw = raw
        self.element = element
        self.attribute = attribute
        self.kind = kind
        self.text = text
        self.title = title
        self.rel = rel
        self.type = type
        self.hreflang = hreflang
        self.download = download
        self.line = line
        self.column = column
        self.byte = byte
        self.source = source
        self.isTooLong = isTooLong
    }
}
