import LinkHarvest
package import Normalization

/// A selection of links: the conditions that links must meet, and the normalization of their URLs.
///
/// ```swift
/// let selection = LinkSelection(filters: [.kinds([.anchor]), .sameSite])
/// var page = selection.begin(LinkPage(address: url))
/// for link in links {
///     if case .selected(let selected) = page.evaluate(link) { print(selected.url?.href ?? selected.raw) }
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
    ///
    /// - Parameters:
    ///   - normalization: The normalization that is applied to URLs first.
    ///   - filters: The conditions, all of which a link must meet.
    ///   - keepsDuplicates: True to keep repeated links of one page.
    ///   - includesInvalid: True to keep links without a valid URL.
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
