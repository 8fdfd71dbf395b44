package import LinkHarvest
import Normalization
import WHATWGURL

/// The selection among the links of one page, which must be presented in document order.
package struct PageSelection: Sendable {
    private let selection: LinkSelection
    /// The page that the selection started with, and the page of the current links.
    ///
    /// They differ in an archive, in which each document counts as a page.
    private let input: LinkPage
    private var page: LinkPage
    private var record: Int?
    private var seen = SeenAddresses()

    /// True if the page had more links than can be remembered, so that repeated links may be selected again.
    package var hasForgotten: Bool { seen.hasForgotten }

    init(_ selection: LinkSelection, page: LinkPage) {
        self.selection = selection
        input = page
        self.page = page
    }

    /// Starts over if a batch belongs to another document of an archive, which has its own base URL and duplicates.
    ///
    /// - Parameter batch: The next links.
    package mutating func follow(_ batch: LinkBatch) {
        guard batch.record != record else { return }
        record = batch.record
        page = record == nil ? input : input.moved(to: WebURL(batch.source))
        seen = SeenAddresses()
    }

    /// Decides about the next link.
    ///
    /// A link counts as a duplicate even if its first occurrence was excluded.
    ///
    /// - Parameter link: The next link in document order.
    /// - Returns: The verdict, with the reason if the link is excluded.
    package mutating func judge(_ link: HarvestedLink) -> LinkVerdict {
        // Checked before duplicates: a link of an excluded kind does not count as the first occurrence.
        guard !link.isOutOfScope else {
            return .excluded(link, LinkExclusion(by: "within", why: "it is in none of the selected elements"))
        }
        let url = link.url.map(selection.form.apply)
        guard url != nil || selection.includesInvalid else {
            let limit = LinkLimits.addressByteCount >> 20
            let why = link.isTooLong ? "its address is longer than \(limit) MiB" : "its value is not a valid URL"
            return .excluded(link, LinkExclusion(by: "invalid", why: why))
        }
        if !selection.keepsDuplicates {
            guard seen.insert(key(of: link, at: url)) else {
                let why = "it repeats a link of the same element, attribute and URL"
                return .excluded(link, LinkExclusion(by: "duplicate", why: why))
            }
        }
        for filter in selection.filters {
            guard let why = filter.objection(to: link, at: url, on: page) else { continue }
            return .excluded(link, LinkExclusion(by: filter.name, why: why))
        }
        var link = link
        link.url = url
        return .selected(link)
    }

    /// The identity of a link among duplicates: element, attribute, and URL or invalid value.
    private func key(of link: HarvestedLink, at url: WebURL?) -> UInt64 {
        var hash: UInt64?
        for text in [link.element, link.attribute, url == nil ? "invalid" : "", url?.href ?? link.raw] {
            var text = text
            hash = text.withUTF8 { seen.hash($0, after: hash) }
        }
        return hash ?? 0
    }
}
