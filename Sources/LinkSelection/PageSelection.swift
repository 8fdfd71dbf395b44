import Normalization
package import LinkHarvest
import WHATWGURL

/// Tells of the links of one page, in their order, which are wanted.
package struct PageSelection: Sendable {
    private let selection: LinkSelection
    /// The page that was begun with, and the one whose links come: a document of an archive is one of its own.
    private let input: LinkPage
    private var page: LinkPage
    private var record: Int?
    private var seen = SeenAddresses()

    /// Whether there were more links than are remembered, so that later ones may be selected twice.
    package var hasForgotten: Bool { seen.hasForgotten }

    init(_ selection: LinkSelection, page: LinkPage) {
        self.selection = selection
        input = page
        self.page = page
    }

    /// Begins anew where another document of an archive begins: its links are judged by its own address, and among themselves.
    ///
    /// - Parameter batch: The links that come next.
    package mutating func follow(_ batch: LinkBatch) {
        guard batch.record != record else { return }
        record = batch.record
        page = record == nil ? input : input.moved(to: WebURL(batch.source))
        seen = SeenAddresses()
    }

    /// Decides about the next link.
    ///
    /// - Parameter link: The link.
    /// - Returns: Whether it is wanted, or why not. A link that was there before counts as a duplicate even if it was dropped
    ///   then.
    package mutating func judge(_ link: HarvestedLink) -> LinkVerdict {
        // Before all else: a link that nobody looked for is no first of its kind.
        guard !link.isOutOfScope else {
            return .dropped(link, LinkDrop(by: "within", why: "it stands in none of the elements that are looked in"))
        }
        let url = link.url.map(selection.form.apply)
        guard url != nil || selection.includesInvalid else {
            let limit = LinkLimits.addressByteCount >> 20
            let why = link.isTooLong ? "its address is longer than \(limit) MiB" : "its value is no address"
            return .dropped(link, LinkDrop(by: "invalid", why: why))
        }
        if !selection.keepsDuplicates {
            guard seen.insert(key(of: link, at: url)) else {
                let why = "a link of the same element, attribute and address was there before"
                return .dropped(link, LinkDrop(by: "duplicate", why: why))
            }
        }
        for filter in selection.filters {
            guard let why = filter.objection(to: link, at: url, on: page) else { continue }
            return .dropped(link, LinkDrop(by: filter.name, why: why))
        }
        var link = link
        link.url = url
        return .selected(link)
    }

    /// What makes a link the same as another: element, attribute and address, or the value where there is none.
    private func key(of link: HarvestedLink, at url: WebURL?) -> UInt64 {
        var hash: UInt64?
        for text in [link.element, link.attribute, url == nil ? "invalid" : "", url?.href ?? link.raw] {
            var text = text
            hash = text.withUTF8 { seen.hash($0, after: hash) }
        }
        return hash ?? 0
    }
}
