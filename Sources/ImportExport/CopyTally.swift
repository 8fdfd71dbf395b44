package import PageCopies

/// The numbers of copies that an import added or refused.
package struct CopyTally: Sendable, Hashable {
    /// The number of copies that were added.
    package var added = 0
    /// The numbers of copies that were not added, by the reason.
    package var refused: [CopyRefusal: Int] = [:]

    /// Creates a tally of zeros.
    package init() {}

    /// Counts a copy.
    ///
    /// - Parameter outcome: The result of adding it.
    package mutating func count(_ outcome: CopyOutcome) {
        switch outcome {
        case .stored: added += 1
        case .refused(let reason): refused[reason, default: 0] += 1
        }
    }

    /// Adds the numbers of another tally.
    ///
    /// - Parameter other: The tally of other copies.
    package mutating func add(_ other: CopyTally) {
        added += other.added
        refused.merge(other.refused) { $0 + $1 }
    }

    /// The number of copies that were not added.
    package var refusedCount: Int { refused.values.reduce(0, +) }

    /// One line for each reason, with the number of copies.
    package var omissions: [String] {
        refused.map { reason, count in
            let copies = count == 1 ? "1 copy is" : "\(count) copies are"
            let advice =
                switch reason {
                case .budgetUsedUp: "; enlarge it on the settings page, and import the file again"
                case .excludedHost, .otherPage, .damagedPlace: ""
                }
            return "\(copies) not imported: \(reason.reason)\(advice)"
        }.sorted()
    }
}
