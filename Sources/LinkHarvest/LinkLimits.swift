/// How long what a document says may be, so that no document fills the memory.
package enum LinkLimits {
    /// The longest address, and the longest value that may become one, in bytes.
    ///
    /// It is Chromium's limit too. A longer one is a link without an address, and its value is cut here.
    package static let addressByteCount = 2 << 20
    /// How much is kept of `title`, `rel`, `type`, `hreflang` and `download`, in bytes: each link of a tag carries them.
    static let fieldByteCount = 1 << 16
    /// How much of a `style` element or a script is read, in bytes: saved pages keep all their images in one.
    static let styleByteCount = 16 << 20
    /// How much JSON-LD of one `script` is read, in bytes: what is found in it takes twelve times the room.
    static let dataByteCount = 2 << 20
    /// The longest `xml:base`, in bytes: up to 1024 of them hold at once.
    static let elementBaseByteCount = 1 << 13
    /// How many bytes of links are kept before they are handed on though the document has not ended.
    static let pendingByteCount = 4 << 20
    /// How many bytes of resolved links are handed on at once, about.
    static let deliveryByteCount = 1 << 20
    /// How many links of one document are remembered to tell repeated ones: 16 MiB.
    package static let rememberedLinkCount = 750_000
    /// How many times its own size the links of a document may grow to.
    ///
    /// Real ones stay below 1. A long base makes many short links long.
    static let growthLimit = 32
    /// So many bytes of links are harmless however short the document is.
    static let freeGrowthByteCount = 64 << 20
}
