package import LinkHarvest
import WHATWGURL

/// An order in which links are printed.
package enum LinkOrder: String, Sendable, CaseIterable {
    /// Document order, with the pages in the order of the inputs.
    case document
    /// The order of the URLs.
    case url
    /// The order of the texts, ignoring case.
    case text
    /// The order of the hosts.
    case host

    /// Returns links in this order.
    ///
    /// The sort is stable. Links without the value that they are sorted by come last.
    ///
    /// - Parameter links: The links in document order.
    /// - Returns: The sorted links.
    package func sorted(_ links: [HarvestedLink]) -> [HarvestedLink] { sorted(links) { $0 } }

    /// Returns values in the order of the links that they belong to.
    ///
    /// - Parameters:
    ///   - items: The values, in document order of their links.
    ///   - link: Returns the link of a value.
    /// - Returns: The sorted values.
    package func sorted<Item>(_ items: [Item], by link: (Item) -> HarvestedLink) -> [Item] {
        if self == .document { return items }
        let keyed = items.map { (key: key(of: link($0)), item: $0) }
        return keyed.sorted { first, second in
            switch (first.key, second.key) {
            case (let first?, let second?): first.utf8.lexicographicallyPrecedes(second.utf8)
            case (.some, nil): true
            case (nil, _): false
            }
        }.map(\.item)
    }

    private func key(of link: HarvestedLink) -> String? {
        switch self {
        case .document: nil
        case .url: link.url?.href
        case .text: link.text?.lowercased()
        case .host: link.url.flatMap(LinkPage.host)
        }
    }
}
