package import JSON
import WHATWGURL

/// The tabs of one browser window, in order, with their groups.
///
/// ```swift
/// let json = #"{"browser": "Firefox", "tabs": [{"url": "https://example.org/", "title": "Foxes", "active": true}]}"#
/// let document = try JSONValue(json: json.utf8, limit: WindowSet.maximumByteCount)
/// let (set, omissions) = try WindowSet.read(document)
/// print(set.title)  // Foxes
/// print(set.tabs.count, omissions.count)  // 1 0
/// ```
package struct WindowSet: Sendable, Hashable {
    /// The maximum number of tabs.
    package static let maximumTabCount = 500
    /// The maximum number of groups.
    package static let maximumGroupCount = 100
    /// The maximum size of a set's JSON, in bytes: enough for the largest number of tabs with the largest snapshots.
    package static let maximumByteCount = 40 << 20
    /// The maximum length of a title, in characters.
    package static let maximumTitleLength = 300

    /// The title, never empty.
    package private(set) var title: String
    /// The name of the browser that the window belonged to; empty if it is not known.
    package let browser: String
    /// The groups, in the order of their first tabs.
    package let groups: [TabGroup]
    /// The tabs in order, of which at most one is active; at least one.
    package private(set) var tabs: [WindowTab]

    /// Creates a window set.
    ///
    /// - Parameters:
    ///   - title: The title; if it is empty, that of the active tab is used.
    ///   - browser: The name of the browser.
    ///   - groups: The groups, to which tabs refer by index.
    ///   - tabs: The tabs in order.
    /// - Throws: ``WindowSetError/invalid(_:)`` if there is no tab, or too many tabs or groups.
    package init(title: String, browser: String, groups: [TabGroup], tabs: [WindowTab]) throws(WindowSetError) {
        guard !tabs.isEmpty else { throw .invalid("a window set must have at least one tab") }
        guard tabs.count <= Self.maximumTabCount else {
            throw .invalid("a window set has at most \(Self.maximumTabCount) tabs, not \(tabs.count)")
        }
        guard groups.count <= Self.maximumGroupCount else {
            throw .invalid("a window set has at most \(Self.maximumGroupCount) groups, not \(groups.count)")
        }
        guard tabs.count(where: \.isActive) <= 1 else { throw .invalid("only one tab can be active") }
        self.title = Self.title(title) ?? Self.defaultTitle(tabs)
        self.browser = WindowTab.line(browser, maximumLength: 40)
        self.groups = groups
        self.tabs = tabs
    }

    /// Reads a window set.
    ///
    /// - Parameters:
    ///   - value: An object with the keys `title`, `browser`, `groups` and `tabs`, of which only `tabs` is required.
    ///   - isNew: False for a set of a backup, of which malformed tabs and groups are left out.
    /// - Returns: The set, and one line for each tab whose snapshot is malformed and was left out.
    /// - Throws: ``WindowSetError/invalid(_:)`` with the number of the tab; also for a value of the wrong type.
    package static func read(
        _ value: JSONValue, isNew: Bool = true
    ) throws(WindowSetError) -> (set: WindowSet, omissions: [String]) {
        guard value.object != nil else { throw .invalid("expected a JSON object, found \(value.kindName)") }
        guard value["incognito"]?.bool != true else { throw .invalid("private windows are never stored") }
        guard let list = try value.member("tabs", \.array) else { throw .invalid("\"tabs\" is missing") }
        // The limit is checked before the work.
        guard list.count <= maximumTabCount else {
            throw .invalid("a window set has at most \(maximumTabCount) tabs, not \(list.count)")
        }
        var groups: [TabGroup] = []
        var tabs: [WindowTab] = []
        var omissions: [String] = []
        for (index, group) in (try value.member("groups", \.array) ?? []).enumerated() {
            do throws(WindowSetError) { groups.append(try TabGroup(value: group)) } catch {
                if isNew { throw error }
                omissions.append("group \(index + 1): left out: \(error)")
                // The tabs refer to the other groups by their indexes.
                groups.append(TabGroup(title: "", color: "", isCollapsed: false))
            }
        }
        for (index, tab) in list.enumerated() {
            do throws(WindowSetError) {
                tabs.append(
                    try WindowTab(value: tab, groupCount: groups.count) {
                        omissions.append("tab \(index + 1): the place was left out: \($0)")
                    })
            } catch {
                if isNew { throw .invalid("tab \(index + 1): \(error)") }
                omissions.append("tab \(index + 1): left out: \(error)")
            }
        }
        let set = try WindowSet(
            title: try value.member("title", \.string) ?? "", browser: try value.member("browser", \.string) ?? "",
            groups: groups, tabs: tabs)
        return (set, omissions)
    }

    /// Removes what tells more of a page than its address: the title and the place.
    ///
    /// - Parameter reason: Returns the reason for which a tab's page must not be captured; nil if it may be.
    /// - Returns: One line for each tab that was changed.
    package mutating func withholdPlaces(for reason: (WindowTab) -> String?) -> [String] {
        var lines: [String] = []
        for (index, tab) in tabs.enumerated() {
            guard let reason = reason(tab) else { continue }
            lines.append("tab \(index + 1): the place was left out: \(reason)")
            tabs[index] = tab.withoutPlace
            // A window is named after the tab in front.
            if title == Self.title(tab.title) { title = Self.defaultTitle(tabs) }
        }
        return lines
    }

    /// Returns a title as one line.
    ///
    /// - Parameter text: The text that a user entered.
    /// - Returns: The line; nil if nothing is left of the text.
    package static func title(_ text: String) -> String? {
        let line = WindowTab.line(text, maximumLength: maximumTitleLength)
        return line.isEmpty ? nil : line
    }

    private static func defaultTitle(_ tabs: [WindowTab]) -> String {
        let front = tabs.first(where: \.isActive) ?? tabs[0]
        return title(front.title) ?? title(front.url.href) ?? "Window"
    }
}
