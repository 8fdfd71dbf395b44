package import DownloadQueue
package import FoundationEssentials
import GRDB
package import ImportExport
package import Snapshots
import WHATWGURL

/// The contents of the database, for export and import.
package struct SQLiteBackupStore: BackupStore {
    private let database: LeftoffDatabase
    private let queue: SQLiteQueueStore

    /// Creates the backup store of a database.
    package init(database: LeftoffDatabase) {
        self.database = database
        queue = SQLiteQueueStore(database: database)
    }

    /// Returns places, oldest first; see ``BackupStore/places(after:limit:)``.
    ///
    /// - Parameters:
    ///   - position: The position after which the list begins.
    ///   - limit: The maximum number of places to return.
    /// - Returns: The places.
    /// - Throws: ``StoreError``.
    package func places(after position: Int64, limit: Int) throws -> [StoredSnapshot] {
        try database.read { connection in
            try Row.fetchAll(
                connection, sql: "SELECT \(SnapshotRow.columns) FROM snapshots WHERE seq > ? ORDER BY seq LIMIT ?",
                arguments: [position, limit]
            ).map { try SnapshotRow.stored($0, path: database.path) }
        }
    }

    /// Returns all downloads; see ``BackupStore/downloads()``.
    ///
    /// - Throws: ``StoreError``.
    package func downloads() throws -> [QueueItem] { try queue.items(in: nil) }

    /// Imports everything or nothing; see ``BackupStore/importContents(_:at:)``.
    ///
    /// - Parameters:
    ///   - contents: The contents of a file.
    ///   - now: The time at which new places are stored.
    /// - Returns: The numbers of imported records.
    /// - Throws: ``StoreError``; then nothing was imported.
    package func importContents(_ contents: BackupContents, at now: Date) throws -> BackupReceipt {
        try database.write { connection in
            let restored = try contents.places.count { try insert($0, connection) }
            let added = try contents.newPlaces.count { try add($0.snapshot, $0.metadata, at: now, connection) }
            let quarantined = try contents.downloads.isEmpty ? [] : quarantinedDestinations(connection)
            let queued = try contents.downloads.filter { download in
                try !quarantined.contains(QueueDestination(download.item)) && enqueue(download, at: now, connection)
            }
            return BackupReceipt(
                addedPlaces: restored + added,
                knownPlaces: contents.places.count + contents.newPlaces.count - restored - added,
                queuedDownloads: queued.count, failedDownloads: queued.count(where: \.hadFailed))
        }
    }

    /// Stores a place with its id, time and metadata, unless its id exists.
    private func insert(_ place: StoredSnapshot, _ connection: Database) throws -> Bool {
        let exists = try Bool.fetchOne(
            connection.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM snapshots WHERE id = ?)"),
            arguments: [place.id])
        guard exists == false else { return false }
        try connection.cachedStatement(sql: "DELETE FROM snapshot_forgotten WHERE id = ?").execute(
            arguments: [place.id])
        try SnapshotRow(place).insert(connection)
        return true
    }

    /// Stores a new place, unless the same quote of the same page is stored.
    private func add(
        _ snapshot: PageSnapshot, _ metadata: SnapshotMetadata, at now: Date, _ connection: Database
    ) throws -> Bool {
        var row = SnapshotRow(id: RecordID.random(), snapshot: snapshot, storedAt: now)
        guard try !isStored(row, connection) else { return false }
        row.metadata = metadata
        try row.insert(connection)
        return true
    }

    /// Returns true if a place with the same quotes of the same page is stored, or one whose export as a bookmark or in
    /// CSV equals the new place.
    private func isStored(_ new: SnapshotRow, _ connection: Database) throws -> Bool {
        let (quotes, url) = (new.snapshot.quotes, new.snapshot.url)
        // Places without quotes differ by their addresses, whose fragments are not part of the page's key.
        let isKnown = try Bool.fetchOne(
            connection.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM snapshots
                    WHERE page_key = ? AND quotes = ? AND (quotes <> '' OR url = ?))
                    """),
            arguments: [new.snapshot.pageKey, new.quotes, url.href])
        if isKnown == true { return true }
        // CSV contains one of a place's quotes, and a bookmark's address quotes the text in the middle of the view.
        guard quotes.count == 1 || quotes.isEmpty && url.href.contains(":~:") else { return false }
        let rows = try Row.fetchAll(
            connection.cachedStatement(
                sql: """
                    SELECT \(SnapshotRow.columns) FROM snapshots
                    WHERE page_key = ? AND instr(quotes, ?) > 0 AND quotes <> ''
                    """),
            arguments: [new.snapshot.pageKey, new.quotes])
        return rows.contains { row in
            // A damaged row equals no place; it is reported when it is read for another purpose.
            guard let stored = try? SnapshotRow.stored(row, path: database.path).snapshot else { return false }
            guard let quote = quotes.first else { return WebURL(stored.textFragmentURL) == url }
            return stored.highlight == quote
        }
    }

    /// Returns the destinations of the quarantined items.
    ///
    /// A second item of such a destination would keep the user from retrying the first one.
    private func quarantinedDestinations(_ connection: Database) throws -> Set<QueueDestination> {
        Set(try QueueRow.fetch(connection, where: "state = 'quarantined'").map { QueueDestination($0.item) })
    }

    /// Queues a download, unless an unfinished one of the same URL, directory and name exists.
    private func enqueue(_ download: BackupContents.Download, at now: Date, _ connection: Database) throws -> Bool {
        let new = download.item
        let exists = try Bool.fetchOne(
            connection.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM queue_item WHERE \(SQLiteQueueStore.duplicate))"),
            arguments: [new.url.href, new.directory, new.name ?? ""])
        guard exists == false else { return false }
        var item = QueueItem(id: RecordID.random(), request: new, addedAt: now)
        if download.isPaused { item.state = .paused }
        while try !(ChangeSequence.using(connection) { try QueueRow.insert(item, $0, connection) }) {
            // The random id is already in use, which practically never happens, so another one is chosen.
            item = QueueItem(id: RecordID.random(), request: new, addedAt: now)
            if download.isPaused { item.state = .paused }
        }
        return true
    }
}
