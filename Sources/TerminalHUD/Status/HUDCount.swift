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
    package var isFailure: Bool { kind == .failed || kind == .broken }
}
