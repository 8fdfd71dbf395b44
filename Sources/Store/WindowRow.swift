import FoundationEssentials
import GRDB
import JSON
import Snapshots
import Timestamps
import WHATWGURL
import WindowSets

/// The rows of a window set and of its tabs.
enum WindowRow {
    /// The columns of `window_set` that ``set(_:_:path:)`` reads.
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
    ///   - path: The path of the database, for the error.
    /// - Returns: The set as an object that ``WindowSet/read(_:)`` reads.
    /// - Throws: ``StoreError/damaged(path:reason:)``, `DatabaseError`.
    static func whole(_ row: Row, _ database: Database, path: String) throws -> JSONValue {
        let set = try Self.set(row, database, path: path)
        let rows = try Row.fetchAll(
            database, sql: "SELECT snapshot, place_id FROM window_tab WHERE seq = ? ORDER BY number",
            arguments: [set.position])
        let tabs = try zip(set.tabs, rows).map { tab, row -> JSONValue in
            let text: String? = row[0]
            let snapshot = text.flatMap { try? JSONValue(json: Array($0.utf8), limit: .max, depthLimit: 128) }
            guard (text == nil) == (snapshot == nil) else {
                throw StoreError.damaged(path: path, reason: "a tab of window set \(set.id) cannot be read")
            }
            return [
                "url": .string(tab.url), "title": .string(tab.title), "pinned": .bool(tab.isPinned),
                "group": tab.group.map { .number(Double($0)) } ?? .null, "active": .bool(tab.isActive),
                "sleeping": .bool(tab.isSleeping), "snapshot": snapshot ?? .null,
                "place": (row[1] as String?).map(JSONValue.string) ?? .null,
            ]
        }
        return [
            "id": .string(set.id), "request": .string(row[6]), "storedAt": .string(RFC3339.string(set.storedAt)),
            "title": .string(set.title), "browser": .string(set.browser), "groups": .array(set.groups.map(\.json)),
            "tabs": .array(tabs),
        ]
    }

    /// Converts the row of a set, and reads its tabs.
    ///
    /// - Parameters:
    ///   - row: The values of ``columns``.
    ///   - database: A connection in a transaction.
    ///   - path: The path of the database, for the error.
    /// - Returns: The set.
    /// - Throws: ``StoreError/damaged(path:reason:)``, `DatabaseError`.
    static func set(_ row: Row, _ database: Database, path: String) throws -> StoredWindowSet {
        let id: String = row[1]
        let text: String = row[5]
        guard let list = try? JSONValue(json: text.utf8, limit: .max).array,
            let groups = try? list.map({ try TabGroup(value: $0) })
        else { throw StoreError.damaged(path: path, reason: "window set \(id) cannot be read") }
        let statement = try database.cachedStatement(
            sql: """
                SELECT url, title, is_pinned, group_index, is_active, is_sleeping,
                    snapshot IS NOT NULL OR place_id IN (SELECT id FROM snapshots), quote, progress, fragment
                FROM window_tab WHERE seq = ? ORDER BY number
                """)
        let tabs = try Row.fetchAll(statement, arguments: [row[0] as Int64]).map { tab in
            StoredWindowTab(
                url: tab[0], title: tab[1], isPinned: tab[2], group: tab[3], isActive: tab[4], isSleeping: tab[5],
                hasPlace: tab[6] ?? false, quote: tab[7], progress: tab[8], fragment: tab[9])
        }
        return StoredWindowSet(
            id: id, title: row[2], browser: row[3], storedAt: SnapshotRow.date(milliseconds: row[4]),
            position: row[0], groups: groups, tabs: tabs)
    }
}
