import Markup
import Testing
import WHATWGURL

@testable import LinkHarvest

/// Returns the links of a page in batches, as a harvest delivers them.
func linkBatches(_ links: [(value: String, kind: LinkKind)], base: WebURL? = nil) -> [LinkBatch] {
    var batches: [LinkBatch] = []
    let collector = LinkCollector(
        source: "-", documentURL: nil, options: HarvestOptions(keepsDuplicates: true, includesInvalid: true),
        warn: { _ in }, deliver: { batches.append($0) })
    let sink = CollectingSink(collector, warn: { _ in })
    for link in links {
        sink.link(
            link.value,
            DocumentLink(
                element: "a", attribute: "href", kind: link.kind, position: SourcePosition(line: 1, column: 1, byte: 0),
                base: base))
    }
    do { try collector.finish() } catch { Issue.record(error) }
    return batches
}
