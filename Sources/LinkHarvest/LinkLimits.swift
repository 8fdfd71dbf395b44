/// Limits on the sizes of values, so that no document can fill the memory.
package enum LinkLimits {
    /// The maximum length of a URL, and of a value that may become one, in bytes.
    ///
    /// It is also Chromium's limit. A longer value is a link without a URL and is truncated here.
    package static let addressByteCount = 2 << 20
    /// The limit of `title`, `rel`, `type`, `hreflang` and `download` in bytes, because each link of a tag repeats
    /// them.
    static let fieldByteCount = 1 << 16
    /// The limit of a `style` element or a script in bytes: saved pages keep all their images in one.
    static let styleByteCount = 16 << 20
    /// The limit of JSON-LD in one `script` in bytes: its links take twelve times its size.
    static let dataByteCount = 2 << 20
    /// The maximum length of an `xml:base` in bytes: up to 1,024 of them are kept at once.
    static let elementBaseByteCount = 1 << 13
    /// The size of links that are kept before some are delivered early, in bytes.
    static let pendingByteCount = 4 << 20
    /// The approximate size of a delivery of resolved links in bytes.
    static let deliveryByteCount = 1 << 20
    /// The number of links of a document that are remembered to recognize repeated ones: 16 MiB.
    package static let rememberedLinkCount = 750_000
    /// The maximum size of a document's links as a multiple of its own size.
    ///
    /// Real documents stay below 1. A long base makes many short links long.
    static let growthLimit = 32
    /// A size of links in bytes that is harmless however short the document is.
    static let freeGrowthByteCount = 64 << 20
}
