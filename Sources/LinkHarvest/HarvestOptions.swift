package import Markup
package import WHATWGURL

/// What a harvest takes and leaves.
package struct HarvestOptions: Sendable {
    /// The address that takes the place of the document's own when its links are resolved.
    ///
    /// A `<base>` still applies to it. The documents of a web archive keep the addresses that the archive gives them.
    package var base: WebURL?
    /// Whether repeated links of the same element, attribute and address are all kept.
    package var keepsDuplicates: Bool
    /// Whether values that are no addresses are kept, with `url` nil.
    package var includesInvalid: Bool
    /// Whether the attributes that scripts use to load images late (`data-src` and the like) count as links.
    package var includesLazyLoading: Bool
    /// Whether the strings in scripts that look like addresses count as links.
    package var includesScriptStrings = false

    /// Whether links of HTML come with their texts, titles, relations, types, languages and proposed names; without, a harvest
    /// is a fifth quicker.
    package var describes: Bool
    /// Whether the place of each link is told; without, line, column and byte are 0, and a harvest is a tenth quicker, in
    /// other encodings than UTF-8 more.
    package var locates: Bool
    /// The elements of HTML pages whose links are wanted; nil for all.
    package var scope: ElementScope?
    /// Whether links outside of ``scope`` are handed on too, marked as such, for those who say why a link is missing.
    package var marksOutOfScope = false
    /// What reads HTML.
    package var engine: HTMLParser.Engine
    /// Whether the links of an HTML page are handed on with each part of it after the first 64 KiB, for those who want a few
    /// only; a `<base>` behind them counts no more.
    package var handsOnEarly = false

    /// Makes options.
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
