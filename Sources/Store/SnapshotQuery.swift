import GRDB
import Snapshots

/// The statement that selects snapshots.
struct SnapshotQuery {
    let sql: String
    let arguments: StatementArguments

    /// Creates the statement.
    ///
    /// The cheapest restriction drives the query: a full-text index, a tag, a page, or a site. Each of them can return
    /// its rows newest first without sorting.
    ///
    /// - Parameter listing: The filters and the range.
    init(_ listing: SnapshotListing) {
        let search = SearchQuery(listing.query ?? "")
        var conditions: [String] = []
        var arguments = StatementArguments()
        func add(_ condition: String, _ values: [any DatabaseValueConvertible]) {
            conditions.append(condition)
            arguments += StatementArguments(values.map { $0.databaseValue })
        }

        var source = "snapshots AS s"
        // The unary plus keeps SQLite from using the index of a column.
        var lead = "s.seq"
        var isLed = false
        if let match = search.match {
            source = "snapshot_search AS f CROSS JOIN snapshots AS s ON s.seq = f.rowid"
            lead = "f.rowid"
            isLed = true
            add("snapshot_search MATCH ?", [match])
        }
        if let match = search.pairMatch {
            if isLed {
                add("+s.seq IN (SELECT rowid FROM snapshot_pair_search WHERE snapshot_pair_search MATCH ?)", [match])
            } else {
                source = "snapshot_pair_search AS p CROSS JOIN snapshots AS s ON s.seq = p.rowid"
                lead = "p.rowid"
                isLed = true
                add("snapshot_pair_search MATCH ?", [match])
            }
        }
        if let tag = listing.tag?.lowercased() {
            if isLed {
                add("EXISTS (SELECT 1 FROM snapshot_tag WHERE tag = ? AND seq = s.seq)", [tag])
            } else {
                source = "snapshot_tag AS t CROSS JOIN snapshots AS s ON s.seq = t.seq"
                lead = "t.seq"
                isLed = true
                add("t.tag = ?", [tag])
            }
        }
        if let pageKey = listing.pageKey {
            add(isLed ? "+s.page_key = ?" : "s.page_key = ?", [pageKey])
            isLed = true
        }
        if let site = listing.site { add(isLed ? "+s.site = ?" : "s.site = ?", [site]) }
        for pattern in search.patterns {
            let columns = ["title", "address", "quotes", "tags", "note"]
            add(
                "(" + columns.map { "s.\($0) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ") + ")",
                columns.map { _ in pattern })
        }
        if let before = listing.before { add("\(lead) < ?", [before]) }
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        // For SQLite a negative limit is no limit.
        arguments += [listing.limit.map { max(0, $0) } ?? -1, max(0, listing.offset)]
        sql = """
            SELECT \(SnapshotRow.columns) FROM snapshots JOIN (
                SELECT s.seq FROM \(source)\(filter) ORDER BY \(lead) DESC LIMIT ? OFFSET ?
            ) USING (seq) ORDER BY seq DESC
            """
        self.arguments = arguments
    }
}
