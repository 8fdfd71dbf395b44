package import Motion

/// What a command is doing, as the status display shows it.
package struct HUDStatus: Sendable, Equatable {
    /// What is being done, such as "Downloading 20 files".
    package var title: String
    /// The counts beside the ring, in the order in which they are shown.
    package var counts: [HUDCount]
    /// How much of the whole is done, 0 to 1; nil if that is unknown.
    package var fraction: Double?
    /// The items in work, in the order in which they are shown.
    package var rows: [HUDRow]
    /// The badge on to which things are thrown; nil for none.
    package var badge: HUDBadge?
    /// Whether something is going on or not.
    package var activity = Activity.busy
    /// Whether nothing is in work until something else happens; how long that takes is not foretold then.
    package var isWaiting = false

    /// What the ring does.
    package enum Activity: Sendable, Equatable {
        /// It turns.
        case busy
        /// It is closed, with a symbol inside.
        case atRest(Symbol, Tint)
    }

    /// Makes a status.
    ///
    /// - Parameters:
    ///   - title: What is being done.
    ///   - counts: The counts beside the ring.
    ///   - fraction: How much of the whole is done, 0 to 1; nil if that is unknown.
    ///   - rows: The items in work.
    ///   - badge: The badge on to which things are thrown; nil for none.
    package init(
        title: String, counts: [HUDCount] = [], fraction: Double? = nil, rows: [HUDRow] = [], badge: HUDBadge? = nil
    ) {
        self.title = title
        self.counts = counts
        self.fraction = fraction
        self.rows = rows
        self.badge = badge
    }
}
