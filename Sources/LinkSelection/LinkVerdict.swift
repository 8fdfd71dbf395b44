package import LinkHarvest

/// The decision about a link.
package enum LinkVerdict: Sendable, Hashable {
    /// The link is selected, with its normalized URL.
    case selected(HarvestedLink)
    /// The link is excluded.
    case excluded(HarvestedLink, LinkExclusion)
}
