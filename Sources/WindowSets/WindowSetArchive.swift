package import FoundationEssentials
package import Snapshots

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

/// A store of window sets.
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
    ///
    /// - Parameters:
    ///   - query: Words to search for; nil or blank matches every set.
    ///   - limit: The maximum number of sets; nil means all.
    ///   - position: The position of the set after which the list continues; nil to begin with the newest.
    /// - Returns: The matching sets.
    /// - Throws: The archive's own error if it cannot be read.
    package func sets(
        matching query: String?, limit: Int?, before position: Int64?
    ) throws -> [StoredWindowSet] {
        try list(matching: query, limit: limit, before: position).sets
    }
}
