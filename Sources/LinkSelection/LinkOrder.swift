package import LinkHarvest
import WHATWGURL

/// The orders in which links can be printed.
package enum LinkOrder: String, Sendable, CaseIterable {
    /// As they stand in their pages, pages in the order of the inputs.
    case document
    /// By address.
    case url
    /// By text, upper and lower case the same.
    case text
    /// By host.
    case host

    /// Sorts links.
    ///
    /// Links of one place in the order stay as they were; what a link is sorted by and does not have comes last.
    ///
    /// - Parameter links: The links in document order.
    /// - Returns: The links in this order.
    package func sorted(_ links: [HarvestedLink]) -> [HarvestedLink] { sorted(links) { $0 } }

    /// Sorts what belongs to links.
    ///
    /// - Parameters:
    ///   - items: The items in document order of their links.
    ///   - link: The link of an item.
    /// - Returns: The items in this order.
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
