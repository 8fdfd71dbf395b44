import LinkFormats
import LinkHarvest
import LinkSelection
import WHATWGURL

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
        case .formatted(let links): links.bytes.capacity
        case .batch(let batch, _): batch.byteCount
        case .verdicts(let verdicts): verdicts.reduce(0) { $0 + $1.link.byteCount }
        }
    }
}

extension LinkVerdict {
    fileprivate var link: HarvestedLink {
        switch self {
        case .selected(let link), .excluded(let link, _): link
        }
    }
}

extension HarvestedLink {
    /// The approximate memory size in bytes.
    fileprivate var byteCount: Int {
        // 512 bytes for the stored properties, `rel` and short texts.
        512 + raw.utf8.count + (url?.href.utf8.count ?? 0)
            + [text, title, type, hreflang, download].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
