import FoundationEssentials
import Places
import Syntax

/// The places in the tabs of windows, one by one: those of pages that were scrolled.
struct WindowPlaces: Sendable {
    /// The tabs that have not been read, the next one last.
    private var tabs: [WindowTab]
    /// One line for each tab that cannot be read, and one for the tabs without a place.
    private(set) var omissions: [String]
    /// The number of tabs that cannot be read.
    let unreadableCount: Int
    /// What the file contains and Leftoff has no counterpart for.
    let losses: ImportLosses

    /// Creates the places of windows.
    init(_ windows: WindowSetImport) {
        tabs = windows.additions.flatMap(\.set.tabs).reversed()
        (omissions, unreadableCount, losses) = (windows.omissions, windows.omissions.count, windows.losses)
    }

    /// Returns the next place; nil at the end.
    mutating func next() -> ImportedPlace? { nil }
}
