import GRDB
import PageCopies

extension CopyTable {
    /// Removes the oldest copies of finished places until the files fit into a budget.
    ///
    /// A place is finished if it was read to its end, or if there is a newer place on the same page.
    ///
    /// - Parameters:
    ///   - budget: The maximum size of all files together, in bytes.
    ///   - place: The place whose copies are not removed.
    ///   - database: A connection in a write transaction.
    /// - Returns: False if the files cannot be made to fit; then no copy was removed.
    /// - Throws: `DatabaseError`.
    static func evict(to budget: Int, except place: String, _ database: Database) throws -> Bool {
        let excess = try total(database) - budget
        guard excess > 0 else { return true }
        let found = try evictable(excess, except: place, limit: .max, database)
        guard found.byteCount >= excess else { return false }
        try remove(found.numbers, database)
        return true
    }

    /// Removes the oldest copies of finished places if the files exceed a budget, even if the others exceed it too.
    ///
    /// - Parameters:
    ///   - budget: The maximum size of all files together, in bytes.
    ///   - limit: The number of copies from which no more are removed, which bounds how long other processes wait.
    ///   - database: A connection in a write transaction.
    /// - Returns: The number of removed copies.
    /// - Throws: `DatabaseError`.
    static func shrink(to budget: Int, limit: Int, _ database: Database) throws -> Int {
        let excess = try total(database) - budget
        guard excess > 0 else { return 0 }
        let numbers = try evictable(excess, except: "", limit: limit, database).numbers
        try remove(numbers, database)
        return numbers.count
    }

    /// Returns the oldest copies of finished places whose removal frees a number of bytes, or all of them.
    ///
    /// A file is freed only with the last copy that refers to it.
    private static func evictable(
        _ byteCount: Int, except place: String, limit: Int, _ database: Database
    ) throws -> (numbers: [Int64], byteCount: Int) {
        // CROSS JOIN makes SQLite read the copies in the order of the index, so that it need not read all of them.
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT c.number, c.digest, f.stored_byte_count, (SELECT count(*) FROM page_copy WHERE digest = c.digest)
                FROM page_copy AS c CROSS JOIN snapshots AS s ON s.id = c.place
                    CROSS JOIN copy_file AS f ON f.digest = c.digest
                WHERE c.place <> ? AND (c.is_finished OR EXISTS (
                    SELECT 1 FROM snapshots AS n WHERE n.page_key = s.page_key AND n.seq > s.seq))
                ORDER BY c.stored_at, c.number
                """, arguments: [place])
        var found: (numbers: [Int64], byteCount: Int) = ([], 0)
        var shared: [String: [Int64]] = [:]
        while found.byteCount < byteCount, found.numbers.count < limit, let row = try rows.next() {
            guard let digest: String = row.value(1), let number: Int64 = row.value(0) else { continue }
            let copies = shared[digest, default: []] + [number]
            shared[digest] = copies
            guard copies.count == row.value(3) else { continue }
            found.numbers += copies
            found.byteCount += Self.byteCount(row, 2)
        }
        return found
    }

    private static func remove(_ numbers: [Int64], _ database: Database) throws {
        let statement = try database.cachedStatement(sql: "DELETE FROM page_copy WHERE number = ?")
        for number in numbers { try statement.execute(arguments: [number]) }
    }

    /// Returns the change of the size of all files together that a copy makes, in bytes.
    static func growth(_ draft: Draft, _ database: Database) throws -> Int {
        let isKnown = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM copy_file WHERE digest = ?)", arguments: [draft.digest])
        let replaced = try Row.fetchOne(
            database,
            sql: """
                SELECT f.stored_byte_count FROM \(source) WHERE c.place = ? AND c.kind = ? AND c.digest <> ?
                    AND NOT EXISTS (SELECT 1 FROM page_copy WHERE digest = c.digest AND number <> c.number)
                """, arguments: [draft.place, draft.kind.rawValue, draft.digest])
        return (isKnown == true ? 0 : draft.storedByteCount) - (replaced.map { byteCount($0, 0) } ?? 0)
    }
}
