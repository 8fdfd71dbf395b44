import FoundationEssentials
import Syntax

/// A window in a file of another program, which becomes one window set, or several if it has many tabs.
struct ImportedWindow {
    private let browser: String
    /// The tabs that have been added.
    private(set) var tabs: [WindowTab] = []
    /// True if one of the tabs is in front.
    private var hasActiveTab = false
    /// The file's ids of the groups, in the order of their first tabs.
    private var groupIDs: [String] = []
    /// The file's ids of the groups beyond the maximum number, whose tabs belong to no group.
    private(set) var excessGroupIDs: Set<String> = []

    /// Creates a window without tabs.
    ///
    /// - Parameter browser: The name of the browser or of the program.
    init(browser: String) { self.browser = browser }

    /// Adds a tab after the others.
    ///
    /// - Parameters:
    ///   - address: The address as the file has it.
    ///   - title: The title of the page; empty if it is not known.
    ///   - isPinned: True if the tab is pinned.
    ///   - group: The file's id of its group; nil if it belongs to none.
    ///   - isActive: True if the tab is in front; only the first one is.
    ///   - isSleeping: True if the browser had not loaded the page.
    ///   - snapshot: The place in the page; nil if it is not known.
    /// - Throws: ``WindowSetError/invalid(_:)`` for an address that is not one, or runs a script.
    mutating func append(
        address: String, title: String, isPinned: Bool, group: String?, isActive: Bool, isSleeping: Bool = false,
        snapshot: PageSnapshot? = nil
    ) throws(WindowSetError) {
        let tab = try WindowTab(
            address: address, title: title, isPinned: isPinned, group: group.flatMap { index(ofGroup: $0) },
            isActive: isActive && !hasActiveTab, isSleeping: isSleeping, snapshot: snapshot)
        tabs.append(tab)
        if isActive { hasActiveTab = true }
    }

    private mutating func index(ofGroup id: String) -> Int? {
        if let index = groupIDs.firstIndex(of: id) { return index }
        guard groupIDs.count < WindowSet.maximumGroupCount else {
            excessGroupIDs.insert(id)
            return nil
        }
        groupIDs.append(id)
        return groupIDs.count - 1
    }

    /// Returns a text that identifies a window of a session that was stored at a time.
    ///
    /// - Parameters:
    ///   - name: A text that identifies the window in the file.
    ///   - storedAt: The time at which the other program stored the window; nil if it is not known.
    /// - Returns: The text; a session that was stored again is another one.
    static func request(_ name: String, storedAt: Date?) -> String {
        "\(name)-\(storedAt.map { RFC3339.string($0) } ?? "")"
    }

    /// Divides the window into window sets.
    ///
    /// - Parameters:
    ///   - title: The title; empty for that of the active tab.
    ///   - storedAt: The time at which the other program stored the window; nil if it is not known.
    ///   - request: A text that identifies the window in the file. The same window imported again stores nothing; with
    ///     other tabs, it is another one.
    ///   - group: Returns the group of an id in the file; nil if the file does not describe it.
    /// - Returns: The window sets; none if the window has no tab.
    func additions(
        title: String, storedAt: Date?, request: String, group: (String) -> TabGroup?
    ) -> [WindowSetAddition] {
        let groups = groupIDs.map { group($0) ?? TabGroup(title: "", color: "", isCollapsed: false) }
        return stride(from: 0, to: tabs.count, by: WindowSet.maximumTabCount).compactMap { start in
            let part = Array(tabs[start..<min(start + WindowSet.maximumTabCount, tabs.count)])
            // The limits hold, so this never fails.
            guard let set = try? WindowSet(title: title, browser: browser, groups: groups, tabs: part) else {
                return nil
            }
            let origin = "\(request)-\(set.tabs.fingerprint)"
            return WindowSetAddition(set: set, request: start == 0 ? origin : "\(origin)-\(start)", storedAt: storedAt)
        }
    }
}
