import FoundationEssentials
package import Syntax
import WHATWGURL

/// The windows in a session of Firefox: the JSON of `recovery.jsonlz4`, `previous.jsonlz4` or `sessionstore.jsonlz4`.
///
/// A session has `windows` with `tabs`, each of which has the pages of its history in `entries`, the number of the
/// current one in `index`, and its scroll offsets in CSS pixels in `scroll.scroll`, such as `0,522`
/// (`session.schema.json`, `TabState.sys.mjs` and `TabGroupState.sys.mjs` in `browser/components/sessionstore` of
/// Firefox; `SessionStoreUtils::CollectScrollPosition`). At the top of a page, there are no offsets. A tab that is
/// scrolled gets a place with these offsets.
///
/// What pages have stored (forms, cookies, data of sites) is counted, but never read.
package struct FirefoxSessionFile {
    private(set) var additions: [WindowSetAddition] = []
    private(set) var omissions = WindowOmissions()
    private(set) var losses = ImportLosses()
    /// The time at which Firefox wrote the session; nil if it is not known.
    private let storedAt: Date?
    /// The last possible time of a place: a day from now, because clocks differ.
    private let latest: Date
    private var futurePlaceCount = 0

    /// Returns true if a document is a session of Firefox.
    ///
    /// - Parameter document: The document, or a part of it with its keys and the first elements of its arrays.
    /// - Returns: False if it has another format.
    package static func matches(_ document: JSONValue) -> Bool {
        guard document["windows"]?.array != nil else { return false }
        return document["_closedWindows"]?.array != nil || document["session"]?.object != nil
            || document["version"]?[0]?.string == "sessionrestore"
    }

    /// Reads a session.
    ///
    /// - Parameters:
    ///   - document: The whole document, for which ``matches(_:)`` returns true.
    ///   - now: The current time, after which no tab can have been used; nil if it is not known.
    /// - Throws: ``WindowSetError`` if it contains no tab that can be opened.
    init(_ document: JSONValue, now: Date?) throws(WindowSetError) {
        latest = now.map { $0 + 86_400 } ?? .distantFuture
        storedAt = Self.date(document["session"]?["lastUpdate"])
        for (index, window) in (document["windows"]?.array ?? []).enumerated() { add(window, number: index + 1) }
        if futurePlaceCount > 0 {
            let dates = futurePlaceCount == 1 ? "date of 1 place was" : "dates of \(futurePlaceCount) places were"
            omissions.append("the \(dates) left out: in the future", isUnreadable: false)
        }
        losses.add("closed windows", document["_closedWindows"]?.array?.count ?? 0)
        losses.add("saved tab groups", document["savedGroups"]?.array?.count ?? 0)
        losses.add("cookies (not read)", document["cookies"]?.array?.count ?? 0)
        losses.add(document["global"], as: "session settings")
        losses.add(unknownMembersOf: document, except: Self.documentKeys, as: "unknown fields")
        guard !additions.isEmpty else {
            throw .invalid("the session has no tab that can be opened\(omissions.first.map { ": \($0)" } ?? "")")
        }
    }

    private mutating func add(_ window: JSONValue, number: Int) {
        let subject = "window \(number)"
        guard window["isPrivate"]?.bool != true else {
            omissions.append("\(subject): private windows are not imported")
            return
        }
        var imported = ImportedWindow(browser: "Firefox")
        // The number of the tab in front counts from 1.
        let selected = window["selected"]?.integer
        for (index, tab) in (window["tabs"]?.array ?? []).enumerated() {
            add(
                tab, to: &imported, isActive: selected.map { $0 == index + 1 } ?? false,
                subject: "\(subject), tab \(index + 1)")
        }
        additions += imported.additions(
            title: window["title"]?.string ?? "", storedAt: storedAt, request: "firefox-session",
            groups: ImportedWindow.groups(in: window["groups"], titleKey: "name"))
        losses.add("tab groups", imported.excessGroupIDs.count)
        losses.add("closed tabs", window["_closedTabs"]?.array?.count ?? 0)
        losses.add("closed tab groups", window["closedGroups"]?.array?.count ?? 0)
        losses.add("split views", window["splitViews"]?.array?.count ?? 0)
        losses.add(window["extData"], as: "values of extensions")
        if Self.layoutKeys.contains(where: { window[$0]?.isSubstantial == true }) { losses.add("window layouts") }
        losses.add(unknownMembersOf: window, except: Self.windowKeys.union(Self.layoutKeys), as: "unknown fields")
    }

    private mutating func add(
        _ tab: JSONValue, to window: inout ImportedWindow, isActive: Bool, subject: String
    ) {
        guard tab["hidden"]?.bool != true else {
            losses.add("hidden tabs")
            return
        }
        countLosses(of: tab)
        let entries = tab["entries"]?.array ?? []
        guard !entries.isEmpty else {
            losses.add("empty tabs")
            return
        }
        losses.add("pages in the history of tabs", entries.count - 1)
        // The number of the current entry counts from 1; entries that Firefox does not keep count too.
        let entry = entries[min(max(tab["index"]?.integer ?? entries.count, 1), entries.count) - 1]
        countLosses(ofEntry: entry)
        let (url, title) = (entry["url"]?.string ?? "", entry["title"]?.string ?? "")
        let offsets = tab["scroll"]?["scroll"]?.string ?? entry["scroll"]?.string
        let article = Self.articleAddress(url)
        var snapshot: PageSnapshot?
        if article != nil {
            losses.add("scroll offsets in the reader view", offsets == nil ? 0 : 1)
        } else if let offsets {
            snapshot = place(url: url, title: title, offsets: offsets, of: tab, subject: subject)
        }
        if snapshot == nil, Self.date(tab["lastAccessed"]) != nil { losses.add("times of visits") }
        do throws(WindowSetError) {
            try window.append(
                address: article ?? url, title: title, isPinned: tab["pinned"]?.bool ?? false,
                group: tab["groupId"]?.string, isActive: isActive, snapshot: snapshot)
        } catch {
            omissions.append("\(subject): \(error)")
        }
    }

    /// Returns the place at the scroll offsets of a tab; nil at the top of the page and for a page of the browser.
    private mutating func place(
        url: String, title: String, offsets: String, of tab: JSONValue, subject: String
    ) -> PageSnapshot? {
        guard let (x, y) = Self.numbers(offsets) else {
            let excerpt = JSONValue.string(offsets).excerpt
            omissions.append(
                "\(subject): the place was left out: its offsets have an unknown form: \(excerpt)", isUnreadable: false)
            return nil
        }
        guard x != 0 || y != 0 else { return nil }
        guard let address = WebURL(url), address.isHTTP || address.scheme == "file" else {
            losses.add("scroll offsets in pages of the browser")
            return nil
        }
        var members: [String: JSONValue] = [
            "url": .string(url), "pageXOffset": .number(x), "pageYOffset": .number(y),
        ]
        if !title.isEmpty { members["title"] = .string(WindowTab.line(title, maximumLength: 1000)) }
        if let date = Self.date(tab["lastAccessed"]) {
            if date <= latest { members["capturedAt"] = .string(RFC3339.string(date)) } else { futurePlaceCount += 1 }
        }
        do throws(SnapshotError) {
            return try PageSnapshot(value: .object(members), limit: PageSnapshot.maximumByteCount)
        } catch {
            omissions.append("\(subject): the place was left out: \(error.reason)", isUnreadable: false)
            return nil
        }
    }

    /// Counts what a tab has beside its page and its place.
    private mutating func countLosses(of tab: JSONValue) {
        losses.add(tab["image"], as: "icons")
        losses.add(tab["formdata"], as: "forms (not read)")
        losses.add(tab["storage"], as: "stores of sites (not read)")
        if tab["userContextId"]?.number ?? 0 > 0 { losses.add("containers of tabs") }
        losses.add(tab["muted"], as: "mute states")
        losses.add(tab["extData"], as: "values of extensions")
        losses.add(tab["userTypedValue"], as: "typed texts")
        losses.add(tab["searchMode"], as: "search modes")
        losses.add(tab["attributes"], as: "tab attributes")
        let frames = tab["scroll"]?["children"]?.array ?? []
        losses.add("scroll offsets in frames", frames.count(where: \.isSubstantial))
        losses.add(unknownMembersOf: tab, except: Self.tabKeys, as: "unknown fields")
    }

    /// Counts what the current entry of a tab has beside its page and its place.
    private mutating func countLosses(ofEntry entry: JSONValue) {
        losses.add("frames", entry["children"]?.array?.count ?? 0)
        losses.add("states of elements", entry["presState"]?.array?.count ?? 0)
        losses.add(entry["structuredCloneState"], as: "states of pages")
    }

    /// Returns the two numbers of a text such as `0,522`; nil if it has another form.
    private static func numbers(_ text: String) -> (x: Double, y: Double)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]), x.isFinite, y.isFinite else {
            return nil
        }
        return (x, y)
    }

    /// Returns the address of the article that Firefox's reader view shows; nil for other addresses.
    ///
    /// Its scroll offsets are not those of the page.
    private static func articleAddress(_ address: String) -> String? {
        let start = "about:reader?"
        guard address.hasPrefix(start) else { return nil }
        let value = address.dropFirst(start.count).split(separator: "&").first { $0.hasPrefix("url=") }?.dropFirst(4)
        return value.map { String(decoding: PercentEncoding.decode(Array($0.utf8)), as: UTF8.self).streamSafe }
    }

    private static func date(_ value: JSONValue?) -> Date? { value?.number.flatMap(UnixTime.date) }

    /// The keys of a session that are read, counted, or only say how Firefox ran.
    private static let documentKeys: Set<String> = [
        "version", "windows", "_closedWindows", "savedGroups", "session", "global", "cookies", "selectedWindow",
        "browserConsole", "browserToolbox",
    ]
    /// The keys that say where a window was on the screen, and what it showed beside its page.
    private static let layoutKeys: Set<String> = [
        "width", "height", "screenX", "screenY", "sizemode", "sizemodeBeforeMinimized", "sidebar", "hidden", "isPopup",
        "workspaceID", "isTaskbarTab",
    ]
    /// The keys of a window that are read, counted, or have a meaning only for Firefox.
    private static let windowKeys: Set<String> = [
        "tabs", "groups", "selected", "title", "isPrivate", "_closedTabs", "closedGroups", "splitViews", "extData",
        "_lastClosedTabGroupCount", "lastClosedTabGroupId", "chromeFlags", "zIndex", "busy", "__lastSessionWindowID",
        "_shouldRestore", "closedAt", "closedId", "_restoring", "cookies",
    ]
    /// The keys of a tab that are read, counted, or have a meaning only for Firefox.
    private static let tabKeys: Set<String> = [
        "entries", "index", "requestedIndex", "scroll", "lastAccessed", "pinned", "hidden", "groupId", "image",
        "iconLoadingPrincipal", "formdata", "storage", "userContextId", "muted", "muteReason", "extData",
        "userTypedValue", "userTypedClear", "searchMode", "attributes", "removeAfterRestore", "fromHistory", "id",
        "splitViewId",
    ]
}
