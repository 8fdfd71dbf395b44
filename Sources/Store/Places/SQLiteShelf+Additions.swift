import FoundationEssentials
import GRDB
package import Places
import Syntax

extension SQLiteShelf {
    package func addTops(
        _ snapshots: [PageSnapshot], metadata: SnapshotMetadata, mark: PageMark?
    ) throws -> [(place: StoredSnapshot, isNew: Bool)] {
        let time = now()
        let now = SnapshotRow.milliseconds(time)
        return try database.write { connection in
            try archive.purge(before: now, connection)
            return try snapshots.map { snapshot in
                let key = snapshot.pageKey
                let known = try shownPlace(of: key, connection)
                let place: StoredSnapshot
                if let known {
                    place = try adding(metadata.tags, to: known, connection)
                } else {
                    var row = SnapshotRow(id: RecordID.random(), snapshot: snapshot, storedAt: time)
                    row.metadata = metadata
                    place = try row.insert(connection)
                }
                if let mark {
                    try PageTable.setMark(mark, at: now, of: key, connection)
                    if mark.state == .later { try PageTable.keepPlaces(of: key, at: now, connection) }
                } else {
                    try PageTable.reopen(key, at: now, connection)
                }
                return (place, known == nil)
            }
        }
    }

    private func shownPlace(of key: String, _ connection: Database) throws -> StoredSnapshot? {
        try archive.first(
            of: """
                page_place WHERE page = (SELECT id FROM page WHERE page_key = ?) ORDER BY weight DESC, seq DESC
                """, arguments: [key], connection)
    }

    /// Adds tags to a place, as many as there is room for; an automatic one is kept for good.
    private func adding(
        _ tags: [String], to place: StoredSnapshot, _ connection: Database
    ) throws -> StoredSnapshot {
        let known = Set(place.metadata.tags.map { $0.lowercased() })
        let room = max(0, SnapshotMetadata.maximumTags - known.count)
        let added = tags.filter { !known.contains($0.lowercased()) }.prefix(room)
        let isAutomatic = place.origin == .automatic
        guard isAutomatic || !added.isEmpty else { return place }
        if isAutomatic { try SnapshotRow.keep(position: place.position, connection) }
        if !added.isEmpty,
            let metadata = try? SnapshotMetadata(tags: place.metadata.tags + added, note: place.metadata.note)
        {
            try SnapshotRow.update(metadata, position: place.position, connection)
        }
        return try archive.find(place.id, connection)
    }
}
