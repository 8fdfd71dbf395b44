import FoundationEssentials
import GRDB
import JSON
import Numbers
import Snapshots
import Timestamps
import WHATWGURL
import WindowSets

/// The rows of a window set and of its tabs.
enum WindowRow {
    /// The columns of `window_set` that ``set(_:_:_:)`` reads.
    static let columns = "seq, id, title, browser, stored_at, groups"

    /// Inserts a window set with all its tabs.
    ///
    /// - Parameters:
    ///   - addition: The set and the identifier of its request.
    ///   - id: The id of the new set.
    ///   - storedAt: The time of storage, in ms since 1970.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func insert(_ addition: WindowSetAddition, id: String, storedAt: Int64, _ database: Database) throws {
        let set = addition.set
        try database.execute(
            sql: """
                INSERT INTO window_set (id, request, title, words, browser, groups, stored_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, addition.request, set.title, set.title.lowercased(), set.browser,
                String(decoding: JSONValue.array(set.groups.map(\.json)).encoded(), as: UTF8.self), storedAt,
            ])
        let position = database.lastInsertedRowID
        for (index, tab) in set.tabs.enumerated() { try insert(tab, number: index + 1, of: position, database) }
    }

    private static func insert(
        _ tab: WindowTab, number: Int, of position: Int64, _ database: Database
    ) throws {
        let referred = try tab.snapshot == nil ? tab.placeID.flatMap { try Self.place($0, database) } : nil
        let place = tab.snapshot ?? referred
        let href = tab.url.href
        let address = String(validating: PercentEncoding.decode(href), as: UTF8.self) ?? href
        let words = "\(tab.title)\n\(address)".lowercased().replacing("\0", with: " ")
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO window_tab
                    (seq, number, url, title, words, is_pinned, group_index, is_active, is_sleeping, place_id, quote,
                    progress, fragment, snapshot)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(
            arguments: [
                position, number, href, tab.title, words, tab.isPinned, tab.group, tab.isActive, tab.isSleeping,
                referred == nil ? nil : tab.placeID, place?.highlight.map { $0.replacing("\0", with: " ") },
                place?.progress, place?.textFragmentURL ?? href,
                tab.snapshot.map { String(decoding: $0.encoded(), as: UTF8.self) },
            ])
    }

    /// Returns the snapshot of a stored place; nil if there is none with this id.
    static func place(_ id: String, _ database: Database) throws -> PageSnapshot? {
        let statement = try database.cachedStatement(sql: "SELECT json FROM snapshots WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id]).flatMap { try? PageSnapshot(stored: $0) }
    }

    /// Converts the row of a set, and reads its tabs with their snapshots.
    ///
    /// - Parameters:
    ///   - row: The values of ``columns``, and then the request.
    ///   - database: A connection in a transaction.
    ///   - damaged: Receives a description of each part that cannot be read.
    /// - Returns: The set as an object that ``WindowSet/read(_:isNew:)`` reads, without the damaged parts; nil if
    ///   nothing can be read.
    /// - Throws: `DatabaseError`.
    static func whole(_ row: Row, _ database: Database, _ damaged: inout [UnreadableRecord]) throws -> JSONValue? {
        guard let set = try Self.set(row, database, &damaged) else { return nil }
        let rows = try Row.fetchAll(
            database, sql: "SELECT snapshot, place_id FROM window_tab WHERE seq = ? ORDER BY number",
            arguments: [set.position])
        let tabs = zip(set.tabs, rows).enumerated().map { index, pair -> JSONValue in
            let (tab, row) = pair
            let text: String? = row.value(0)
            let snapshot = text.flatMap { try? PageSnapshot(stored: $0) }
            if snapshot == nil, !row.hasNull(atIndex: 0) {
                damaged.append(
                    UnreadableRecord(.windowSet, id: set.id, tab: index + 1, reason: "its place is left out"))
            }
            return [
                "url": .string(tab.url), "title": .string(tab.title), "pinned": .bool(tab.isPinned),
                "group": tab.group.map { .number(Double($0)) } ?? .null, "active": .bool(tab.isActive),
                "sleeping": .bool(tab.isSleeping), "snapshot": snapshot?.json ?? .null,
                "place": (row.value(1) as String?).map(JSONValue.string) ?? .null,
            ]
        }
        // The request identifies a set that is imported again; without it the id does.
        return [
            "id": .string(set.id), "request": .string(row.value(6) ?? set.id),
            "storedAt": .string(RFC3339.string(set.storedAt)), "title": .string(set.title),
            "browser": .string(set.browser), "groups": .array(set.groups.map(\.json)), "tabs": .array(tabs),
        ]
    }

    /// Converts the row of a set, and reads its tabs.
    ///
    /// - Parameters:
    ///   - row: The values of ``columns``.
    ///   - database: A connection in a transaction.
    ///   - damaged: Receives a description of each part that cannot be read.
    /// - Returns: The set without the damaged parts; nil if nothing can be read.
    /// - Throws: `DatabaseError`.
    static func set(_ row: Row, _ database: Database, _ damaged: inout [UnreadableRecord]) throws -> StoredWindowSet? {
        let position: Int64 = row.value(0) ?? 0
        guard let id = row.id(1) else {
            let name = RecordLookup.name(ofPosition: position)
            damaged.append(UnreadableRecord(.windowSet, id: name, reason: "its id is malformed"))
            return nil
        }
        let list = (row.value(5) as String?).flatMap { try? JSONValue(json: $0.utf8, limit: .max).array }
        let read = list.flatMap { list in try? list.map { try TabGroup(value: $0) } }
        if read == nil {
            damaged.append(UnreadableRecord(.windowSet, id: id, reason: "its groups are damaged, and are left out"))
        }
        let groups = read ?? []
        let statement = try database.cachedStatement(
            sql: """
                SELECT url, title, is_pinned, group_index, is_active, is_sleeping,
                    snapshot IS NOT NULL OR place_id IN (SELECT id FROM snapshots), quote, progress, fragment
                FROM window_tab WHERE seq = ? ORDER BY number
                """)
        let tabs = try Row.fetchAll(statement, arguments: [position]).enumerated().map { index, tab in
            let url: String? = tab.value(0)
            if url == nil {
                damaged.append(UnreadableRecord(.windowSet, id: id, tab: index + 1, reason: "its address is missing"))
            }
            // The numbers of the other tabs stay.
            let address = url ?? "about:blank"
            return StoredWindowTab(
                url: address, title: tab.value(1) ?? "", isPinned: tab.value(2) ?? false,
                group: (tab.value(3) as Int?).flatMap { groups.indices.contains($0) ? $0 : nil },
                isActive: tab.value(4) ?? false, isSleeping: tab.value(5) ?? false, hasPlace: tab.value(6) ?? false,
                quote: tab.value(7), progress: (tab.value(8) as Double?)?.clamped(to: 0...1),
                fragment: tab.value(9) ?? address)
        }
        return StoredWindowSet(
            id: id, title: row.value(2) ?? "", browser: row.value(3) ?? "",
            storedAt: SnapshotRow.date(milliseconds: row.value(4) ?? 0), position: position, groups: groups, tabs: tabs)
    }
}
