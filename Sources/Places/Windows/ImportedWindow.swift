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

    /// The maximum length of an id of another program, in bytes; a longer one is replaced by a hash.
    ///
    /// Programs write ids of 36 characters, and older ones have only the name of a session. The id is kept for each
    /// window.
    private static let maximumIDLength = 256

    /// Returns the id of a session or a window within the limit.
    ///
    /// - Parameter text: The id or the name in the file.
    /// - Returns: The text, or a hash of one that is too long to be kept for each window.
    static func id(_ text: String) -> String {
        guard text.utf8.count > maximumIDLength else { return text }
        var hash = FNVHash()
        hash.add(text.utf8)
        return "\(text.utf8.count)-\(hash.value)"
    }

    /// Returns the groups in a list by their ids, of which the first one counts.
    ///
    /// - Parameters:
    ///   - list: The list of a file; nil counts as empty.
    ///   - titleKey: The key of a group's title.
    /// - Returns: The groups; none for a value that is no list.
    static func groups(in list: JSONValue?, titleKey: String = "title") -> [String: TabGroup] {
        var groups: [String: TabGroup] = [:]
        for group in list?.array ?? [] {
            guard let id = group["id"]?.string ?? group["id"]?.integer.map({ "\($0)" }), groups[id] == nil else {
                continue
            }
            groups[id] = TabGroup(
                title: group[titleKey]?.string ?? "", color: group["color"]?.string ?? "",
                isCollapsed: group["collapsed"]?.bool ?? false)
        }
        return groups
    }

    /// Returns a text that identifies a window of a session that was stored at a time.
    ///
    /// - Parameters:
    ///   - name: A text that identifies the window in the file; see ``id(_:)``.
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
    ///   - described: The groups that the file describes, by their ids.
    /// - Returns: The window sets; none if the window has no tab.
    func additions(
        title: String, storedAt: Date?, request: String, groups described: [String: TabGroup]
    ) -> [WindowSetAddition] {
        let groups = groupIDs.map { described[$0] ?? TabGroup(title: "", color: "", isCollapsed: false) }
        // A long title is read once, and not again for each window set.
        let title = WindowSet.title(title) ?? ""
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
