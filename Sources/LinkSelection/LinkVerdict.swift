package import LinkHarvest

/// Whether a link is wanted.
package enum LinkVerdict: Sendable, Hashable {
    /// It is, with its address in the form that was asked for.
    case selected(HarvestedLink)
    /// It is not, for this reason.
    case dropped(HarvestedLink, LinkDrop)
}
