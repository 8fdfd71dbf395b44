import FoundationEssentials
import Places
import Syntax

/// The places in the tabs of windows, one by one: those of pages that were scrolled.
///
/// The other tabs would become places at the top of their pages, which say nothing about what was read.
struct WindowPlaces: Sendable {
    /// The tabs that have not been read, the next one last.
    private var tabs: [WindowTab]
    /// One line for each tab that cannot be read, and one for the tabs without a place.
    private(set) var omissions: [String]
    /// The number of tabs that cannot be read.
    let unreadableCount: Int
    /// The data in the file that Leftoff has no counterpart for; a place has no pin and is in no group.
    private(set) var losses: ImportLosses

    private var dates: ImportDates
    private var topCount = 0
    private var isFinished = false

    /// Creates the places of windows.
    ///
    /// - Parameters:
    ///   - windows: The windows of a file, whose tabs are read in its order.
    ///   - now: The current time, after which no tab can have been used; nil if it is not known.
    init(_ windows: WindowSetImport, now: Date? = nil) {
        tabs = windows.additions.flatMap(\.set.tabs).reversed()
        (omissions, unreadableCount, losses) = (windows.omissions, windows.unreadableCount, windows.losses)
        dates = ImportDates(now: now)
        for set in windows.additions.map(\.set) {
            losses.add("pins of tabs", set.tabs.count(where: \.isPinned))
            losses.add("tab groups", set.groups.count)
        }
    }

    /// Returns the next place; nil at the end.
    mutating func next() -> ImportedPlace? {
        while let tab = tabs.popLast() {
            guard let snapshot = tab.snapshot, !snapshot.isAtUntouchedTop else {
                topCount += 1
                continue
            }
            return dates.checked(
                ImportedPlace(kind: .scrolled, snapshot: snapshot, metadata: SnapshotMetadata()))
        }
        guard !isFinished else { return nil }
        isFinished = true
        if topCount > 0 {
            let tabs = topCount == 1 ? "1 tab is" : "\(topCount) tabs are"
            omissions.append("\(tabs) not imported as a place: nothing says how far the page was read")
        }
        if let omission = dates.omission { omissions.append(omission) }
        return nil
    }
}
