package import FoundationEssentials

/// A store of automatic places, of which each page has at most one.
///
/// An automatic place expires after ``AutomaticPlace/lifetime``, unless the reader keeps it. The functions block for a
/// short time and may be called from any thread.
package protocol AutomaticPlaceArchive: Sendable {
    /// Stores the automatic place of a page, renews the stored one, or removes it if the page was read to its end.
    ///
    /// A renewed place keeps its id and its metadata, and becomes the newest one. Even if several processes store
    /// places on one page at once, only one of them remains. Places with another origin are not changed.
    ///
    /// - Parameter snapshot: The snapshot of the page that the reader leaves.
    /// - Returns: The effect on the archive.
    /// - Throws: The archive's own error if it cannot be written.
    func addAutomatic(_ snapshot: PageSnapshot) throws -> AutomaticPlace.Outcome

    /// Erases the automatic place of a page.
    ///
    /// - Parameter pageKey: The page; see ``PageSnapshot/pageKey``.
    /// - Returns: True if the page had an automatic place.
    /// - Throws: The archive's own error if it cannot be written.
    func removeAutomatic(pageKey: String) throws -> Bool

    /// Removes the automatic place of a page, and refuses new ones until ``allowAutomatic(pageKey:)``.
    ///
    /// ``SnapshotArchive/undoRemoval(id:)`` of the removed place also ends the refusal.
    ///
    /// - Parameter pageKey: The page; see ``PageSnapshot/pageKey``.
    /// - Returns: The refusal.
    /// - Throws: The archive's own error if it cannot be written.
    func refuseAutomatic(pageKey: String) throws -> AutomaticPlace.Refusal

    /// Allows automatic places on a page again.
    ///
    /// - Parameter pageKey: The page; see ``PageSnapshot/pageKey``.
    /// - Returns: True if they were refused.
    /// - Throws: The archive's own error if it cannot be written.
    func allowAutomatic(pageKey: String) throws -> Bool

    /// Returns the pages on which automatic places are refused, the newest refusal first.
    ///
    /// - Throws: The archive's own error if it cannot be read.
    func automaticRefusals() throws -> [AutomaticPlace.Refusal]
}

/// The terms of automatic places.
package enum AutomaticPlace {
    /// The time after its last renewal at which an automatic place expires, in seconds: 30 days.
    package static let lifetime: TimeInterval = 30 * 86_400

    /// The effect of storing an automatic place.
    package enum Outcome: Sendable, Hashable {
        /// The page had no automatic place, and has this one now.
        case added(StoredSnapshot)
        /// The page's automatic place has the new position.
        case renewed(StoredSnapshot)
        /// The page was read to its end, so it has no automatic place any more.
        case ended
        /// The reader has refused automatic places on this page.
        case refused
    }

    /// A page on which the reader has refused automatic places.
    package struct Refusal: Sendable, Hashable {
        /// The page; see ``PageSnapshot/pageKey``.
        package let pageKey: String
        /// The time of the refusal, to the millisecond.
        package let refusedAt: Date
        /// The id of the automatic place that the refusal removed; nil if the page had none.
        package let placeID: String?

        /// Creates a refusal.
        package init(pageKey: String, refusedAt: Date, placeID: String?) {
            self.pageKey = pageKey
            self.refusedAt = refusedAt
            self.placeID = placeID
        }
    }
}
