import FoundationEssentials
import GRDB
package import Places
import Syntax

extension SQLiteSnapshotArchive {
    package func addAutomatic(_ snapshot: PageSnapshot) throws -> AutomaticPlace.Outcome {
        let time = now()
        let key = snapshot.pageKey
        // The transaction is exclusive from its start, so that no other process adds a place on this page meanwhile.
        let outcome: AutomaticPlace.Outcome = try database.write { connection in
            try purge(before: SnapshotRow.milliseconds(time), connection)
            guard try !isRefused(key, connection) else { return .refused }
            let old = try automatic(key, connection)
            // The copies of a place that is renewed stay.
            if let old { try erase(old, withCopies: snapshot.isReadToEnd, connection) }
            guard !snapshot.isReadToEnd else {
                try PageTable.recordEnd(of: key, at: SnapshotRow.milliseconds(time), connection)
                return .ended
            }
            var row = SnapshotRow(id: old?.id ?? RecordID.random(), snapshot: snapshot, storedAt: time)
            row.origin = .automatic
            row.expiresAt = SnapshotRow.milliseconds(time + AutomaticPlace.lifetime)
            guard let old else { return .added(try row.insert(connection)) }
            row.metadata = old.metadata
            row.version = old.version + 1
            return .renewed(try reinsert(row, connection))
        }
        if case .renewed(let place) = outcome { updateIndex(after: [place]) }
        return outcome
    }

    package func removeAutomatic(pageKey: String) throws -> Bool {
        try database.write { connection in
            guard let old = try automatic(pageKey, connection) else { return false }
            try erase(old, withCopies: true, connection)
            return true
        }
    }

    package func refuseAutomatic(pageKey: String) throws -> AutomaticPlace.Refusal {
        let time = SnapshotRow.milliseconds(now())
        return try database.write { connection in
            try purge(before: time, connection)
            let old = try automatic(pageKey, connection)
            if let old { try forget(id: old.id, at: time, connection) }
            try connection.execute(
                sql: """
                    INSERT INTO automatic_refusal (page_key, refused_at, place_id) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET refused_at = excluded.refused_at,
                        place_id = coalesce(excluded.place_id, place_id)
                    """, arguments: [pageKey, time, old?.id])
            return AutomaticPlace.Refusal(
                pageKey: pageKey, refusedAt: SnapshotRow.date(milliseconds: time), placeID: old?.id)
        }
    }

    package func allowAutomatic(pageKey: String) throws -> Bool {
        try database.write { connection in
            try connection.execute(sql: "DELETE FROM automatic_refusal WHERE page_key = ?", arguments: [pageKey])
            return connection.changesCount > 0
        }
    }

    package func automaticRefusals() throws -> [AutomaticPlace.Refusal] {
        try database.read { connection in
            try Row.fetchAll(
                connection,
                sql: "SELECT page_key, refused_at, place_id FROM automatic_refusal ORDER BY refused_at DESC, page_key"
            ).compactMap { row in
                (row.value(0) as String?).map {
                    AutomaticPlace.Refusal(
                        pageKey: $0, refusedAt: SnapshotRow.date(milliseconds: row.value(1) ?? 0), placeID: row.value(2)
                    )
                }
            }
        }
    }

    /// Returns the row with which a removed place is stored again, and ends the refusal that removed it.
    ///
    /// If the page has another automatic place by now, the reader keeps both. A place on a page where automatic places
    /// were refused later is kept for good, like one that would have expired in the trash.
    func restored(_ stored: StoredSnapshot, _ connection: Database) throws -> SnapshotRow {
        try connection.execute(sql: "DELETE FROM automatic_refusal WHERE place_id = ?", arguments: [stored.id])
        var row = SnapshotRow(stored)
        let key = stored.snapshot.pageKey
        let isExpired = stored.expiresAt.map { $0 <= now() } == true
        if stored.origin == .automatic,
            try isExpired || automatic(key, connection) != nil || isRefused(key, connection)
        {
            row.origin = .click
            row.expiresAt = nil
        }
        return row
    }

    private func isRefused(_ pageKey: String, _ connection: Database) throws -> Bool {
        try Bool.fetchOne(
            connection, sql: "SELECT EXISTS (SELECT 1 FROM automatic_refusal WHERE page_key = ?)",
            arguments: [pageKey]) == true
    }

    /// An automatic place without its snapshot, which may be damaged.
    private struct AutomaticRow {
        let id: String
        let position: Int64
        let version: Int
        let metadata: SnapshotMetadata
    }

    private func automatic(_ pageKey: String, _ connection: Database) throws -> AutomaticRow? {
        let row = try Row.fetchOne(
            connection,
            sql: "SELECT \(SnapshotRow.columns) FROM snapshots WHERE page_key = ? AND origin = 'automatic'",
            arguments: [pageKey])
        guard let row, let position: Int64 = row.value(3) else { return nil }
        return AutomaticRow(
            id: row.value(0) ?? "", position: position, version: SnapshotRow.version(row),
            metadata: (try? SnapshotRow.metadata(row)) ?? SnapshotMetadata())
    }

    private func erase(_ place: AutomaticRow, withCopies: Bool, _ connection: Database) throws {
        if withCopies { try connection.execute(sql: "DELETE FROM page_copy WHERE place = ?", arguments: [place.id]) }
        try connection.execute(sql: "DELETE FROM snapshots WHERE seq = ?", arguments: [place.position])
    }
}
