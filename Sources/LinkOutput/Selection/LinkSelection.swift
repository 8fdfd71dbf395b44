package import LinkHarvest
package import WHATWGURL

/// A selection of links: the conditions that links must meet, and the normalization of their URLs.
///
/// ```swift
/// let selection = LinkSelection(filters: [.kinds([.anchor]), .sameSite])
/// var page = selection.begin(LinkPage(address: url))
/// for var link in links {
///     if page.evaluate(&link) == nil { print(link.url?.href ?? link.raw) }
/// }
/// ```
package struct LinkSelection: Sendable {
    /// The normalization that is applied to URLs before anything else.
    package var normalization: URLNormalization
    /// The conditions, all of which a link must meet.
    ///
    /// The first one that is not met excludes the link.
    package var filters: [LinkFilter]
    /// True if repeated links of one page, with the same element, attribute and URL, are all kept.
    package var keepsDuplicates: Bool
    /// True if links without a valid URL are kept, provided that they meet the conditions.
    package var includesInvalid: Bool

    /// Creates a selection.
    package init(
        normalization: URLNormalization = [], filters: [LinkFilter] = [], keepsDuplicates: Bool = false,
        includesInvalid: Bool = false
    ) {
        self.normalization = normalization
        self.filters = filters
        self.keepsDuplicates = keepsDuplicates
        self.includesInvalid = includesInvalid
    }

    /// True if every link with a valid URL is selected unchanged.
    package var selectsEverything: Bool { normalization.isEmpty && filters.isEmpty && keepsDuplicates }

    /// True if the selection depends on more of a link than its kind and URL.
    package var needsDescriptions: Bool {
        filters.contains(where: \.readsDescriptions)
    }

    /// True if the selection depends on the page's URL.
    package var needsPageURL: Bool { filters.contains { $0.name == "same-host" || $0.name == "same-site" } }

    /// True if the selection depends on the page's site.
    var needsSite: Bool { filters.contains { $0.name == "same-site" } }

    /// Starts the selection among the links of one page.
    package func begin(_ page: LinkPage) -> PageSelection { PageSelection(self, page: page) }
}

/// The selection among the links of one page, which must be presented in document order.
package struct PageSelection: Sendable {
    private let selection: LinkSelection
    /// The page that the selection started with, and the page of the current links.
    ///
    /// They differ in an archive, in which each document counts as a page.
    private let input: LinkPage
    private var page: LinkPage
    private var position: ArchivePosition?
    private var seen = SeenAddresses()

    /// True if the page had more links than can be remembered, so that repeated links may be selected again.
    package var hasForgotten: Bool { seen.hasForgotten }

    /// True if URLs are normalized, so that a selected link can differ from the link of its batch.
    package var changesURLs: Bool { !selection.normalization.isEmpty }

    init(_ selection: LinkSelection, page: LinkPage) {
        self.selection = selection
        input = page
        self.page = page
        if selection.needsSite { self.page.findSite() }
    }

    /// Starts over if a batch belongs to another document of a web archive.
    ///
    /// The links of such a document have their own base, and are compared only with each other to find duplicates.
    ///
    /// - Parameter batch: The next links.
    package mutating func prepare(for batch: LinkBatch) {
        guard batch.position != position else { return }
        position = batch.position
        page = position == nil ? input : input.moved(to: WebURL(batch.source))
        if selection.needsSite { page.findSite() }
        seen = SeenAddresses()
    }

    /// Decides if the next link is selected, and normalizes its URL if it is.
    ///
    /// A link counts as a duplicate even if its first occurrence was excluded.
    ///
    /// - Parameter link: The next link in document order.
    /// - Returns: The reason why the link is excluded; nil if it is selected.
    package mutating func evaluate(_ link: inout HarvestedLink) -> LinkExclusion? {
        // Checked before duplicates, so that a link outside of the selected elements does not count as the first
        // occurrence.
        guard !link.isOutOfScope else {
            return LinkExclusion(cause: "within", reason: "it is in none of the selected elements")
        }
        let url = link.url.map(selection.normalization.apply)
        guard url != nil || selection.includesInvalid else {
            let limit = LinkLimits.addressByteCount >> 20
            let reason = link.isTooLong ? "its address is longer than \(limit) MiB" : "its value is not a valid URL"
            return LinkExclusion(cause: "invalid", reason: reason)
        }
        if !selection.keepsDuplicates {
            guard seen.insert(key(of: link, at: url)) else {
                let reason = "it repeats a link of the same element, attribute and URL"
                return LinkExclusion(cause: "duplicate", reason: reason)
            }
        }
        for filter in selection.filters {
            guard let reason = filter.reasonToExclude(link, at: url, on: page) else { continue }
            return LinkExclusion(cause: filter.name, reason: reason)
        }
        link.url = url
        return nil
    }

    /// The identity of a link among duplicates: element, attribute, and URL or invalid value.
    private func key(of link: HarvestedLink, at url: WebURL?) -> UInt64 {
        func hash(_ text: String, after hash: UInt64?) -> UInt64 {
            var text = text
            return text.withUTF8 { seen.hash($0, after: hash) }
        }
        let attribute = hash(link.attribute, after: hash(link.element, after: nil))
        return seen.hash(url == nil ? 1 : 0, after: hash(url?.href ?? link.raw, after: attribute))
    }
}

/// The reason why a link was excluded.
package struct LinkExclusion: Sendable, Hashable {
    /// The cause: an option's name without dashes, or `invalid`, `duplicate`, `limit` or `format`.
    package let cause: String
    /// The reason in words.
    package let reason: String

    /// Creates a reason.
    package init(cause: String, reason: String) {
        self.cause = cause
        self.reason = reason
    }
}
