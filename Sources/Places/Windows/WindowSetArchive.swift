package import FoundationEssentials
package import Syntax

/// A window set to be stored.
package struct WindowSetAddition: Sendable, Hashable {
    /// The window set.
    package var set: WindowSet
    /// The identifier of the request: a second addition with the same one stores nothing.
    package var request: String
    /// The time at which the window was set aside; nil for the time of the addition.
    package var storedAt: Date?
    /// The id; nil for a new one.
    package var id: String?

    /// Creates an addition.
    package init(set: WindowSet, request: String, storedAt: Date? = nil, id: String? = nil) {
        self.set = set
        self.request = request
        self.storedAt = storedAt
        self.id = id
    }
}

/// A store of window sets; a protocol, so that `Service` need not import `Store`.
///
/// The functions block for a short time and may be called from any thread.
package protocol WindowSetArchive: Sendable {
    /// Stores window sets with all their tabs: either all of them or none.
    ///
    /// They are durable when this function returns. A set whose request or id is stored already is not stored again,
    /// so that a client that received no response can repeat its request.
    ///
    /// - Parameter additions: The sets, in the order in which they get their positions.
    /// - Returns: For each addition the stored set, and true if it is a new one.
    /// - Throws: The archive's own error if it cannot be written.
    func add(_ additions: [WindowSetAddition]) throws -> [(set: StoredWindowSet, isNew: Bool)]

    /// Returns window sets, newest first.
    ///
    /// - Parameters:
    ///   - query: Words, all of which must occur in the title of a set or in the title or address of one of its tabs;
    ///     nil or blank matches every set.
    ///   - limit: The maximum number of sets; nil means all.
    ///   - position: The position of the set after which the list continues; nil to begin with the newest.
    /// - Returns: The matching sets, without the parts that cannot be read.
    /// - Throws: The archive's own error if it cannot be read.
    func list(matching query: String?, limit: Int?, before position: Int64?) throws -> WindowSetList

    /// Returns one window set.
    ///
    /// - Parameter id: An id, an unambiguous prefix of one, or `@` for the newest set.
    /// - Returns: The set.
    /// - Throws: ``WindowSetError`` if not exactly one set matches, or the archive's own error.
    func set(id: String) throws -> StoredWindowSet

    /// Returns the place of a tab.
    ///
    /// - Parameters:
    ///   - number: The number of the tab in its set, counted from 1.
    ///   - id: An id, an unambiguous prefix of one, or `@` for the newest set.
    /// - Returns: The tab's own snapshot, or that of the place that it refers to; nil if there is none.
    /// - Throws: ``WindowSetError`` if there is no such set or tab, or the archive's own error.
    func snapshot(ofTab number: Int, in id: String) throws -> PageSnapshot?

    /// Changes the title of a window set.
    ///
    /// - Parameters:
    ///   - id: An id, an unambiguous prefix of one, or `@` for the newest set.
    ///   - title: The new title, not empty.
    /// - Returns: The changed set.
    /// - Throws: ``WindowSetError``, or the archive's own error.
    func rename(id: String, to title: String) throws -> StoredWindowSet

    /// Removes window sets: all of them, or none if one of the ids is not found.
    ///
    /// ``undoRemoval(id:)`` can undo the removal for a limited time.
    ///
    /// - Parameter ids: Ids, unambiguous prefixes of ids, or `@` for the newest set before the removal.
    /// - Returns: The number of sets removed.
    /// - Throws: ``WindowSetError``, or the archive's own error.
    func remove(ids: [String]) throws -> Int

    /// Undoes the removal of a window set.
    ///
    /// - Parameter id: The complete id.
    /// - Returns: The set, even if it had not been removed.
    /// - Throws: ``WindowSetError/notFound(_:)`` if the removal can no longer be undone, or the archive's own error.
    func undoRemoval(id: String) throws -> StoredWindowSet
}

extension WindowSetArchive {
    /// Returns the window sets of a list, newest first; see ``list(matching:limit:before:)``.
    package func sets(
        matching query: String?, limit: Int?, before position: Int64?
    ) throws -> [StoredWindowSet] {
        try list(matching: query, limit: limit, before: position).sets
    }
}

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
    var hasPlace: Bool
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

/// A part of a list of window sets.
package struct WindowSetList: Sendable, Hashable {
    /// The sets, newest first, without the parts that cannot be read.
    package var sets: [StoredWindowSet] = []
    /// The sets, and the parts of sets, that cannot be read.
    package var damaged: [UnreadableRecord] = []
    /// The position of the last set of this part; nil if the list ends with it.
    package var next: Int64?

    /// Creates the end of a list.
    package init() {}
}
