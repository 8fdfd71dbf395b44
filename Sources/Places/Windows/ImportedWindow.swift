import FoundationEssentials
import Syntax

/// A window in a file of another program, which becomes one window set, or several if it has many tabs.
struct ImportedWindow {
    private let browser: String
    /// The tabs that have been added.
    private(set) var tabs: [WindowTab] = []
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
    ///   - address: The address.
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
            isActive: isActive && !tabs.contains(where: \.isActive), isSleeping: isSleeping, snapshot: snapshot)
        tabs.append(tab)
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

    /// Returns the window sets of the window; none if it has no tab.
    ///
    /// - Parameters:
    ///   - title: The title; empty for that of the active tab.
    ///   - storedAt: The time at which the other program stored the window; nil if it is not known.
    ///   - request: A text that identifies the window in the file. The same window imported again stores nothing; with
    ///     another time or other tabs, it is another one.
    ///   - group: Returns the group of an id in the file; nil if the file does not describe it.
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
            let origin = "\(request)-\(storedAt.map { RFC3339.string($0) } ?? "")-\(set.tabs.fingerprint)"
            return WindowSetAddition(set: set, request: start == 0 ? origin : "\(origin)-\(start)", storedAt: storedAt)
        }
    }
}

extension JSONValue {
    /// True if the value says something: it is not null, false, 0 or empty.
    var isSubstantial: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .number(let value): value != 0
        case .string(let value): !value.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        }
    }
}

extension ImportLosses {
    /// Counts the members of an object that a reader does not know.
    ///
    /// - Parameters:
    ///   - value: The object; other values have no members.
    ///   - known: The keys that the reader uses, or counts in another way.
    ///   - what: The kind of data in the plural.
    mutating func add(unknownMembersOf value: JSONValue, except known: Set<String>, as what: String) {
        let unknown = (value.object ?? [:]).filter { !known.contains($0.key) && $0.value.isSubstantial }
        add(what, unknown.count)
    }

    /// Counts a member of an object if it says something.
    ///
    /// - Parameters:
    ///   - value: The member; nil if there is none.
    ///   - what: The kind of data in the plural.
    mutating func add(_ value: JSONValue?, as what: String) {
        if value?.isSubstantial == true { add(what) }
    }
}
