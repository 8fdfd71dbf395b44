package import FoundationEssentials

/// The state of a page on the shelf.
package enum PageState: String, Sendable, Hashable, CaseIterable, Codable {
    /// The reader has not finished the page.
    case unfinished
    /// The reader wants to read the page later, perhaps not before a date.
    case later
    /// The page was read to its end, or the reader has marked it as finished.
    case finished
}

/// The reader's decision about a page.
package struct PageMark: Sendable, Hashable {
    /// The state that was chosen.
    package var state: PageState
    /// The time before which a page in ``PageState/later`` is not listed as unfinished; nil for no date.
    package var until: Date?

    /// Creates a page mark.
    ///
    /// - Parameters:
    ///   - state: The state that was chosen.
    ///   - until: The time before which the page is not listed as unfinished; it counts only for ``PageState/later``.
    package init(_ state: PageState, until: Date? = nil) {
        self.state = state
        self.until = state == .later ? until : nil
    }

    /// Returns the state at a time: a page that is due counts as unfinished.
    ///
    /// - Parameter now: The current time.
    /// - Returns: The state.
    package func state(at now: Date) -> PageState { isDue(at: now) ? .unfinished : state }

    /// Returns true if the date of a page in ``PageState/later`` has passed.
    ///
    /// - Parameter now: The current time.
    /// - Returns: True if the page is due.
    package func isDue(at now: Date) -> Bool { state == .later && until.map { $0 <= now } == true }
}
