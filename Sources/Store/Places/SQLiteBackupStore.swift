package import DownloadQueue
package import FoundationEssentials
import GRDB
package import ImportExport
package import Places
package import Syntax
import WHATWGURL

/// The contents of the database, for export and import.
///
/// Its own error is ``StoreError``.
package struct SQLiteBackupStore: BackupStore {
    let database: LeftoffDatabase
    private let queue: SQLiteQueueStore
    private let policy: @Sendable () -> CopyPolicy
    private let now: @Sendable () -> Date

    /// Creates the backup store of a database.
    ///
    /// - Parameters:
    ///   - database: The database to export and import.
    ///   - policy: Returns the rules for copies that are imported.
    ///   - now: The clock by which places expire.
    package init(
        database: LeftoffDatabase, policy: @escaping @Sendable () -> CopyPolicy = { CopyPolicy() },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.database = database
        self.policy = policy
        self.now = now
        queue = SQLiteQueueStore(database: database)
    }

    package func places(after position: Int64, limit: Int) throws -> SnapshotList {
        let now = SnapshotRow.milliseconds(now())
        return try database.read { connection in
            // In a damaged store a search can lead to earlier rows; with the second condition, the list ends.
            let rows = try Row.fetchAll(
                connection,
                sql: """
                    SELECT \(SnapshotRow.columns) FROM snapshots
                    WHERE seq > ?1 AND +seq > ?1 AND \(SnapshotRow.isLive)
                    ORDER BY seq LIMIT ?
                    """, arguments: [position, now, limit])
            var list = SnapshotList()
            for row in rows { list.append(row) }
            list.next = rows.count == limit ? rows.last?.value(3) : nil
            return list
        }
    }

    package func positions(of listing: SnapshotListing, ids: [String]?) throws -> [Int64] {
        let archive = SQLiteSnapshotArchive(database: database, now: now)
        var named: Set<Int64>?
        if let ids {
            named = try database.read { connection in
                Set(
                    try ids.compactMap { id in
                        try Int64.fetchOne(
                            connection.cachedStatement(sql: "SELECT seq FROM snapshots WHERE id = ?"),
                            arguments: [try archive.resolve(id, connection)])
                    })
            }
        }
        let matching = try archive.matches(listing, CopySearch(listing, database)).positions.reversed()
        return matching.filter { named?.contains($0) ?? true }
    }

    package func places(at positions: [Int64]) throws -> SnapshotList {
        let now = SnapshotRow.milliseconds(now())
        return try database.read { connection in
            let rows = try Row.fetchAll(
                connection,
                sql: """
                    SELECT \(SnapshotRow.columns) FROM snapshots
                    WHERE seq IN (SELECT value FROM json_each(?)) AND \(SnapshotRow.isLive) ORDER BY seq
                    """, arguments: [ShelfCards.array(positions), now])
            var list = SnapshotList()
            for row in rows { list.append(row) }
            return list
        }
    }

    package func pageMarks(after key: String?, limit: Int) throws -> [MarkedPage] {
        try database.read { connection in
            let rows = try Row.fetchAll(
                connection,
                sql: """
                    SELECT page_key, state, until, marked_at FROM page INDEXED BY page_marked
                    WHERE marked_at IS NOT NULL AND page_key > ?1 AND +page_key > ?1 AND place_count > 0
                    ORDER BY page_key LIMIT ?2
                    """, arguments: [key ?? "", limit])
            return rows.compactMap { row in
                guard let key = row.json(0), let markedAt: Int64 = row.value(3) else { return nil }
                return MarkedPage(
                    key: key, mark: PageTable.mark(state: row.value(1), until: row.value(2)),
                    markedAt: SnapshotRow.date(milliseconds: markedAt))
            }
        }
    }

    package func downloads() throws -> (items: [QueueItem], damaged: [UnreadableRecord]) {
        try database.read { connection in
            let items = try QueueTable.fetch(connection, where: "TRUE").map(\.item)
            return (items, try QueueTable.damagedRecords(connection))
        }
    }

    package func refusals() throws -> [AutomaticPlace.Refusal] {
        try SQLiteSnapshotArchive(database: database, now: now).automaticRefusals()
    }

    package func copies(after number: Int64, limit: Int) throws -> [(number: Int64, copy: StoredCopy)] {
        let now = SnapshotRow.milliseconds(now())
        return try database.read { try CopyTable.copies(after: number, limit: limit, now: now, $0) }
    }

    package func content(of copy: StoredCopy) throws -> [UInt8] {
        try database.copyFiles.content(digest: copy.digest, byteCount: copy.byteCount)
    }

    package func importCopies(_ copies: [BackupCopy]) throws -> CopyTally {
        var tally = CopyTally()
        guard !copies.isEmpty else { return tally }
        let missing = try database.read { connection in
            var seen: [String: Set<CopyKind>] = [:]
            return try copies.filter { copy in
                try seen[copy.placeID, default: []].insert(copy.kind).inserted && isMissing(copy, connection)
            }
        }
        guard !missing.isEmpty else { return tally }
        // An import must not remove copies of this store, nor those that it has just added.
        var policy = policy()
        policy.overflow = .keep
        let archive = SQLiteCopyArchive(database: database, policy: { [policy] in policy }, now: now)
        let outcomes = try archive.add(
            missing.map {
                SQLiteCopyArchive.Addition(
                    content: $0.content, kind: $0.kind, placeID: $0.placeID, storedAt: $0.storedAt)
            })
        for outcome in outcomes { tally.count(outcome) }
        return tally
    }

    /// Returns true if there is the place of a copy, but no copy of this kind, or only a damaged one.
    private func isMissing(_ copy: BackupCopy, _ connection: Database) throws -> Bool {
        let stored = try CopyTable.copies(of: copy.placeID, connection).first { $0.kind == copy.kind }
        if let stored {
            do { _ = try content(of: stored) } catch StoreError.damagedCopy { return true } catch {}
            return false
        }
        return try Bool.fetchOne(
            connection.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM snapshots WHERE id = ?)"),
            arguments: [copy.placeID]) == true
    }

    package func windowSet(
        after position: Int64
    ) throws -> (position: Int64, json: JSONValue?, damaged: [UnreadableRecord])? {
        try database.read { connection in
            let row = try Row.fetchOne(
                connection,
                sql: """
                    SELECT \(WindowRow.columns), request FROM kept_window_set
                    WHERE seq > ?1 AND +seq > ?1 ORDER BY seq LIMIT 1
                    """,
                arguments: [position])
            guard let row, let position: Int64 = row.value(0) else { return nil }
            var damaged: [UnreadableRecord] = []
            let json = try WindowRow.completeSet(row, connection, &damaged)
            return (position, json, damaged)
        }
    }

    package func importContents(
        _ contents: BackupContents, queueing downloads: [DownloadPlan.Download] = [], at now: Date,
        check: () throws -> Void = {}
    ) throws -> BackupReceipt {
        let archive = SQLiteSnapshotArchive(database: database, now: { now })
        let receipt = try database.write { connection in
            // An expired place would keep the backup's automatic place of its page out.
            while try archive.purge(before: SnapshotRow.milliseconds(now), connection) {}
            let refusals = try contents.refusals.count {
                try check()
                return try insert($0, connection)
            }
            let places = contents.places.filter { place in place.expiresAt.map { $0 > now } ?? true }
            let restored = try places.count {
                try check()
                return try insert($0, at: now, connection)
            }
            var known = KnownPlaces(at: now)
            let added = try contents.newPlaces.count {
                try check()
                return try add($0.snapshot, $0.metadata, at: now, &known, connection)
            }
            let marks = try contents.pageMarks.count {
                try check()
                return try insert($0, at: now, connection)
            }
            let windows = try contents.windows.count {
                try check()
                return try SQLiteWindowSetArchive.add($0, at: now, connection).isNew
            }
            let quarantined = try downloads.isEmpty ? [] : quarantinedDestinations(connection)
            let queued = try downloads.filter { download in
                try check()
                return try requests(like: download).allSatisfy {
                    try !quarantined.contains(QueueDestination($0)) && !isQueued($0, connection)
                } && enqueue(download, at: now, connection)
            }
            return BackupReceipt(
                addedPlaces: restored + added,
                knownPlaces: places.count + contents.newPlaces.count - restored - added,
                queuedDownloads: queued.count, failedDownloads: queued.count(where: \.hadFailed),
                addedWindows: windows, expiredPlaces: contents.places.count - places.count,
                addedRefusals: refusals, addedMarks: marks)
        }
        // The copies of a removed place that is stored again have new positions, by which the index finds them.
        try? database.copyIndex.update(from: database)
        return receipt
    }

    /// Stores a refusal, unless there is one of its page.
    private func insert(_ refusal: AutomaticPlace.Refusal, _ connection: Database) throws -> Bool {
        try connection.execute(
            sql: "INSERT OR IGNORE INTO automatic_refusal (page_key, refused_at, place_id) VALUES (?, ?, ?)",
            arguments: [refusal.pageKey, SnapshotRow.milliseconds(refusal.refusedAt), refusal.placeID])
        return connection.changesCount > 0
    }

    /// Stores a page mark, unless that of the store is as new, or the page has no place.
    ///
    /// A time in the future counts as now; otherwise no later decision of the reader would be newer.
    private func insert(_ page: MarkedPage, at now: Date, _ connection: Database) throws -> Bool {
        let row = try Row.fetchOne(
            connection.cachedStatement(sql: "SELECT marked_at FROM page WHERE page_key = ? AND place_count > 0"),
            arguments: [page.key])
        guard let row else { return false }
        let markedAt = SnapshotRow.milliseconds(min(page.markedAt, now))
        if let known: Int64 = row.value(0), known >= markedAt { return false }
        try PageTable.setMark(page.mark, at: markedAt, of: page.key, connection)
        if page.mark.state == .later {
            try PageTable.keepPlaces(of: page.key, at: SnapshotRow.milliseconds(now), connection)
        }
        return true
    }

    /// Stores a place with its id, time and metadata, unless its id exists.
    ///
    /// A time more than a day in the future counts as now; otherwise the place would be the newest for years.
    private func insert(_ place: StoredSnapshot, at now: Date, _ connection: Database) throws -> Bool {
        let exists = try Bool.fetchOne(
            connection.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM snapshots WHERE id = ?)"),
            arguments: [place.id])
        guard exists == false else { return false }
        if place.origin == .automatic, try !allowsAutomatic(place, connection) { return false }
        try connection.cachedStatement(sql: "DELETE FROM snapshot_forgotten WHERE id = ?").execute(
            arguments: [place.id])
        // The clocks of two devices differ.
        let isFuture = place.storedAt > now + 86_400
        let stored = try SnapshotRow(place, storedAt: isFuture ? now : nil).insert(connection)
        try CopyTable.move(place.id, to: stored.position, connection)
        return true
    }

    /// Returns false if the page has an automatic place, or the reader has refused them.
    private func allowsAutomatic(_ place: StoredSnapshot, _ connection: Database) throws -> Bool {
        try Bool.fetchOne(
            connection.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM snapshots WHERE page_key = ?1 AND origin = 'automatic')
                    OR EXISTS (SELECT 1 FROM automatic_refusal WHERE page_key = ?1)
                    """),
            arguments: [place.snapshot.pageKey]) == false
    }

    /// Stores a new place, unless the same quote of the same page is stored.
    private func add(
        _ snapshot: PageSnapshot, _ metadata: SnapshotMetadata, at now: Date, _ known: inout KnownPlaces,
        _ connection: Database
    ) throws -> Bool {
        var row = SnapshotRow(id: RecordID.random(), snapshot: snapshot, storedAt: now)
        guard try known.match(.top, row, connection) == nil else { return false }
        row.metadata = metadata
        row.origin = .imported
        try row.insert(connection)
        return true
    }

    /// Returns the destinations of the quarantined items.
    ///
    /// A second item of such a destination would keep the user from retrying the first one.
    private func quarantinedDestinations(_ connection: Database) throws -> Set<QueueDestination> {
        Set(try QueueTable.fetch(connection, where: "state = 'quarantined'").map { QueueDestination($0.item) })
    }

    /// Returns the requests for a download that the queue may contain: with its directory, and with that of the backup.
    ///
    /// A backup of this queue names directories that a person chose for its downloads, and adds nothing to it.
    private func requests(like download: DownloadPlan.Download) -> [NewQueueItem] {
        guard let directory = download.listedDirectory, directory != download.item.directory else {
            return [download.item]
        }
        var listed = download.item
        listed.directory = directory
        return [download.item, listed]
    }

    /// Returns true if an unfinished download of the same URL, directory and name exists.
    private func isQueued(_ request: NewQueueItem, _ connection: Database) throws -> Bool {
        try Bool.fetchOne(
            connection.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM queue_item WHERE \(SQLiteQueueStore.duplicate))"),
            arguments: [request.url.href, request.directory, request.name ?? ""]) == true
    }

    /// Queues a download.
    private func enqueue(_ download: DownloadPlan.Download, at now: Date, _ connection: Database) throws -> Bool {
        let new = download.item
        var item = QueueItem(id: RecordID.random(), request: new, addedAt: now)
        if download.isPaused { item.state = .paused }
        while try !(ChangeSequence.using(connection) { try QueueTable.insert(item, $0, connection) }) {
            // The random id is already in use, which practically never happens, so another one is chosen.
            item = QueueItem(id: RecordID.random(), request: new, addedAt: now)
            if download.isPaused { item.state = .paused }
        }
        return true
    }
}
