package import Syntax
package import WHATWGURL

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
    static let maximumGroupCount = 100
    /// The maximum size of a set's JSON, in bytes: enough for the largest number of tabs with the largest snapshots.
    package static let maximumByteCount = 40 << 20
    /// The maximum length of a title, in characters.
    private static let maximumTitleLength = 300

    /// The title, never empty.
    package private(set) var title: String
    /// The name of the browser that the window belonged to; empty if it is not known.
    package let browser: String
    /// The groups, in the order of their first tabs.
    package let groups: [TabGroup]
    /// The tabs in order, of which at most one is active; at least one.
    package private(set) var tabs: [WindowTab]

    /// Creates a window set; without a title, it gets that of the active tab.
    ///
    /// - Throws: ``WindowSetError/invalid(_:)`` if there is no tab, or too many tabs or groups.
    package init(title: String, browser: String, groups: [TabGroup], tabs: [WindowTab]) throws(WindowSetError) {
        guard !tabs.isEmpty else { throw .invalid("a window must have at least one tab") }
        guard tabs.count <= Self.maximumTabCount else {
            throw .invalid("a window has at most \(Self.maximumTabCount) tabs, not \(tabs.count)")
        }
        guard groups.count <= Self.maximumGroupCount else {
            throw .invalid("a window has at most \(Self.maximumGroupCount) groups, not \(groups.count)")
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
            throw .invalid("a window has at most \(maximumTabCount) tabs, not \(list.count)")
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

    /// Removes the places in frames, so that the places are those of the pages around them.
    ///
    /// - Parameter isExcluded: Returns true if the frame of a snapshot must not be captured.
    package mutating func removeFrames(where isExcluded: (PageSnapshot) -> Bool) {
        for (index, tab) in tabs.enumerated() {
            guard let snapshot = tab.snapshot, isExcluded(snapshot) else { continue }
            tabs[index] = tab.with(try? snapshot.withoutFrame())
        }
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

/// A tab of a window set.
package struct WindowTab: Sendable, Hashable {
    /// The maximum length of an address, in bytes.
    static let maximumURLByteCount = 64 * 1024
    /// The maximum length of a title, in characters.
    private static let maximumTitleLength = 1000

    /// The address that the tab shows, of any scheme but `javascript`; it contains no user name and no password.
    ///
    /// The extension opens only addresses of the web, and shows the text of others. A file of someone else can contain
    /// any address.
    package let url: WebURL
    /// The title of the page; empty if it is not known.
    package let title: String
    /// True if the tab is pinned.
    package let isPinned: Bool
    /// The index of the tab's group in ``WindowSet/groups``; nil if it belongs to none.
    package let group: Int?
    /// True if the tab was the one in front.
    package let isActive: Bool
    /// True if the browser had not loaded the page, so that no snapshot could be made.
    package let isSleeping: Bool
    /// The place in the page; nil if the page could not be captured.
    package let snapshot: PageSnapshot?
    /// The id of a stored place on the same page, which is used if there is no snapshot.
    package let placeID: String?

    /// Creates a tab without the user name and the password of its address, and with the first characters of its title.
    ///
    /// - Throws: ``WindowSetError/invalid(_:)`` for an address that is not one, or runs a script.
    package init(
        address: String, title: String, isPinned: Bool = false, group: Int? = nil, isActive: Bool = false,
        isSleeping: Bool = false, snapshot: PageSnapshot? = nil, placeID: String? = nil
    ) throws(WindowSetError) {
        guard address.utf8.count <= Self.maximumURLByteCount else {
            throw .invalid("the address has more than \(Self.maximumURLByteCount) bytes")
        }
        guard let url = WebURL(address) else { throw .invalid("not an address: \(JSONValue.string(address).excerpt)") }
        guard url.scheme != "javascript" else { throw .invalid("the address is a script") }
        self.init(
            url: url.hasCredentials ? url.withoutCredentials() : url,
            title: Self.line(title, maximumLength: Self.maximumTitleLength), isPinned: isPinned, group: group,
            isActive: isActive, isSleeping: isSleeping, snapshot: snapshot, placeID: placeID)
    }

    /// Creates the tab that a JSON object describes.
    ///
    /// - Parameters:
    ///   - value: An object with the key `url`; all other keys are optional.
    ///   - groupCount: The number of groups of the set.
    ///   - onOmission: Called with the reason if the snapshot is malformed; the tab then has none.
    /// - Throws: ``WindowSetError/invalid(_:)``.
    init(value: JSONValue, groupCount: Int, onOmission: (String) -> Void) throws(WindowSetError) {
        guard value.object != nil else { throw .invalid("expected an object, found \(value.kindName)") }
        guard let address = try value.member("url", \.string) else { throw .invalid("\"url\" is missing") }
        guard value["incognito"]?.bool != true else { throw .invalid("private tabs are never stored") }
        var snapshot: PageSnapshot?
        if let captured = try value.nullableMember("snapshot", \.object) {
            do throws(SnapshotError) {
                // A number out of range must not cost the place in a tab that is about to be closed.
                snapshot = try PageSnapshot(
                    value: .object(captured), limit: PageSnapshot.maximumByteCount)
            } catch {
                onOmission(error.reason)
            }
        }
        let group = try value.nullableMember("group", \.integer)
        guard group ?? 0 >= 0 else { throw .invalid("\"group\" must not be negative") }
        let place = try value.nullableMember("place", \.string)
        try self.init(
            address: address, title: try value.member("title", \.string) ?? "",
            isPinned: try value.member("pinned", \.bool) ?? false, group: group.flatMap { $0 < groupCount ? $0 : nil },
            isActive: try value.member("active", \.bool) ?? false,
            isSleeping: try value.member("sleeping", \.bool) ?? false, snapshot: snapshot,
            placeID: place.flatMap { $0.utf8.count <= 64 ? $0 : nil })
    }

    /// The tab with its address only, without the title and the place in the page.
    var withoutPlace: WindowTab {
        WindowTab(
            url: url, title: "", isPinned: isPinned, group: group, isActive: isActive, isSleeping: isSleeping,
            snapshot: nil, placeID: nil)
    }

    /// Returns the tab with another place.
    fileprivate func with(_ snapshot: PageSnapshot?) -> WindowTab {
        WindowTab(
            url: url, title: title, isPinned: isPinned, group: group, isActive: isActive, isSleeping: isSleeping,
            snapshot: snapshot, placeID: placeID)
    }

    private init(
        url: WebURL, title: String, isPinned: Bool, group: Int?, isActive: Bool, isSleeping: Bool,
        snapshot: PageSnapshot?, placeID: String?
    ) {
        self.url = url
        self.title = title
        self.isPinned = isPinned
        self.group = group
        self.isActive = isActive
        self.isSleeping = isSleeping
        self.snapshot = snapshot
        self.placeID = placeID
    }

    /// Returns a text as one line: without control characters, and with single spaces.
    ///
    /// - Parameters:
    ///   - text: The text of a page or of a browser.
    ///   - maximumLength: The number of characters to keep.
    /// - Returns: The line.
    static func line(_ text: String, maximumLength: Int) -> String {
        // Each word has a character of its own, so that no more words are needed. A file may have millions.
        let words = text.unicodeScalars.split(maxSplits: maximumLength + 1) { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.properties.isWhitespace
        }.prefix(maximumLength + 1)
        return String(words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ").prefix(maximumLength))
    }
}

extension [WindowTab] {
    /// A text that differs for tabs with other addresses or titles, by which an import recognizes known windows.
    var fingerprint: String {
        let text = map { "\($0.url.href)\n\($0.title)" }.joined(separator: "\n")
        var hash = FNVHash()
        hash.add(text.utf8)
        return "\(text.utf8.count)-\(hash.value)"
    }
}

/// A group of tabs in a window set.
package struct TabGroup: Sendable, Hashable {
    /// The maximum length of a title, in characters.
    private static let maximumTitleLength = 200

    /// The title; empty if the group has none.
    package let title: String
    /// The name of the color, such as `blue`; empty if it is not known.
    private let color: String
    /// True if the tabs of the group are hidden.
    private let isCollapsed: Bool

    /// Creates a group with the first characters of a title.
    ///
    /// A color is ignored unless it consists of a few letters from a to z.
    init(title: String, color: String, isCollapsed: Bool) {
        self.title = WindowTab.line(title, maximumLength: Self.maximumTitleLength)
        let isName = color.utf8.count <= 20 && color.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= $0 }
        self.color = isName ? color : ""
        self.isCollapsed = isCollapsed
    }

    /// Creates the group that a JSON object describes.
    ///
    /// - Parameter value: An object with the keys `title`, `color` and `collapsed`, all of which are optional.
    /// - Throws: ``WindowSetError/invalid(_:)`` for a value of the wrong type.
    package init(value: JSONValue) throws(WindowSetError) {
        guard value.object != nil else { throw .invalid("a group is \(value.kindName) instead of an object") }
        self.init(
            title: try value.member("title", \.string) ?? "", color: try value.member("color", \.string) ?? "",
            isCollapsed: try value.member("collapsed", \.bool) ?? false)
    }

    /// The group as a JSON object.
    package var json: JSONValue {
        ["title": .string(title), "color": .string(color), "collapsed": .bool(isCollapsed)]
    }
}

/// The reason why a window set cannot be read, stored or found.
package enum WindowSetError: Error, Hashable, CustomStringConvertible {
    /// The data is not JSON, or is larger than ``WindowSet/maximumByteCount``.
    case unreadable(JSONError)
    /// A value is missing, malformed or over a limit.
    case invalid(String)
    /// The file has none of the formats that ``WindowSetImport`` reads.
    case unknownFormat
    /// No window set has this id, or an id with this prefix.
    case notFound(String)
    /// Several ids begin with this prefix; `count` is their number.
    case ambiguous(String, count: Int)

    /// The error on one line.
    package var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .invalid(let reason): reason
        case .unknownFormat:
            "no list of OneTab (ADDRESS | TITLE), no JSON file of Tab Session Manager or Session Buddy, and no session "
                + "of Firefox"
        case .notFound("@"): "window @: no window is set aside"
        case .notFound(let id): "window \(UnreadableRecord.quoted(id)): no window has this id"
        case .ambiguous(let id, let count):
            "window \(UnreadableRecord.quoted(id)): \(count) ids begin with these characters; enter more of them"
        }
    }
}

extension JSONValue {
    /// Returns the value of an optional key of a window set.
    ///
    /// - Parameters:
    ///   - key: The key in this object.
    ///   - type: The property that returns a value of the expected type.
    /// - Returns: The value; nil if the key is missing.
    /// - Throws: ``WindowSetError/invalid(_:)`` if the value has another type, even if it is null.
    func member<Value>(_ key: String, _ type: KeyPath<JSONValue, Value?>) throws(WindowSetError) -> Value? {
        guard let member = self[key] else { return nil }
        guard let value = member[keyPath: type] else {
            throw .invalid("\"\(key)\" must not be \(member.kindName)")
        }
        return value
    }

    /// Returns the value of an optional key of a window set, of which null means that there is none.
    ///
    /// - Parameters:
    ///   - key: The key in this object.
    ///   - type: The property that returns a value of the expected type.
    /// - Returns: The value; nil if the key is missing or null.
    /// - Throws: ``WindowSetError/invalid(_:)`` if the value has another type.
    func nullableMember<Value>(_ key: String, _ type: KeyPath<JSONValue, Value?>) throws(WindowSetError) -> Value? {
        self[key]?.isNull == true ? nil : try member(key, type)
    }
}
