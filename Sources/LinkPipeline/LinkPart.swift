import LinkFormats
import LinkHarvest
import LinkSelection

/// Links of one page that have been selected, in the form in which ``LinkWriter`` receives them.
enum LinkPart: Sendable {
    /// Links in the output format.
    case formatted(FormattedLinks)
    /// Links of a batch, which are written from its bytes.
    case batch(LinkBatch, LinkIndices)
    /// Decisions about single links.
    case verdicts([LinkVerdict])

    /// Links in the output format.
    struct FormattedLinks: Sendable {
        var bytes: [UInt8] = []
        var tally = LinkTally()
    }

    /// The approximate memory size in bytes.
    var byteCount: Int {
        switch self {
        case .formatted(let links): links.bytes.count
        case .batch(let batch, _): batch.byteCount
        case .verdicts(let verdicts): verdicts.count * 512
        }
    }
}
