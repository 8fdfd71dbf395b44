package import Markup
package import WHATWGURL

/// The options of a harvest.
package struct HarvestOptions: Sendable {
    /// The base URL that replaces the document's own URL.
    ///
    /// A `<base>` in the page is resolved against it. The documents of a web archive keep the URLs in the archive.
    package var base: WebURL?
    /// True to keep repeated links of the same element, attribute and URL.
    package var keepsDuplicates: Bool
    /// True to keep values that are not valid URLs, with a nil `url`.
    package var includesInvalid: Bool
    /// True to harvest attributes that scripts use for lazy loading, such as `data-src`.
    package var includesLazyLoading: Bool
    /// True to harvest the strings in scripts that look like URLs.
    package var includesScriptStrings = false

    /// True to include texts, titles, relations, types, languages and proposed names of HTML links.
    ///
    /// Without them, a harvest takes a fifth less time.
    package var describes: Bool
    /// True to include the positions of links.
    ///
    /// Without them, line, column and byte are 0. A harvest then takes a tenth less time, and in encodings other than
    /// UTF-8 even less.
    package var locates: Bool
    /// The elements of HTML pages whose links are harvested; nil for all.
    package var scope: ElementScope?
    /// True to deliver links outside of ``scope`` too, marked as such, so that a caller can explain why a link is
    /// missing.
    package var marksOutOfScope = false
    /// The implementation that parses HTML.
    package var engine: HTMLParser.Engine
    /// True to deliver the links of an HTML page earlier, for callers that need only a few.
    ///
    /// After the first 64 KiB, links are then delivered with each part of the page. A `<base>` that follows has no
    /// effect on them.
    package var deliversEarly = false

    /// Creates options.
    package init(
        base: WebURL? = nil, keepsDuplicates: Bool = false, includesInvalid: Bool = false,
        includesLazyLoading: Bool = false, describes: Bool = true, locates: Bool = true, scope: ElementScope? = nil,
        engine: HTMLParser.Engine = .standard
    ) {
        self.describes = describes
        self.locates = locates
        self.scope = scope
        self.engine = engine
        self.base = base
        self.keepsDuplicates = keepsDuplicates
        self.includesInvalid = includesInvalid
        self.includesLazyLoading = includesLazyLoading
    }
}
