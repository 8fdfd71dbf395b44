package import Normalization
import LinkHarvest

/// Which links are wanted, and in which form their addresses are.
package struct LinkSelection: Sendable {
    /// The form that addresses are brought into before anything else is asked.
    package var form: URLNormalization
    /// The conditions; a link has to meet all of them, and is dropped by the first that it does not meet.
    package var filters: [LinkFilter]
    /// Whether links of the same element, attribute and address on one page are all kept.
    package var keepsDuplicates: Bool
    /// Whether links without an address are kept, as far as the conditions allow.
    package var includesInvalid: Bool

    /// Makes a selection.
    ///
    /// - Parameters:
    ///   - form: The form that addresses are brought into.
    ///   - filters: The conditions.
    ///   - keepsDuplicates: Whether repeated links of one page are kept.
    ///   - includesInvalid: Whether links without an address are kept.
    package init(
        form: URLNormalization = [], filters: [LinkFilter] = [], keepsDuplicates: Bool = false, includesInvalid: Bool = false
    ) {
        self.form = form
        self.filters = filters
        self.keepsDuplicates = keepsDuplicates
        self.includesInvalid = includesInvalid
    }

    /// Whether every link is wanted as it is, but for those without an address.
    package var takesAll: Bool { form.isEmpty && filters.isEmpty && keepsDuplicates }

    /// Whether more of links than their kinds and addresses decides about them.
    package var asksForDescriptions: Bool {
        filters.contains(where: \.readsDescriptions)
    }

    /// Whether a page's address decides about its links.
    package var asksForPage: Bool { filters.contains { $0.name == "same-host" || $0.name == "same-site" } }

    /// Begins with the links of one page.
    ///
    /// - Parameter page: The page.
    /// - Returns: What tells about its links, in their order.
    package func begin(_ page: LinkPage) -> PageSelection { PageSelection(self, page: page) }
}
