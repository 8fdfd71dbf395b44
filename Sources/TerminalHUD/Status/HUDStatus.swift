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
    var badge: HUDBadge?
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

/// One labelled number of a status, such as "9 done".
package struct HUDCount: Sendable, Equatable {
    /// The kind of thing that is counted.
    ///
    /// A status has at most one count of each kind.
    package enum Kind: Sendable, Hashable {
        /// Finished items.
        case done
        /// Items that remain to be processed.
        case left
        /// Failed items.
        case failed
        /// Links that lead nowhere.
        case broken
        /// Stored snapshots.
        case kept
        /// Links that were found.
        case links
        /// Pages that were read.
        case pages
    }

    /// The kind of thing that is counted, which also identifies the count in later statuses.
    package var kind: Kind
    /// The number.
    package var value: Int

    /// Creates a count.
    package init(_ kind: Kind, _ value: Int) {
        self.kind = kind
        self.value = value
    }

    /// The word after the number, in the singular or plural.
    package var label: String {
        switch kind {
        case .done: "done"
        case .left: "left"
        case .failed: "failed"
        case .broken: "broken"
        case .kept: "kept"
        case .links: value == 1 ? "link" : "links"
        case .pages: value == 1 ? "page" : "pages"
        }
    }

    /// True if failures are counted; such counts have the color of failures.
    var isFailure: Bool { kind == .failed || kind == .broken }
}

/// An item in progress.
package struct HUDRow: Sendable, Equatable {
    /// The name of the item.
    ///
    /// It may come from a page or server, and is sanitized before it is shown.
    package var label: String
    /// The finished fraction, from 0 to 1; nil if unknown.
    package var fraction: Double?
    /// Additional text, such as a rate.
    package var detail: String

    /// Creates a row.
    package init(label: String, fraction: Double? = nil, detail: String = "") {
        self.label = label
        self.fraction = fraction
        self.detail = detail
    }
}

/// A badge beside the status that counts items; new items fly to it.
package struct HUDBadge: Sendable, Equatable {
    /// The symbol of the items that fly to the badge.
    var symbol: Symbol
    /// The count on the badge.
    package var count: Int
    /// The number of items, included in the count, that fly to the badge when the display starts.
    ///
    /// Later items fly to it when the count grows.
    var thrown: Int

    /// Creates a badge.
    package init(symbol: Symbol, count: Int, thrown: Int = 0) {
        self.symbol = symbol
        self.count = count
        self.thrown = thrown
    }
}

/// The outcome of a run, which determines the symbol that is drawn.
package enum HUDOutcome: Sendable, Equatable {
    /// Every item succeeded; shown as a check mark.
    case success
    /// Some items failed; shown as a cross in the color of warnings.
    case partial
    /// The run failed; shown as a cross.
    case failure
}

extension HUDOutcome {
    /// The tint of the symbol and the summary.
    var tint: Tint {
        switch self {
        case .success: .success
        case .partial: .warning
        case .failure: .failure
        }
    }

    /// The symbol in the ring.
    var symbol: Symbol { self == .success ? .checkmark : .cross }
}
