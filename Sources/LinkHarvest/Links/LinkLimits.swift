/// The limits on the sizes of values, so that no document can exhaust the memory.
package enum LinkLimits {
    /// The maximum length of a URL, and of a value that may become one, in bytes.
    ///
    /// It is also Chromium's limit. A longer value becomes a truncated link without a URL.
    package static let addressByteCount = 2 << 20
    /// The maximum length of `title`, `rel`, `type`, `hreflang` and `download` in bytes.
    ///
    /// Each link of a tag contains a copy of them.
    static let fieldByteCount = 1 << 16
    /// The maximum length of a `style` element or a script in bytes.
    ///
    /// A page that was saved as a single file may contain all of its images in one such element.
    static let styleByteCount = 16 << 20
    /// The maximum length of JSON-LD in one `script` in bytes.
    ///
    /// Its links take up twelve times its size.
    static let dataByteCount = 2 << 20
    /// The maximum length of an `xml:base` in bytes.
    ///
    /// Up to 1,024 of them are kept at once.
    static let elementBaseByteCount = 1 << 13
    /// The size of the undelivered links, in bytes, at which some of them are delivered early.
    static let pendingByteCount = 4 << 20
    /// The approximate size in bytes of one delivery of resolved links.
    static let deliveryByteCount = 1 << 20
    /// The number of links of a document that are remembered to detect repeated ones; they take 8 MiB.
    package static let rememberedLinkCount = 750_000
    /// The maximum size of a document's links as a multiple of the document's size.
    ///
    /// Real documents stay below 1. A long base URL makes many short links long.
    static let growthLimit = 32
    /// A size of links in bytes that is allowed for any document.
    static let freeGrowthByteCount = 64 << 20
}
