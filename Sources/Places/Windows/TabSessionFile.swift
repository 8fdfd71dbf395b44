import FoundationEssentials
package import Syntax
import WHATWGURL

/// The sessions in a JSON file of Tab Session Manager, each window of which becomes a window set.
///
/// The file is an array of sessions. A session's `windows` is an object of windows, and each of these an object of tabs
/// as the browser's interface for extensions describes them.
package struct TabSessionFile {
    private(set) var additions: [WindowSetAddition] = []
    private(set) var omissions = WindowOmissions()
    private(set) var losses = ImportLosses()

    /// Returns true if a document has sessions of Tab Session Manager.
    ///
    /// - Parameter document: The document, or a part of it with its keys and the first elements of its arrays.
    /// - Returns: False if it has another format.
    package static func matches(_ document: JSONValue) -> Bool {
        document.array?.contains { $0["windows"]?.object != nil } ?? false
    }

    /// Reads a file.
    ///
    /// - Parameter value: The content of the file.
    /// - Throws: ``WindowSetError``.
    init(_ value: JSONValue) throws(WindowSetError) {
        guard Self.matches(value), let sessions = value.array else { throw .unknownFormat }
        for (index, session) in sessions.enumerated() { add(session, number: index + 1) }
        guard !additions.isEmpty else { throw .invalid("the file contains no tab that can be opened") }
    }

    private mutating func add(_ session: JSONValue, number: Int) {
        guard let members = session["windows"]?.object else {
            omissions.append("session \(number): it has no windows")
            return
        }
        countLosses(of: session)
        let groups = ImportedWindow.groups(in: session["tabGroups"])
        // Both are repeated in each window, so their limits are applied once.
        let name = WindowSet.title(session["name"]?.string ?? "") ?? ""
        let id = ImportedWindow.id(session["id"]?.string ?? session["name"]?.string ?? "")
        let windows = members.sorted { Self.precedes($0.key, $1.key) }
        let storedAt = Self.time(session["date"])
        if storedAt == nil, let date = session["date"], !date.isNull {
            omissions.append(
                "session \(number): its date was left out, because it has an unknown form: \(date.excerpt)",
                isUnreadable: false)
        }
        for (index, window) in windows.enumerated() {
            let subject = windows.count == 1 ? "session \(number)" : "session \(number), window \(index + 1)"
            let details = session["windowsInfo"]?[window.key] ?? .null
            guard details["incognito"]?.bool != true else {
                omissions.append("\(subject): private windows are not imported")
                continue
            }
            if Self.layoutKeys.contains(where: { details[$0]?.isSubstantial == true }) { losses.add("window layouts") }
            losses.add(
                unknownMembersOf: details, except: Self.windowKeys.union(Self.layoutKeys), as: Self.unknownFields)
            let title = windows.count == 1 ? name : "\(name) (\(index + 1))"
            let tabs = (window.value.object ?? [:]).values.sorted {
                ($0["index"]?.number ?? .infinity) < ($1["index"]?.number ?? .infinity)
            }
            add(
                tabs, of: groups, title: name.isEmpty ? "" : title, storedAt: storedAt,
                request: ImportedWindow.request(
                    "tab-session-manager-\(id)-\(ImportedWindow.id(window.key))", storedAt: storedAt),
                subject: subject)
        }
    }

    private mutating func add(
        _ entries: [JSONValue], of groups: [String: TabGroup], title: String, storedAt: Date?, request: String,
        subject: String
    ) {
        var window = ImportedWindow(browser: "Tab Session Manager")
        for (index, entry) in entries.enumerated() {
            let subject = "\(subject), tab \(index + 1)"
            guard entry["incognito"]?.bool != true else {
                omissions.append("\(subject): private tabs are not imported")
                continue
            }
            countLosses(ofTab: entry)
            do throws(WindowSetError) {
                try window.append(
                    address: Self.address(entry["url"]?.string ?? ""), title: entry["title"]?.string ?? "",
                    isPinned: entry["pinned"]?.bool ?? false,
                    group: entry["groupId"]?.integer.flatMap { $0 < 0 ? nil : "\($0)" },
                    isActive: entry["active"]?.bool ?? false, isSleeping: entry["discarded"]?.bool ?? false)
            } catch {
                omissions.append("\(subject): \(error)")
            }
        }
        losses.add("tab groups", window.excessGroupIDs.count)
        // A session of the same name or id with other tabs is another one.
        additions += window.additions(title: title, storedAt: storedAt, request: request, groups: groups)
    }

    /// Counts what a session has beside its windows.
    private mutating func countLosses(of session: JSONValue) {
        losses.add("tags of sessions", session["tag"]?.array?.count ?? 0)
        if session["lastEditedTime"] != session["date"] {
            losses.add(session["lastEditedTime"], as: "modification dates")
        }
        losses.add(unknownMembersOf: session, except: Self.sessionKeys, as: Self.unknownFields)
    }

    /// Counts what a tab has beside its page.
    private mutating func countLosses(ofTab tab: JSONValue) {
        losses.add(tab["favIconUrl"], as: "icons")
        if tab["mutedInfo"]?["muted"]?.bool == true { losses.add("mute states") }
        if let store = tab["cookieStoreId"]?.string, !Self.standardStores.contains(store) {
            losses.add("containers of tabs")
        }
        losses.add(tab["lastAccessed"], as: "times of visits")
        losses.add(tab["isInReaderMode"], as: "reader views")
        losses.add(tab["hidden"], as: "hidden states")
        losses.add(unknownMembersOf: tab, except: Self.tabKeys, as: Self.unknownFields)
    }

    /// Returns the address of a page that Tab Session Manager had not loaded yet.
    ///
    /// It shows a page of its own instead, `replaced/index.html`, whose query contains the address.
    private static func address(_ address: String) -> String {
        guard let url = WebURL(address), url.scheme.hasSuffix("-extension"),
            url.path == "/replaced/index.html" || url.path == "/replaced/replaced.html"
        else { return address }
        let value = (url.query ?? "").split(separator: "&").first { $0.hasPrefix("url=") }?.dropFirst("url=".count)
        return value.map { String(decoding: PercentEncoding.decode(Array($0.utf8)), as: UTF8.self).streamSafe }
            ?? address
    }

    /// Returns the time of a session: milliseconds since 1970, or a text before version 4.
    private static func time(_ value: JSONValue?) -> Date? {
        if let text = value?.string { return RFC3339.date(text) }
        return value?.number.flatMap(UnixTime.date)
    }

    /// Orders the keys of windows, which are the browser's numbers.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        if let first = Int(left), let second = Int(right) { return first < second }
        return left < right
    }

    private static let unknownFields = "unknown fields"
    /// The stores of cookies of tabs in no container, and of private tabs.
    private static let standardStores: Set<String> = ["", "firefox-default", "firefox-private", "0", "1"]
    /// The keys of a session that are read, counted, or have a meaning only for Tab Session Manager.
    private static let sessionKeys: Set<String> = [
        "windows", "windowsNumber", "windowsInfo", "tabsNumber", "name", "date", "lastEditedTime", "tag",
        "sessionStartTime", "id", "tabGroups",
    ]
    /// The keys that say where a window was on the screen.
    private static let layoutKeys: Set<String> = ["state", "top", "left", "width", "height", "type"]
    /// The keys of a window's details that are read, or have a meaning only for the browser.
    private static let windowKeys: Set<String> = [
        "id", "sessionId", "title", "tabs", "incognito", "focused", "alwaysOnTop",
    ]
    /// The keys of a tab that are read, counted, or have a meaning only for the browser.
    private static let tabKeys: Set<String> = [
        "id", "url", "title", "favIconUrl", "active", "pinned", "groupId", "discarded", "incognito", "mutedInfo",
        "cookieStoreId", "lastAccessed", "isInReaderMode", "hidden", "index", "windowId", "openerTabId", "status",
        "highlighted", "selected", "audible", "autoDiscardable", "attention", "frozen", "isArticle", "width", "height",
        "sessionId", "sharingState", "successorTabId", "pendingUrl", "splitViewId",
    ]
}
