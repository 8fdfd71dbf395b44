import FoundationEssentials
package import Syntax

/// The windows in an export or a backup of Session Buddy.
///
/// Since version 4, the file has `collections` with `folders` of `links` (`nxs.json.v2`); before, it had `sessions`
/// with `windows` of `tabs` (`nxs.json.v1`). The lists of both names are read in any version, one after the other. The
/// program is not published with its source: the keys are those of its exports, as <https://sessionbuddy.com/formats/>
/// and the importers of others describe them. An export has neither ids nor times, which a backup has. Each folder
/// becomes a window set.
package struct SessionBuddyFile {
    private(set) var additions: [WindowSetAddition] = []
    private(set) var omissions = WindowOmissions()
    private(set) var losses = ImportLosses()

    /// Returns true if a document is an export of Session Buddy.
    ///
    /// - Parameter document: The document, or a part of it with its keys and the first elements of its arrays.
    /// - Returns: False if it has another format.
    package static func matches(_ document: JSONValue) -> Bool {
        if document["format"]?.string?.hasPrefix("nxs.json") == true { return true }
        // Other programs write collections of links, but no folders in them.
        return (collections(of: document) ?? []).contains { collection in
            (folders(of: collection) ?? []).contains { links(of: $0) != nil }
        }
    }

    private static func collections(of document: JSONValue) -> [JSONValue]? {
        elements(of: document, "collections", "sessions")
    }

    private static func folders(of collection: JSONValue) -> [JSONValue]? {
        elements(of: collection, "folders", "windows")
    }

    private static func links(of folder: JSONValue) -> [JSONValue]? { elements(of: folder, "links", "tabs") }

    /// Returns the elements of the lists with several names; nil if there is none of these lists.
    private static func elements(of value: JSONValue, _ keys: String...) -> [JSONValue]? {
        let lists = keys.compactMap { value[$0]?.array }
        return lists.isEmpty ? nil : Array(lists.joined())
    }

    /// Reads an export.
    ///
    /// - Parameter document: The whole document, for which ``matches(_:)`` returns true.
    /// - Throws: ``WindowSetError`` if it contains no tab that can be opened.
    init(_ document: JSONValue) throws(WindowSetError) {
        for (index, collection) in (Self.collections(of: document) ?? []).enumerated() {
            add(collection, number: index + 1)
        }
        for key in ["history", "events"] { losses.add("sessions in the history", document[key]?.array?.count ?? 0) }
        losses.add(document["user_settings"], as: "settings of Session Buddy")
        losses.add(unknownMembersOf: document, except: Self.documentKeys, as: "unknown fields")
        guard !additions.isEmpty else {
            throw .invalid("no collection has a tab that can be opened\(omissions.first.map { ": \($0)" } ?? "")")
        }
    }

    private mutating func add(_ collection: JSONValue, number: Int) {
        let subject = "collection \(number)"
        guard let folders = Self.folders(of: collection) else {
            omissions.append("\(subject): it has no folders")
            return
        }
        let storedAt = date(of: collection, subject: subject)
        // Both are repeated in each window, so their limits are applied once.
        let name = Self.name(of: collection)
        let id = ImportedWindow.id(
            collection["id"]?.string ?? collection["id"]?.integer.map { "\($0)" } ?? name)
        for (index, folder) in folders.enumerated() {
            let subject = folders.count == 1 ? subject : "\(subject), folder \(index + 1)"
            guard folder["incognito"]?.bool != true else {
                omissions.append("\(subject): private windows are not imported")
                continue
            }
            let title =
                switch Self.name(of: folder) {
                case "": folders.count == 1 || name.isEmpty ? name : "\(name) (\(index + 1))"
                case let folderName: name.isEmpty || name == folderName ? folderName : "\(name): \(folderName)"
                }
            add(
                folder, title: title, storedAt: storedAt,
                request: ImportedWindow.request("session-buddy-\(id)-\(index + 1)", storedAt: storedAt),
                subject: subject)
        }
        losses.add(collection["pinned"], as: "pins of collections")
        if storedAt != nil, let changed = collection["updated"] ?? collection["modified"],
            changed != collection["created"]
        {
            losses.add(changed, as: "modification dates")
        }
        losses.add(unknownMembersOf: collection, except: Self.collectionKeys, as: "unknown fields")
    }

    private mutating func add(
        _ folder: JSONValue, title: String, storedAt: Date?, request: String, subject: String
    ) {
        var window = ImportedWindow(browser: "Session Buddy")
        for (index, link) in (Self.links(of: folder) ?? []).enumerated() {
            let subject = "\(subject), tab \(index + 1)"
            guard link["incognito"]?.bool != true else {
                omissions.append("\(subject): private tabs are not imported")
                continue
            }
            countLosses(of: link)
            let group = link["groupId"]?.integer.flatMap { $0 < 0 ? nil : "\($0)" }
            let original = link["titleOriginal"]?.string ?? ""
            let title = link["title"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? original
            if !original.isEmpty, title != original { losses.add("original titles") }
            do throws(WindowSetError) {
                try window.append(
                    address: link["url"]?.string ?? "", title: title, isPinned: link["pinned"]?.bool ?? false,
                    group: group, isActive: link["active"]?.bool ?? false,
                    isSleeping: link["discarded"]?.bool ?? false)
            } catch {
                omissions.append("\(subject): \(error)")
            }
        }
        additions += window.additions(
            title: title, storedAt: storedAt, request: request, groups: ImportedWindow.groups(in: folder["tabGroups"]))
        losses.add("tab groups", window.excessGroupIDs.count)
        if Self.layoutKeys.contains(where: { folder[$0]?.isSubstantial == true }) { losses.add("window layouts") }
        losses.add(unknownMembersOf: folder, except: Self.folderKeys.union(Self.layoutKeys), as: "unknown fields")
    }

    /// Counts what a tab has beside its page.
    private mutating func countLosses(of link: JSONValue) {
        losses.add(link["favIconUrl"], as: "icons")
        if link["mutedInfo"]?["muted"]?.bool == true { losses.add("mute states") }
        losses.add(link["lastAccessed"], as: "times of visits")
        losses.add(unknownMembersOf: link, except: Self.linkKeys, as: "unknown fields")
    }

    /// Returns the time at which a collection was made; nil if it is not known.
    private mutating func date(of collection: JSONValue, subject: String) -> Date? {
        guard let value = collection["created"] ?? collection["generated"], value.isSubstantial else { return nil }
        if let date = value.string.flatMap({ RFC3339.date($0) }) ?? value.number.flatMap(UnixTime.date) { return date }
        omissions.append(
            "\(subject): its date was left out, because it has an unknown form: \(value.excerpt)", isUnreadable: false)
        return nil
    }

    /// Returns the title of a collection or a folder within the limit; empty if it has none.
    private static func name(of value: JSONValue) -> String {
        ["title", "name"].lazy.compactMap { value[$0]?.string.flatMap { WindowSet.title($0) } }.first ?? ""
    }

    /// The keys of a file that are read, counted, or only describe the export.
    private static let documentKeys: Set<String> = [
        "format", "exportId", "backupId", "created", "scope", "source", "collections", "sessions", "history", "events",
        "user_settings", "session_scope", "sessionScope", "include_session", "includeSession", "include_window",
        "includeWindow", "platform", "language", "ua", "sb_id", "sb_version", "sb_installation_id", "sb_installed",
    ]
    /// The keys of a collection that are read, counted, or have a meaning only for Session Buddy.
    private static let collectionKeys: Set<String> = [
        "id", "gid", "title", "name", "type", "sourceType", "created", "generated", "updated", "modified", "touched",
        "pinned", "folders", "windows",
    ]
    /// The keys that say where a window was on the screen.
    private static let layoutKeys: Set<String> = ["state", "top", "left", "width", "height", "type"]
    /// The keys of a folder that are read, counted, or have a meaning only for the browser.
    private static let folderKeys: Set<String> = [
        "id", "sessionId", "title", "name", "links", "tabs", "tabGroups", "incognito", "focused", "alwaysOnTop",
        "nx_id",
    ]
    /// The keys of a tab that are read, counted, or have a meaning only for the browser.
    private static let linkKeys: Set<String> = [
        "id", "url", "title", "titleOriginal", "favIconUrl", "active", "pinned", "groupId", "discarded", "incognito",
        "mutedInfo", "lastAccessed", "index", "windowId", "openerTabId", "status", "highlighted", "selected", "audible",
        "autoDiscardable", "frozen", "width", "height", "sessionId", "pendingUrl", "splitViewId", "nx_id",
    ]
}
