package import FoundationEssentials
import GRDB
package import Places
import Syntax
import WHATWGURL

/// The window sets in the SQLite database.
///
/// Its own error is ``StoreError``.
package struct SQLiteWindowSetArchive: WindowSetArchive {
    /// The time for which the removal of a window set can be undone, in milliseconds: an hour.
    private static let undoMilliseconds: Int64 = 3_600_000

    private let database: LeftoffDatabase
    private let now: @Sendable () -> Date

    /// Creates the archive of a database.
    ///
    /// - Parameters:
    ///   - database: The database, which places share.
    ///   - now: The clock for ``StoredWindowSet/storedAt``.
    package init(database: LeftoffDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    package func add(_ additions: [WindowSetAddition]) throws -> [(set: StoredWindowSet, isNew: Bool)] {
        let now = now()
        return try database.write { connection in
            try additions.map { try Self.add($0, at: now, connection) }
        }
    }

    /// Stores a window set, unless its request or its id is stored; a set that was removed is kept again.
    static func add(
        _ addition: WindowSetAddition, at now: Date, _ connection: Database
    ) throws -> (set: StoredWindowSet, isNew: Bool) {
        let known = try Row.fetchOne(
            connection,
            sql: """
                SELECT \(WindowRow.columns), forgotten_at IS NOT NULL FROM window_set
                WHERE request = ? OR id = ? ORDER BY request = ? DESC
                """,
            arguments: [addition.request, addition.id, addition.request])
        if let known {
            let wasRemoved = known.value(6) ?? false
            if wasRemoved {
                let position: Int64? = known.value(0)
                try connection.execute(
                    sql: "UPDATE window_set SET forgotten_at = NULL WHERE seq = ?", arguments: [position])
            }
            return (try set(known, connection), wasRemoved)
        }
        let id = addition.id ?? RecordID.random()
        // A time more than a day in the future counts as now; the clocks of two devices differ.
        let time = addition.storedAt.flatMap { $0 > now + 86_400 ? nil : $0 } ?? now
        try WindowRow.insert(addition, id: id, storedAt: SnapshotRow.milliseconds(time), connection)
        return (try find(id, connection), true)
    }

    package func list(matching query: String?, limit: Int?, before position: Int64?) throws -> WindowSetList {
        let words = (query ?? "").lowercased().split(whereSeparator: \.isWhitespace).prefix(Self.maximumWordCount)
        let condition = words.map { _ in
            """
             AND (instr(words, ?) > 0
                OR EXISTS (SELECT 1 FROM window_tab AS tab WHERE tab.seq = kept.seq AND instr(tab.words, ?) > 0))
            """
        }
        let sql = """
            SELECT \(WindowRow.columns) FROM kept_window_set AS kept WHERE seq < ?1 AND +seq < ?1\(condition.joined())
            ORDER BY seq DESC
            """
        let values = words.flatMap { [String($0), String($0)] }
        let limit = limit?.clamped(to: 0...Int(Int32.max))
        return try database.read { connection in
            let rows = try Row.fetchCursor(
                connection, sql: sql, arguments: [position ?? .max] + StatementArguments(values))
            var list = WindowSetList()
            list.next = try rows.readPage(limit: limit, position: 0) { row in
                guard let set = try WindowRow.set(row, connection, &list.damaged) else { return false }
                list.sets.append(set)
                return true
            }
            return list
        }
    }

    /// The maximum number of words of a query that are searched for.
    private static let maximumWordCount = 16

    package func set(id: String) throws -> StoredWindowSet {
        try database.read { try Self.find(try resolve(id, $0), $0) }
    }

    package func snapshot(ofTab number: Int, in id: String) throws -> PageSnapshot? {
        try database.read { connection in
            let id = try resolve(id, connection)
            let row = try Row.fetchOne(
                connection,
                sql: """
                    SELECT tab.snapshot, tab.place_id FROM window_tab AS tab
                    JOIN window_set AS kept ON kept.seq = tab.seq WHERE kept.id = ? AND tab.number = ?
                    """, arguments: [id, number])
            guard let row else { throw WindowSetError.notFound("\(id), tab \(number)") }
            if let json: String = row.value(0) {
                do throws(SnapshotError) {
                    return try PageSnapshot(stored: json)
                } catch {
                    throw UnreadableRecord(.windowSet, id: id, tab: number, reason: error.reason)
                }
            }
            return try (row.value(1) as String?).flatMap { try WindowRow.place($0, connection) }
        }
    }

    package func rename(id: String, to title: String) throws -> StoredWindowSet {
        try database.write { connection in
            let id = try resolve(id, connection)
            try connection.execute(
                sql: "UPDATE window_set SET title = ?, words = ? WHERE id = ?",
                arguments: [title, title.lowercased(), id])
            return try Self.find(id, connection)
        }
    }

    package func remove(ids: [String]) throws -> Int {
        let now = SnapshotRow.milliseconds(now())
        return try database.write { connection in
            try purge(before: now, connection)
            let found = Set(
                try ids.map { id in
                    try resolve(
                        RecordLookup.assigningID(id, in: "window_set", position: "seq", connection), connection)
                })
            for id in found {
                try connection.execute(
                    sql: "UPDATE window_set SET forgotten_at = ? WHERE id = ?", arguments: [now, id])
            }
            return found.count
        }
    }

    package func undoRemoval(id: String) throws -> StoredWindowSet {
        let now = SnapshotRow.milliseconds(now())
        return try database.write { connection in
            try purge(before: now, connection)
            try connection.execute(sql: "UPDATE window_set SET forgotten_at = NULL WHERE id = ?", arguments: [id])
            return try Self.find(id, connection)
        }
    }

    /// Erases the removed window sets whose removal can no longer be undone.
    ///
    /// - Throws: ``StoreError``.
    package func purgeRemoved() throws {
        let now = SnapshotRow.milliseconds(now())
        let isDue = try database.read {
            try Bool.fetchOne(
                $0, sql: "SELECT EXISTS (SELECT 1 FROM window_set WHERE forgotten_at < ? OR forgotten_at > ?)",
                arguments: [now - Self.undoMilliseconds, now + ClockMark.tolerance])
        }
        // Usually there is nothing to do, and reading does not block other processes.
        if isDue == true { try database.write { try purge(before: now, $0) } }
    }

    /// Erases what is due, unless the clock was set in the last hour, as ``SQLiteSnapshotArchive`` does.
    private func purge(before now: Int64, _ connection: Database) throws {
        guard try ClockMark.isTrusted(now, database.bootTime(), connection) else { return }
        try connection.execute(
            sql: "DELETE FROM window_set WHERE forgotten_at < ? OR forgotten_at > ?",
            arguments: [now - Self.undoMilliseconds, now + ClockMark.tolerance])
    }

    private static func find(_ id: String, _ connection: Database) throws -> StoredWindowSet {
        let row = try Row.fetchOne(
            connection, sql: "SELECT \(WindowRow.columns) FROM kept_window_set WHERE id = ?", arguments: [id])
        guard let row else { throw WindowSetError.notFound(id) }
        return try set(row, connection)
    }

    /// Returns the set of a row without its damaged parts.
    private static func set(_ row: Row, _ connection: Database) throws -> StoredWindowSet {
        var damaged: [UnreadableRecord] = []
        if let set = try WindowRow.set(row, connection, &damaged) { return set }
        throw damaged.first ?? UnreadableRecord(.windowSet, id: "", reason: "it is damaged")
    }

    private func resolve(_ id: String, _ connection: Database) throws -> String {
        if id == "@" {
            let newest = try String.fetchOne(
                connection, sql: "SELECT id FROM kept_window_set ORDER BY seq DESC LIMIT 1")
            guard let newest else { throw WindowSetError.notFound(id) }
            return newest
        }
        switch try RecordLookup.find(id, in: "kept_window_set", connection) {
        case .found(let found): return found
        case .notFound: throw WindowSetError.notFound(id)
        case .ambiguous(let count): throw WindowSetError.ambiguous(id, count: count)
        }
    }
}

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
    static func completeSet(_ row: Row, _ database: Database, _ damaged: inout [UnreadableRecord]) throws -> JSONValue?
    {
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

/// The migrations of the tables of window sets.
enum WindowMigrations {
    /// Registers the migrations, in order; a released migration never changes.
    ///
    /// - Parameter migrator: The migrator of the database.
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("windows-1") { database in
            try database.execute(sql: first)
        }
    }

    /// The SQL of all versions.
    static var schema: String { first }

    /// `request` identifies the request that stored the set, so that a repeated one stores nothing.
    ///
    /// A removed set has a `forgotten_at` until its removal can no longer be undone. `words` is the lower-case text in
    /// which sets are searched. `quote`, `progress` and `fragment` are derived from the place, so that a list does not
    /// read snapshots. A tab without a `snapshot` can refer to a stored place instead.
    private static let first = """
        CREATE TABLE window_set (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            request TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            words TEXT NOT NULL,
            browser TEXT NOT NULL,
            groups TEXT NOT NULL,
            stored_at INTEGER NOT NULL,
            forgotten_at INTEGER
        ) STRICT;
        CREATE INDEX window_set_forgotten ON window_set (forgotten_at) WHERE forgotten_at IS NOT NULL;
        CREATE VIEW kept_window_set AS SELECT * FROM window_set WHERE forgotten_at IS NULL;

        CREATE TABLE window_tab (
            seq INTEGER NOT NULL REFERENCES window_set (seq) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            url TEXT NOT NULL,
            title TEXT NOT NULL,
            words TEXT NOT NULL,
            is_pinned INTEGER NOT NULL,
            group_index INTEGER,
            is_active INTEGER NOT NULL,
            is_sleeping INTEGER NOT NULL,
            place_id TEXT,
            quote TEXT,
            progress REAL,
            fragment TEXT NOT NULL,
            snapshot TEXT,
            PRIMARY KEY (seq, number)
        ) STRICT;
        """
}
