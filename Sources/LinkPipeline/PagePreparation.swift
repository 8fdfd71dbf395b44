import LinkFormats
import LinkHarvest
import LinkSelection

/// The part of the work on a page's links that depends on no other page, so that any thread can do it: the selection,
/// and the formatting if the output format allows it.
struct PagePreparation: Sendable {
    /// The links to write; nil for all.
    var selection: PageSelection?
    /// The format of the parts; nil if the writer formats the links.
    var format: (any LinkFormat)?
    /// True if the writer needs a decision about each link, for example because it sorts them.
    var needsVerdicts: Bool
    /// True if the writer reports excluded links, so that it needs them too.
    var explainsExclusions = false

    /// True if the page had more links than can be remembered, so that some may have been selected twice.
    var hasForgotten: Bool { selection?.hasForgotten == true }

    /// Selects links, and formats them if possible.
    ///
    /// - Parameter batch: The next links of the page in document order.
    /// - Returns: The selected links.
    mutating func prepare(_ batch: LinkBatch) -> LinkPart {
        selection?.prepare(for: batch)
        if needsVerdicts || selection?.changesURLs == true {
            return .verdicts(
                (0..<batch.count).compactMap { index in
                    let link = batch[index]
                    let verdict = selection?.evaluate(link) ?? .selected(link)
                    return explainsExclusions || verdict.isSelected ? verdict : nil
                })
        }
        let indices: LinkIndices =
            if selection == nil { .all } else {
                .some((0..<batch.count).filter { selection?.evaluate(batch[$0]).isSelected == true })
            }
        guard var format else { return .batch(batch, indices) }
        var links = LinkPart.FormattedLinks()
        // The size of most outputs, so that they are rarely reallocated.
        links.bytes.reserveCapacity(batch.byteCount)
        links.tally = format.write(batch, indices, limit: .max, into: &links.bytes)
        if links.bytes.isEmpty { links.bytes = [] }
        return .formatted(links)
    }
}

extension LinkVerdict {
    fileprivate var isSelected: Bool { if case .selected = self { true } else { false } }
}
