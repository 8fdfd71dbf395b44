/// The cause for which a place was stored.
package enum SnapshotOrigin: String, Sendable, Hashable, CaseIterable {
    /// The reader captured the place.
    case click
    /// The browser extension kept the place when the reader left the page.
    case automatic
    /// The place comes from a file of another program.
    case imported = "import"
}
