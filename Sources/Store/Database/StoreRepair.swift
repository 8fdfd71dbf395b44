import GRDB
import GRDBSQLite
import Syntax

/// The result of rebuilding a damaged store.
package struct StoreRepair: Sendable, Hashable {
    /// The path of the file that keeps the damaged store.
    package let keptPath: String
    /// The tables with damaged pages or values; some of their rows may be lost.
    package let damagedTables: [String]
}

extension LeftoffDatabase {
    /// Rebuilds a damaged store from the rows that can be read, and forgets the failures of hosts.
    ///
    /// Nothing is mended in place. `REINDEX`, `DROP` and `DELETE` without a condition free all pages to which a tree
    /// refers, and a wrong pointer in an index can refer to a page of a table. Therefore the rows are copied to a new
    /// file, with new indexes, which is compared with the store. Then a copy of the damaged file is kept, and one
    /// transaction replaces the content of the store. Other processes may have it open; they wait meanwhile.
    ///
    /// - Parameter home: The path of Leftoff's home directory.
    /// - Returns: The result; nil if there is no store, or if it is whole.
    /// - Throws: ``StoreError``; the store is unchanged then.
    package static func repair(home: String) throws -> StoreRepair? {
        guard try StoreDirectory.exists(home + "/" + fileName) else { return nil }
        setUpLibrary
        let directory = try StoreDirectory(creating: home)
        let path = directory.file(fileName)
        do {
            try checkIdentity(path, in: directory)
            return try directory.exclusively { try repair(path, in: directory) }
        } catch let error as DatabaseError {
            let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_CONSTRAINT, .SQLITE_ERROR:
                throw StoreError.cannotRepair(path: path, reason: reason)
            default: throw StoreError(error, path: path)
            }
        } catch StoreError.damaged(_, let reason) {
            throw StoreError.cannotRepair(path: path, reason: reason)
        } catch is RowDecodingError {
            throw StoreError.cannotRepair(path: path, reason: StoreError.wrongType)
        }
    }

    private static func repair(_ path: String, in directory: StoreDirectory) throws -> StoreRepair? {
        let store = try DatabaseQueue(path: path, configuration: configuration())
        defer { try? store.close() }
        return try store.writeWithoutTransaction { old in
            // The connection keeps the lock between its transactions.
            try old.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
            guard try isDamaged(old) else {
                if try old.tableExists("queue_host") { try HostBackoffTable.empty(old) }
                return nil
            }
            let draft = path + ".new"
            func removeDraft() { for ending in [""] + journalEndings { directory.remove(draft + ending) } }
            removeDraft()
            defer { removeDraft() }
            try directory.createEmptyFile(draft)
            let pageSize = try Int.fetchOne(old, sql: "PRAGMA page_size") ?? 4096
            let rebuilt = try DatabaseQueue(path: draft, configuration: draftConfiguration(pageSize: pageSize))
            defer { try? rebuilt.close() }
            let tables = try rebuilt.write { new in
                let tables = try StoreRebuild(old: old, new: new, path: path).perform()
                try checkLayout(new, path: path)
                if let damage = try damages(new).first { throw StoreError.cannotRepair(path: path, reason: damage) }
                return tables
            }
            let kept = try keep(old, path, in: directory)
            try rebuilt.writeWithoutTransaction { try $0.backup(to: old) }
            return StoreRepair(keptPath: kept, damagedTables: tables)
        }
    }

    private static func isDamaged(_ store: Database) throws -> Bool {
        guard try damages(store).isEmpty else { return true }
        guard try migrator().hasCompletedMigrations(store) else { return false }
        if try shelfDamage(store) != nil { return true }
        return try searchIndexes.contains { try damage(ofSearchIndex: $0, store) != nil }
    }

    /// The configuration of a file that is of no use until it is complete.
    private static func draftConfiguration(pageSize: Int) -> Configuration {
        var configuration = Configuration()
        // Damaged stores may contain rows that refer to lost ones.
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA page_size = \(pageSize);
                    PRAGMA journal_mode = MEMORY;
                    PRAGMA synchronous = OFF;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA ignore_check_constraints = ON;
                    """)
        }
        return configuration
    }

    /// Copies all pages of a damaged store to a file of a new name.
    ///
    /// SQLite copies them, because closing another descriptor of the file would release this process's locks on it.
    ///
    /// - Returns: The path of the copy: that of the store with the ending `.damaged`, and a number if it is taken.
    private static func keep(_ store: Database, _ path: String, in directory: StoreDirectory) throws -> String {
        var kept = path + damagedEnding
        var number = 1
        while try StoreDirectory.exists(kept) {
            number += 1
            kept = "\(path)\(damagedEnding).\(number)"
        }
        try directory.createEmptyFile(kept)
        do {
            let copy = try DatabaseQueue(path: kept)
            try copy.writeWithoutTransaction { try store.backup(to: $0) }
            try copy.close()
        } catch {
            directory.remove(kept)
            throw error
        }
        return kept
    }
}

/// The copy of all tables of a damaged store to an empty file, with new indexes.
private struct StoreRebuild {
    /// A connection to the damaged store.
    let old: Database
    /// A connection to the empty file, in a transaction.
    let new: Database
    /// The path of the store.
    let path: String

    /// The objects in the order in which they are created; no trigger must run before the rows are copied.
    private static let creationOrder = ["table", "virtual", "index", "view", "trigger"]

    /// Copies everything.
    ///
    /// - Returns: The tables with damaged pages or values.
    /// - Throws: `StoreError.cannotRepair`, and `DatabaseError`.
    func perform() throws -> [String] {
        for name in ["application_id", "user_version"] {
            let value = try Int64.fetchOne(old, sql: "PRAGMA \(name)") ?? 0
            try new.execute(sql: "PRAGMA \(name) = \(value)")
        }
        let objects = try schema(old)
        if let table = objects.first(where: {
            $0.kind == "virtual" && !LeftoffDatabase.searchIndexes.contains($0.name)
        }) {
            throw StoreError.cannotRepair(path: path, reason: "leftoff has not created its table \(table.name)")
        }
        let sequences = try sequences()
        var damaged: [String] = []
        for table in objects where table.kind == "table" {
            try new.execute(sql: table.sql)
            // A host without a row has no failures.
            guard table.name != "queue_host" else { continue }
            let copy = try TableCopy(table, from: old, to: new, lastNumber: sequences[table.name] ?? 0)
            if try !copy.perform(path: path) { damaged.append(table.name) }
        }
        try restore(sequences, of: objects)
        let isCurrent = try LeftoffDatabase.migrator().hasCompletedMigrations(new)
        if isCurrent { try derive(damaged) }
        for kind in Self.creationOrder.dropFirst() {
            for object in objects where object.kind == kind { try new.execute(sql: object.sql) }
        }
        if isCurrent { try createMissing() }
        for index in try schema(new) where index.kind == "virtual" {
            try new.execute(sql: "INSERT INTO \(index.name) (\(index.name)) VALUES ('rebuild')")
        }
        return damaged
    }

    /// Returns what was created with SQL, except the tables that full-text indexes create.
    private func schema(_ database: Database) throws -> [SchemaObject] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT s.name, ifnull(t.type, lower(s.type)), s.sql, t.wr, t.strict FROM sqlite_schema AS s
                LEFT JOIN pragma_table_list AS t
                    ON t.schema = 'main' AND t.name = s.name AND lower(s.type) = 'table'
                WHERE s.sql IS NOT NULL AND substr(s.name, 1, 7) <> 'sqlite_' ORDER BY s.rowid
                """
        ).compactMap { row in
            guard let name: String = row.value(0), let kind: String = row.value(1), let sql: String = row.value(2)
            else { throw StoreError.damaged(path: path, reason: StoreError.wrongType) }
            guard kind != "shadow" else { return nil }
            return SchemaObject(
                name: name, kind: kind, sql: sql, hasNumbers: (row.value(3) as Int?) != 1,
                isStrict: (row.value(4) as Int?) == 1)
        }
    }

    /// Creates what this version of Leftoff has and the store lacks; a damaged schema may lack entries.
    private func createMissing() throws {
        let standard = try DatabaseQueue()
        try LeftoffDatabase.migrator().migrate(standard)
        let names = Set(try schema(new).map(\.name))
        for object in try standard.read(schema) where !names.contains(object.name) {
            guard object.kind != "table" else {
                throw StoreError.cannotRepair(path: path, reason: "its table \(object.name) is missing")
            }
            try new.execute(sql: object.sql)
        }
    }

    // MARK: Numbers

    /// Returns the last numbers of the tables whose numbers are never reused.
    private func sequences() throws -> [String: Int64] {
        var sequences: [String: Int64] = [:]
        do {
            let rows = try Row.fetchCursor(old, sql: "SELECT name, seq FROM sqlite_sequence NOT INDEXED")
            while let row = try rows.next() {
                if let name: String = row.value(0), let number: Int64 = row.value(1), number > 0 {
                    sequences[name] = number
                }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            // The last numbers of the rows remain.
        }
        return sequences
    }

    private func restore(_ sequences: [String: Int64], of objects: [SchemaObject]) throws {
        for table in objects where table.kind == "table" {
            guard let number = sequences[table.name] else { continue }
            try new.execute(
                sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", arguments: [number, table.name])
            guard new.changesCount == 0 else { continue }
            try new.execute(
                sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [table.name, number])
        }
    }

    // MARK: Derived rows

    /// Restores the rows that follow from rows of other tables.
    private func derive(_ damaged: [String]) throws {
        let tags = try Row.fetchAll(new, sql: "SELECT seq, tags FROM snapshots WHERE tags <> ''")
        for row in tags {
            guard let position: Int64 = row.value(0), let names: String = row.value(1) else { continue }
            for name in names.split(separator: "\n").map(String.init) {
                try new.execute(
                    sql: "INSERT OR IGNORE INTO snapshot_tag (tag, seq, name) VALUES (?, ?, ?)",
                    arguments: [name.lowercased(), position, name])
            }
        }
        // A row of a place that is lost would be counted.
        try new.execute(
            sql: """
                DELETE FROM snapshot_tag WHERE seq NOT IN (SELECT seq FROM snapshots);
                DELETE FROM snapshot_pair WHERE seq NOT IN (SELECT seq FROM snapshots);
                """)
        if damaged.contains("copy_file") { try findCopyFiles() }
        try PageTable.rebuild(new)
        let limit = SequenceRepair.limit
        // Clients may know records that are lost. Because of the last change number, they reload everything.
        try new.execute(
            sql: """
                UPDATE snapshots SET origin = 'click' WHERE origin NOT IN ('click', 'automatic', 'import');
                DELETE FROM copy_total WHERE TRUE;
                INSERT INTO copy_total SELECT CAST(
                    min(total(max(0, min(stored_byte_count, \(limit)))), \(limit)) AS INTEGER) FROM copy_file;
                INSERT INTO sqlite_sequence (name, seq)
                    SELECT 'change', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'change');
                UPDATE sqlite_sequence SET seq = max(seq, ifnull(
                    (SELECT max(changed) FROM queue_item WHERE typeof(changed) = 'integer'), 0)) WHERE name = 'change';
                UPDATE sqlite_sequence SET seq = seq + (seq < \(limit)) WHERE name = 'change';
                DELETE FROM change_floor WHERE TRUE;
                INSERT INTO change_floor SELECT seq FROM sqlite_sequence WHERE name = 'change';
                """)
    }

    /// Copies the files of copies that lie between damaged pages, where no scan finds them.
    private func findCopyFiles() throws {
        let digests = try Row.fetchAll(
            new, sql: "SELECT DISTINCT digest FROM page_copy WHERE digest NOT IN (SELECT digest FROM copy_file)")
        for digest in digests {
            do {
                let file = try Row.fetchOne(
                    old, sql: "SELECT digest, byte_count, stored_byte_count FROM copy_file WHERE digest = ?",
                    arguments: StatementArguments(digest.databaseValues))
                guard let file else { continue }
                try new.execute(
                    sql: "INSERT OR IGNORE INTO copy_file (digest, byte_count, stored_byte_count) VALUES (?, ?, ?)",
                    arguments: StatementArguments(file.databaseValues))
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                continue
            }
        }
    }
}

/// A table, index, view or trigger of a store.
private struct SchemaObject {
    let name: String
    /// `table`, `virtual`, `index`, `view` or `trigger`.
    let kind: String
    let sql: String
    /// True for a table whose rows have numbers.
    let hasNumbers: Bool
    let isStrict: Bool
}

/// The copy of the rows of a table that can be read.
///
/// SQLite reads the pages of the table and none of its indexes: forwards up to a damaged page, backwards from the end
/// up to one, and then by each number, as commands find a row. Where the ways differ, what the number finds counts.
private final class TableCopy {
    /// The largest number of a row that is looked up.
    ///
    /// A smaller one loses rows between two damaged pages, or in pages out of order. A million takes about a second.
    private static let largestLookup: Int64 = 1 << 22
    /// The count of numbers that are looked up behind the last known one.
    private static let lookupMargin: Int64 = 1 << 13
    /// The types of a STRICT table whose values are converted.
    private static let types = ["INTEGER", "REAL", "TEXT"]

    private let table: SchemaObject
    private let old: Database
    private let new: Database
    private let lastNumber: Int64
    /// The maximum number of rows in the file, which repeated pages exceed.
    private let rowLimit: Int
    /// Selects 1 if all values of a row have the declared types, and then the parameters of the insertions.
    private let selection: String
    /// The order in which the last rows come first.
    private let backwards: String
    /// Inserts a row unless its number or key is taken.
    private let ignoring: Statement
    /// Inserts a row, which replaces those with its number or key.
    private let replacing: Statement
    /// The numbers of the copied rows whose values have the declared types.
    private var numbers: Set<Int64> = []
    private var isWhole = true

    /// Creates a copy to a table without rows.
    ///
    /// A value of another type becomes the one as which SQLite's functions read it, and a missing one the default.
    init(_ table: SchemaObject, from old: Database, to new: Database, lastNumber: Int64) throws {
        (self.table, self.old, self.new, self.lastNumber) = (table, old, new, lastNumber)
        let pageCount = try Int.fetchOne(old, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int.fetchOne(old, sql: "PRAGMA page_size") ?? 4096
        // The smallest row takes 4 bytes of a page.
        rowLimit = pageCount * pageSize / 4
        let columns = try Row.fetchAll(
            new, sql: "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?) ORDER BY pk, cid",
            arguments: [table.name])
        var names: [String] = table.hasNumbers ? ["rowid"] : []
        var (values, conditions, keys): ([String], [String], [String]) = (names, [], [])
        for row in columns {
            guard let name: String = row.value(0), let type: String = row.value(1) else { continue }
            let column = TableCopy.quoted(name)
            let isRequired: Bool = row.value(2) ?? false
            var value = column
            if table.isStrict, TableCopy.types.contains(type) {
                value = "CAST(\(column) AS \(type))"
                conditions.append("typeof(\(column)) IN ('\(type.lowercased())'\(isRequired ? "" : ", 'null'"))")
            }
            let standard: String = row.value(3) ?? (type == "INTEGER" || type == "REAL" ? "0" : "''")
            names.append(column)
            values.append(isRequired ? "ifnull(\(value), \(standard))" : value)
            let keyNumber: Int = row.value(4) ?? 0
            if keyNumber > 0 { keys.append(column) }
        }
        let isTyped = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        let name = TableCopy.quoted(table.name)
        selection = "SELECT \(isTyped), \(values.joined(separator: ", ")) FROM \(name) NOT INDEXED"
        backwards = " ORDER BY " + (table.hasNumbers ? ["rowid"] : keys).map { "\($0) DESC" }.joined(separator: ", ")
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        let target = "INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(marks))"
        ignoring = try new.makeStatement(sql: "INSERT OR IGNORE \(target)")
        replacing = try new.makeStatement(sql: "INSERT OR REPLACE \(target)")
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    /// Copies the rows; those with values of other types come last, since they may be pages of another table.
    ///
    /// - Parameter path: The path of the store, for errors.
    /// - Returns: False if the table has damaged pages or values.
    /// - Throws: `StoreError.cannotRepair` if two rows exclude each other, and `DatabaseError`.
    func perform(path: String) throws -> Bool {
        try scan(areTyped: true)
        if !isWhole {
            if table.hasNumbers { try lookUp() }
            try scan(areTyped: false)
        }
        let count = try Int.fetchOne(new, sql: "SELECT count(*) FROM \(Self.quoted(table.name))") ?? 0
        // The pages are made again from their places.
        guard count >= numbers.count || table.name == "page" else {
            throw StoreError.cannotRepair(path: path, reason: "two rows of its table \(table.name) have the same key")
        }
        return isWhole
    }

    /// Copies the rows before the first damaged page, and those behind the last one.
    private func scan(areTyped: Bool) throws {
        guard try !scan("", areTyped: areTyped) else { return }
        isWhole = false
        _ = try scan(backwards, areTyped: areTyped)
    }

    /// Copies rows up to the end or a damaged page.
    ///
    /// - Returns: True if there was no damaged page.
    private func scan(_ order: String, areTyped: Bool) throws -> Bool {
        let statement = try old.makeStatement(sql: selection + order)
        defer { withExtendedLifetime(statement) {} }
        let row = statement.sqliteStatement
        var last = Int64.min
        var count = 0
        while let hasRow = try step(row), count <= rowLimit {
            guard hasRow else { return true }
            count += 1
            let number = table.hasNumbers ? sqlite3_column_int64(row, 1) : 0
            if table.hasNumbers, order.isEmpty {
                if number <= last { isWhole = false }
                last = number
            }
            let isTyped = sqlite3_column_int(row, 0) == 1
            if !isTyped { isWhole = false }
            guard isTyped == areTyped else { continue }
            try insert(row, ignoring)
            if isTyped, table.hasNumbers { numbers.insert(number) }
        }
        return false
    }

    /// Copies the row of each number.
    private func lookUp() throws {
        let statement = try old.makeStatement(sql: selection + " WHERE rowid = ?")
        defer { withExtendedLifetime(statement) {} }
        let row = statement.sqliteStatement
        let last = max(numbers.max() ?? 0, lastNumber).clamped(to: 0...Self.largestLookup) + Self.lookupMargin
        for number in 0...last {
            sqlite3_reset(row)
            sqlite3_bind_int64(row, 1, number)
            guard try step(row) == true else { continue }
            let isTyped = sqlite3_column_int(row, 0) == 1
            try insert(row, isTyped ? replacing : ignoring)
            if isTyped { numbers.insert(number) }
        }
    }

    /// Reads the next row.
    ///
    /// - Returns: True for a row, false at the end, and nil if a page or a value is damaged.
    private func step(_ row: SQLiteStatement) throws -> Bool? {
        switch sqlite3_step(row) & 0xFF {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case SQLITE_CORRUPT, SQLITE_NOMEM, SQLITE_TOOBIG: return nil
        case let code: throw failure(code, old)
        }
    }

    private func insert(_ row: SQLiteStatement, _ insertion: Statement) throws {
        let target = insertion.sqliteStatement
        for index in 1..<sqlite3_column_count(row) {
            sqlite3_bind_value(target, index, sqlite3_column_value(row, index))
        }
        let code = sqlite3_step(target) & 0xFF
        defer { sqlite3_reset(target) }
        guard code == SQLITE_DONE else { throw failure(code, new) }
    }

    private func failure(_ code: CInt, _ database: Database) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) })
    }
}
