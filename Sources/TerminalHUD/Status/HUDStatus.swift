package import Motion

/// The status of a command, as the display shows it.
///
/// ```swift
/// var status = HUDStatus(
///     title: "Downloading 20 files",
///     counts: [HUDCount(.done, 9), HUDCount(.failed, 1)],
///     fraction: 0.5,
///     rows: [HUDRow(label: "notes.txt", fraction: 0.25, detail: "1 MB/s")])
/// let display = StatusDisplays.make(options: options)
/// display.update(status)
/// await display.finish(.partial, summary: "19 done, 1 failed")
/// ```
package struct HUDStatus: Sendable, Equatable {
    /// The title, which describes the activity, such as "Downloading 20 files".
    package var title: String
    /// The counts beside the ring, in display order.
    package var counts: [HUDCount]
    /// The finished fraction of the whole run, from 0 to 1; nil if unknown.
    package var fraction: Double?
    /// The total speed of the items in progress, such as `3.2 MiB/s`; nil if it is not shown.
    package var speed: String?
    /// The items in progress, in display order.
    package var rows: [HUDRow]
    /// The badge to which items fly; nil for none.
    package var badge: HUDBadge?
    /// The activity of the ring.
    package var activity = Activity.busy
    /// True if the run waits for an event and no item is in progress.
    ///
    /// The remaining time is then unknown.
    package var isWaiting = false

    /// The activity of the ring.
    package enum Activity: Sendable, Equatable {
        /// The ring turns.
        case busy
        /// The ring is closed, with a symbol inside.
        case atRest(Symbol, Tint)
    }

    /// Creates a status.
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
