package import FoundationEssentials
package import JSON

/// A window set in an archive, without the snapshots of its tabs.
package struct StoredWindowSet: Sendable, Hashable, Identifiable {
    /// The id: twelve characters of `0123456789abcdefghjkmnpqrstvwxyz`.
    package let id: String
    /// The title.
    package let title: String
    /// The name of the browser that the window belonged to; empty if it is not known.
    package let browser: String
    /// The time at which the window was set aside, to the millisecond.
    package let storedAt: Date
    /// The sequence number in the archive, which grows with every set and is never reused.
    package let position: Int64
    /// The groups.
    package let groups: [TabGroup]
    /// The tabs in order.
    package let tabs: [StoredWindowTab]

    /// Creates a stored window set.
    package init(
        id: String, title: String, browser: String, storedAt: Date, position: Int64, groups: [TabGroup],
        tabs: [StoredWindowTab]
    ) {
        self.id = id
        self.title = title
        self.browser = browser
        self.storedAt = storedAt
        self.position = position
        self.groups = groups
        self.tabs = tabs
    }
}

/// A tab of a stored window set, without its snapshot.
package struct StoredWindowTab: Sendable, Hashable {
    /// The address.
    package var url: String
    /// The title of the page; empty if it is not known.
    package var title: String
    /// True if the tab is pinned.
    package var isPinned: Bool
    /// The index of the tab's group; nil if it belongs to none.
    package var group: Int?
    /// True if the tab was the one in front.
    package var isActive: Bool
    /// True if the browser had not loaded the page.
    package var isSleeping: Bool
    /// True if the tab has a place in its page: a snapshot of its own, or the stored place that it refers to.
    package var hasPlace: Bool
    /// The text at the reading line; nil if there is none.
    package var quote: String?
    /// The reading progress, 0 to 1.
    package var progress: Double?
    /// The address that opens the page at the place, with a text directive if there is a place.
    package var fragment: String

    /// Creates a stored tab.
    package init(
        url: String, title: String, isPinned: Bool, group: Int?, isActive: Bool, isSleeping: Bool, hasPlace: Bool,
        quote: String?, progress: Double?, fragment: String
    ) {
        self.url = url
        self.title = title
        self.isPinned = isPinned
        self.group = group
        self.isActive = isActive
        self.isSleeping = isSleeping
        self.hasPlace = hasPlace
        self.quote = quote
        self.progress = progress
        self.fragment = fragment
    }
}

extension StoredWindowSet {
    /// The set as the API and the command line represent it.
    ///
    /// - Parameter time: The time of storage in the format of RFC 3339.
    /// - Returns: An object in which unknown values are null, so that every set has the same keys.
    package func json(storedAt time: String) -> JSONValue {
        [
            "id": .string(id), "title": .string(title), "browser": .string(browser), "storedAt": .string(time),
            "tabCount": .number(Double(tabs.count)), "groups": .array(groups.map(\.json)),
            "tabs": .array(tabs.enumerated().map { $1.json(number: $0 + 1) }),
        ]
    }
}

extension StoredWindowTab {
    fileprivate func json(number: Int) -> JSONValue {
        [
            "number": .number(Double(number)), "url": .string(url), "title": .string(title),
            "pinned": .bool(isPinned), "group": group.map { .number(Double($0)) } ?? .null,
            "active": .bool(isActive), "sleeping": .bool(isSleeping), "hasPlace": .bool(hasPlace),
            "quote": quote.map(JSONValue.string) ?? .null, "progress": progress.map(JSONValue.number) ?? .null,
            "fragment": .string(fragment),
        ]
    }
}
