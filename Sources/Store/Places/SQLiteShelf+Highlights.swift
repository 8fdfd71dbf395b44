import GRDB
package import Places

extension SQLiteShelf {
    package func highlights(of key: String, limit: Int) throws -> SnapshotList {
        try database.read { connection in
            var list = SnapshotList()
            // The limit is applied last, so that expired places do not count.
            let rows = try Row.fetchCursor(
                connection,
                sql: """
                    SELECT \(SnapshotRow.columns) FROM snapshots WHERE seq IN (
                        SELECT pp.seq FROM page_place AS pp JOIN page AS p ON p.id = pp.page
                        WHERE p.page_key = ? AND pp.highlight > 0
                    ) AND \(SnapshotRow.isLive) ORDER BY seq DESC LIMIT ?
                    """, arguments: [key, milliseconds, max(0, limit)])
            while let row = try rows.next() { list.append(row) }
            return list
        }
    }

    package func highlightSites(limit: Int) throws -> [String] {
        try database.read { connection in
            let rows = try Row.fetchAll(
                connection,
                sql: """
                    SELECT DISTINCT site FROM page
                    WHERE id IN (SELECT page FROM page_place WHERE highlight > 0) AND site <> '' ORDER BY site LIMIT ?
                    """, arguments: [max(0, limit)])
            return rows.compactMap { row -> String? in row.value(0) }
        }
    }
}
