package import FoundationEssentials
import GRDB
package import Places
import Syntax

/// The snapshots in the SQLite database.
///
/// Its own error is ``StoreError``.
package struct SQLiteSnapshotArchive: SnapshotArchive {
    /// The time for which a removed snapshot stays in the trash, in milliseconds.
    static let trashMilliseconds = Int64(clamping: TrashEntry.lifetime * 1_000)

    let database: LeftoffDatabase
    let now: @Sendable () -> Date

    /// Creates the archive of a database.
    ///
    /// - Parameters:
    ///   - database: The database, which downloads share.
    ///   - now: The clock for ``StoredSnapshot/storedAt``.
    package init(database: LeftoffDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    package func add(_ snapshots: [PageSnapshot]) throws -> [StoredSnapshot] {
        let rows = snapshots.map { SnapshotRow(id: RecordID.random(), snapshot: $0, storedAt: now()) }
        return try database.write { connection in try rows.map { try $0.insert(connection) } }
    }

    package func capture(_ snapshots: [PageSnapshot]) throws -> [CapturedPlace] {
        let time = now()
        // The transaction is exclusive from its start, so that no other process captures the same line meanwhile.
        let captured = try database.write { connection in
            try snapshots.map { snapshot in
                let captured = try capture(snapshot, at: time, connection)
                try PageTable.recordReading(snapshot, at: SnapshotRow.milliseconds(time), connection)
                return captured
            }
        }
        updateIndex(after: captured.filter(\.isRenewed).map(\.place))
        return captured
    }

    private func capture(_ snapshot: PageSnapshot, at time: Date, _ connection: Database) throws -> CapturedPlace {
        guard let old = try place(at: snapshot, now: time, connection),
            let renewed = try? old.snapshot.renewed(by: snapshot)
        else {
            let row = SnapshotRow(id: RecordID.random(), snapshot: snapshot, storedAt: time)
            return CapturedPlace(place: try row.insert(connection), isRenewed: false)
        }
        var row = SnapshotRow(id: old.id, snapshot: renewed, storedAt: time)
        row.metadata = old.metadata
        row.version = old.version + 1
        try connection.execute(sql: "DELETE FROM snapshots WHERE seq = ?", arguments: [old.position])
        return CapturedPlace(place: try reinsert(row, connection), isRenewed: true)
    }

    /// The number of places with the same words that are compared with a capture.
    ///
    /// A page has more of them only by a wrong import. A larger number makes captures on such a page slower.
    private static let comparedPlaces = 50

    /// Returns the place at the line of a snapshot.
    private func place(at snapshot: PageSnapshot, now: Date, _ connection: Database) throws -> StoredSnapshot? {
        let statement = try connection.cachedStatement(
            sql: """
                SELECT \(SnapshotRow.columns) FROM snapshots
                WHERE page_key = ? AND instr(quotes, ?) > 0 AND \(SnapshotRow.isLive) ORDER BY seq DESC LIMIT ?
                """)
        let rows = try Row.fetchAll(
            statement,
            arguments: [
                snapshot.pageKey, SnapshotRow.text(snapshot.lineWords ?? ""),
                SnapshotRow.milliseconds(now), Self.comparedPlaces,
            ])
        return rows.lazy.compactMap { try? SnapshotRow.stored($0) }.first { $0.snapshot.isSamePlace(as: snapshot) }
    }

    /// Inserts the row of a place that is renewed and was deleted before; its copies stay.
    func reinsert(_ row: SnapshotRow, _ connection: Database) throws -> StoredSnapshot {
        var renewed = try row.insert(connection)
        try CopyTable.move(row.id, to: renewed.position, connection)
        renewed.copies = try CopyTable.kinds(of: [row.id], connection)[row.id] ?? []
        return renewed
    }

    /// Updates the index of the copies' words, which finds a copy by the position of its place.
    func updateIndex(after renewed: [StoredSnapshot]) {
        if renewed.contains(where: { $0.copies.contains(.text) }) { try? database.copyIndex.update(from: database) }
    }

    package func list(_ listing: SnapshotListing) throws -> SnapshotList {
        let now = SnapshotRow.milliseconds(now())
        let range = 0...Int(Int32.max)
        let limit = listing.limit?.clamped(to: range)
        var listing = listing
        listing.offset = listing.offset.clamped(to: range)
        var damagedCount = 0
        while true {
            // One more place shows that the list continues, and each damaged one is made up for.
            listing.limit = limit.map { $0 + 1 + damagedCount }
            let (list, isCut) = try self.list(listing, limit: limit, now: now)
            guard isCut, list.damaged.count > damagedCount else {
                listing.limit = limit
                return try beginningWithPlaceToResume(list, listing)
            }
            damagedCount = list.damaged.count
        }
    }

    /// Moves the place to resume to the start of the first part of a page's list.
    ///
    /// If it is beyond that part, it takes the position of the last one, with which the next part begins then. It
    /// appears once more at its own position.
    private func beginningWithPlaceToResume(_ list: SnapshotList, _ listing: SnapshotListing) throws -> SnapshotList {
        guard listing.pageKey != nil, listing.sort == .newest, listing.before == nil, listing.offset == 0,
            listing.query == nil, list.snapshots.first?.snapshot.isAtUntouchedTop == true
        else { return list }
        var list = list
        if let index = list.snapshots.firstIndex(where: { !$0.snapshot.isAtUntouchedTop }) {
            list.snapshots.insert(list.snapshots.remove(at: index), at: 0)
            return list
        }
        var rest = listing
        rest.limit = Self.searchedPlaces
        rest.before = list.next
        while rest.before != nil {
            let part = try self.list(rest)
            rest.before = part.next
            guard let found = part.snapshots.first(where: { !$0.snapshot.isAtUntouchedTop }) else { continue }
            list.next = list.snapshots.popLast().map { $0.position + 1 }
            list.snapshots.insert(found, at: 0)
            break
        }
        return list
    }

    /// The number of places that are read at once while the place to resume is searched; they occupy at most 3 MB.
    private static let searchedPlaces = 50

    /// Returns the readable snapshots among those that a listing selects, at most `limit`.
    ///
    /// - Returns: The snapshots, and true if the listing's own limit may have left out more of them.
    private func list(
        _ listing: SnapshotListing, limit: Int?, now: Int64
    ) throws -> (list: SnapshotList, isCut: Bool) {
        // Reading does not repair the index, which the next added copy or the service brings up to date.
        let search = try CopySearch(listing, database)
        let copies = try search?.positions(Self.searched(listing), now: now) ?? []
        var (list, texts) = try database.read { connection in
            guard let search, !copies.isEmpty else {
                let query = SnapshotQuery(listing, now: now)
                return (try self.list(query, limit: limit, connection), [String: StoredCopy]())
            }
            let positions = try merged(copies, Self.searched(listing), now: now, connection)
            let isNewest = listing.sort == .newest
            let found = SnapshotQuery(
                SnapshotListing(sort: listing.sort), positions: positions, now: now,
                range: isNewest ? nil : (listing.limit, listing.offset), selects: SnapshotRow.columns)
            let list = try self.list(found, limit: limit, connection)
            return (list, try search.texts(of: list.snapshots, matches: Set(copies), connection))
        }
        // Reading the files takes long, and other processes cannot write during a transaction.
        try search?.addExcerpts(to: &list.snapshots, from: texts)
        let isFull = list.snapshots.count + list.damaged.count >= listing.limit ?? .max
        return (list, isFull && list.next == nil)
    }

    /// Returns the listing whose matches are merged, newest first: all of them if they are sorted otherwise later.
    private static func searched(_ listing: SnapshotListing) -> SnapshotListing {
        guard listing.sort != .newest else { return listing }
        var whole = listing
        (whole.sort, whole.limit, whole.offset, whole.before) = (.newest, nil, 0, nil)
        return whole
    }

    /// Returns the positions of the places that match a listing, in their fields or in their copies, newest first.
    ///
    /// Must not be called in a transaction of the database, like ``CopySearch/positions(_:now:)``.
    ///
    /// - Parameters:
    ///   - listing: The filters; the order and the range are ignored.
    ///   - search: The search of the listing in copies; nil if no copy can match.
    ///   - before: The position before which the list begins; nil begins with the newest.
    ///   - limit: The maximum number of positions, below 2^32; nil for all.
    /// - Returns: The positions in descending order, and those of the places whose copies match.
    /// - Throws: ``StoreError``.
    func matches(
        _ listing: SnapshotListing, _ search: CopySearch?, before: Int64? = nil, limit: Int? = nil
    ) throws -> (positions: [Int64], copies: Set<Int64>) {
        let now = SnapshotRow.milliseconds(now())
        var part = listing
        (part.sort, part.limit, part.offset, part.before) = (.newest, limit, 0, before)
        let copies = try search?.positions(part, now: now) ?? []
        let positions = try database.read { try merged(copies, part, now: now, $0) }
        return (positions, Set(copies))
    }

    /// Merges the places whose copies match with those whose own fields match.
    ///
    /// - Parameters:
    ///   - copies: The positions of the places whose copies match, in descending order.
    ///   - listing: The filters and the range, whose numbers are below 2^32.
    ///   - now: The current time, in milliseconds since 1970.
    ///   - connection: A connection in a transaction.
    /// - Returns: The positions in the range, in descending order.
    /// - Throws: `DatabaseError`.
    private func merged(
        _ copies: [Int64], _ listing: SnapshotListing, now: Int64, _ connection: Database
    ) throws -> [Int64] {
        var whole = listing
        whole.offset = 0
        whole.limit = listing.limit.map { $0 + listing.offset }
        let query = SnapshotQuery(whole, now: now, selects: "seq")
        let own = try Row.fetchAll(connection, sql: query.sql, arguments: query.arguments)
            .compactMap { $0.value(0) as Int64? }
        let all = Set(own).union(copies).sorted(by: >).dropFirst(listing.offset)
        return Array(all.prefix(listing.limit ?? .max))
    }

    /// Returns the snapshots that a statement selects, at most `limit`, with the kinds of their copies.
    private func list(_ query: SnapshotQuery, limit: Int?, _ connection: Database) throws -> SnapshotList {
        let rows = try Row.fetchCursor(connection.cachedStatement(sql: query.sql), arguments: query.arguments)
        var list = SnapshotList()
        list.next = try rows.readPage(limit: limit, position: 3) { list.append($0) }
        try addCopies(to: &list.snapshots, connection)
        return list
    }

    /// The number of places up to which their copies are looked up one by one.
    private static let lookupLimit = 600

    func addCopies(to places: inout [StoredSnapshot], _ connection: Database) throws {
        guard !places.isEmpty else { return }
        let kinds = try CopyTable.kinds(
            of: places.count <= Self.lookupLimit ? places.map(\.id) : nil, connection)
        guard !kinds.isEmpty else { return }
        for index in places.indices { places[index].copies = kinds[places[index].id] ?? [] }
    }

    package func snapshot(id: String) throws -> StoredSnapshot {
        try database.read { try find(try resolve(id, $0), $0) }
    }

    /// Returns the complete id of a snapshot, which may be damaged.
    ///
    /// - Parameter id: An id, an unambiguous prefix of one, or `@`.
    /// - Returns: The id.
    /// - Throws: ``SnapshotArchiveError`` or ``StoreError``.
    package func completeID(_ id: String) throws -> String { try database.read { try resolve(id, $0) } }

    package func updateMetadata(
        id: String, isKept: Bool, _ change: (StoredSnapshot) throws -> SnapshotMetadata
    ) throws -> StoredSnapshot {
        try database.write { connection in
            let old = try find(try resolve(id, connection), connection)
            let metadata = try change(old)
            // The reader's own words must not expire.
            let isKept = old.origin == .automatic && (isKept || metadata != SnapshotMetadata())
            guard isKept || metadata != old.metadata else { return old }
            if isKept { try SnapshotRow.keep(position: old.position, connection) }
            if metadata != old.metadata { try SnapshotRow.update(metadata, position: old.position, connection) }
            return try find(old.id, connection)
        }
    }

    /// The maximum length of a title that is stored later, in Unicode scalars.
    ///
    /// `js/capture/page-fields.js` has the same number, of UTF-16 units.
    private static let titleLength = 500

    /// Gives a place without a title one.
    ///
    /// - Parameters:
    ///   - title: The title; a longer one is cut to 500 characters.
    ///   - id: The complete id of the place.
    /// - Returns: False if the title is blank, or if the place has one by now, is gone, or cannot be read.
    /// - Throws: ``StoreError``.
    package func setTitle(_ title: String, of id: String) throws -> Bool {
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let title = String(String.UnicodeScalarView(words.unicodeScalars.prefix(Self.titleLength)))
        guard !title.isEmpty else { return false }
        return try database.write { connection in
            let row = try Row.fetchOne(
                connection, sql: "SELECT \(SnapshotRow.columns) FROM snapshots WHERE id = ?", arguments: [id])
            guard let row, let place = try? SnapshotRow.stored(row), place.snapshot.title?.isEmpty ?? true else {
                return false
            }
            try SnapshotRow.update(title: title, of: place, connection)
            return true
        }
    }

    package func remove(ids: [String]) throws -> Int {
        let now = SnapshotRow.milliseconds(now())
        return try database.write { connection in
            try purge(before: now, connection)
            let found = Set(
                try ids.map { id in
                    try resolve(
                        RecordLookup.assigningID(id, in: "snapshots", position: "seq", connection), connection)
                })
            for id in found { try forget(id: id, at: now, connection) }
            return found.count
        }
    }

    package func undoRemoval(id: String) throws -> StoredSnapshot {
        let now = SnapshotRow.milliseconds(now())
        return try database.write { connection in
            try purge(before: now, connection)
            return try putBack(id: id, connection) ?? find(id, connection)
        }
    }

    /// Puts a removed place back.
    ///
    /// - Parameters:
    ///   - id: The complete id.
    ///   - connection: A connection in a write transaction.
    /// - Returns: The place; nil if it is not in the trash.
    /// - Throws: `UnreadableRecord`, and `DatabaseError`.
    func putBack(id: String, _ connection: Database) throws -> StoredSnapshot? {
        let row = try Row.fetchOne(
            connection, sql: "SELECT \(SnapshotRow.columns) FROM snapshot_forgotten WHERE id = ?", arguments: [id])
        guard let row else { return nil }
        let stored = try SnapshotRow.stored(row)
        try connection.execute(sql: "DELETE FROM snapshot_forgotten WHERE id = ?", arguments: [id])
        try ShelfChangeTable.recordPutBack(id, connection)
        var found = try restored(stored, connection).insert(connection, position: stored.position)
        found.copies = try CopyTable.kinds(of: [id], connection)[id] ?? []
        return found
    }

    /// Erases the removed snapshots whose removal can no longer be undone, and the expired ones.
    ///
    /// - Throws: ``StoreError``.
    package func purgeRemoved() throws {
        let now = SnapshotRow.milliseconds(now())
        let limit = now - Self.trashMilliseconds
        let isDue = try database.read {
            try Bool.fetchOne(
                $0,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM snapshot_forgotten WHERE forgotten_at < ? OR forgotten_at > ?)
                    OR EXISTS (SELECT 1 FROM snapshots WHERE \(SnapshotRow.hasExpired))
                    """,
                arguments: [limit, now + ClockMark.tolerance, now])
        }
        // Usually there is nothing to do, and reading does not block other processes.
        let isMarked = try database.read { try ClockMark.isSet(database.bootTime(), $0) }
        guard isDue == true || !isMarked else { return }
        while try database.write({ try purge(before: now, $0) }) {}
    }

    package func counts(of subject: SnapshotCount.Subject) throws -> [SnapshotCount] {
        let isLive = "seq NOT IN (SELECT seq FROM snapshots WHERE \(SnapshotRow.hasExpired))"
        let sql =
            switch subject {
            case .sites:
                """
                SELECT site, count(*) AS n FROM snapshots WHERE site <> '' AND \(isLive)
                GROUP BY site ORDER BY n DESC, site
                """
            // The newest spelling of a tag is shown.
            case .tags:
                """
                SELECT name, count(*) AS n, max(seq) FROM snapshot_tag WHERE \(isLive)
                GROUP BY tag ORDER BY n DESC, tag
                """
            }
        let now = SnapshotRow.milliseconds(now())
        return try database.read { connection in
            try Row.fetchAll(connection, sql: sql, arguments: [now]).compactMap { row in
                (row.value(0) as String?).map { SnapshotCount(name: $0, count: row.value(1) ?? 0) }
            }
        }
    }

    /// Returns the place that `@` denotes: the newest one that the reader has captured, or else the newest of all.
    ///
    /// Words that were only marked do not count as captured.
    private func newestForAt(_ connection: Database) throws -> StoredSnapshot? {
        // The narrow rows of `page_place` are read instead of those with the JSON.
        try first(of: "page_place WHERE origin = 'click' AND highlight < 2 ORDER BY seq DESC", connection)
            ?? first(of: "snapshots ORDER BY seq DESC", connection)
    }

    /// Returns the first place that can be read and has not expired, among the positions that a table has.
    func first(
        of source: String, arguments: StatementArguments = [], _ connection: Database
    ) throws -> StoredSnapshot? {
        let now = SnapshotRow.milliseconds(now())
        let positions = try Row.fetchCursor(connection, sql: "SELECT seq FROM \(source)", arguments: arguments)
        while let position = try positions.next() {
            let row = try Row.fetchOne(
                connection.cachedStatement(
                    sql: "SELECT \(SnapshotRow.columns) FROM snapshots WHERE seq = ? AND \(SnapshotRow.isLive)"),
                arguments: [position.value(0) as Int64?, now])
            if let row, let found = try? SnapshotRow.stored(row) { return found }
        }
        return nil
    }

    /// Returns the newest automatic or imported place if `@` denotes an older one; nil otherwise.
    ///
    /// - Throws: ``StoreError``.
    package func newestSkippedByAt() throws -> StoredSnapshot? {
        try database.read { connection in
            guard let found = try newestForAt(connection), found.origin == .click else { return nil }
            return try first(
                of: "page_place WHERE origin <> 'click' AND seq > ? ORDER BY seq DESC", arguments: [found.position],
                connection)
        }
    }

    /// Erases what is due, unless the clock was set in the last hour.
    ///
    /// A removal in the future, which a clock left that was set back, counts as one of now. At most 1,000 places are
    /// erased at a time, so that other processes do not wait.
    ///
    /// - Parameters:
    ///   - now: The wall clock, in milliseconds since 1970.
    ///   - connection: A connection in a write transaction.
    /// - Returns: True if there is more to erase.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func purge(before now: Int64, _ connection: Database) throws -> Bool {
        guard try ClockMark.isTrusted(now, database.bootTime(), connection) else { return false }
        // A clock may be too old for long. It must not make recent removals old ones.
        let time = try latestTime(now, connection)
        try connection.execute(
            sql: "UPDATE snapshot_forgotten SET forgotten_at = ? WHERE forgotten_at > ?",
            arguments: [time, time.addingReportingOverflow(ClockMark.tolerance).partialValue])
        // The copies of a removed place are kept as long as the place itself.
        let removed = try erase(
            "snapshot_forgotten", "rowid", "forgotten_at < ?", [now - Self.trashMilliseconds], connection)
        let expired = try erase("snapshots", "seq", SnapshotRow.hasExpired, [now], connection)
        if removed + expired > 0 { try PageTable.removeEmpty(connection) }
        try ShelfChangeTable.removeOld(before: now - Self.trashMilliseconds, connection)
        return max(removed, expired) == SQLiteShelf.transactionLength
    }

    /// Deletes the first rows of a table that meet a condition, with the copies of their places.
    ///
    /// - Returns: The number of rows.
    private func erase(
        _ table: String, _ number: String, _ condition: String, _ arguments: StatementArguments,
        _ connection: Database
    ) throws -> Int {
        let rows = try Row.fetchAll(
            connection,
            sql: "SELECT \(number) FROM \(table) WHERE \(condition) LIMIT \(SQLiteShelf.transactionLength)",
            arguments: arguments)
        guard !rows.isEmpty else { return 0 }
        let list = ShelfCards.array(rows.compactMap { $0.value(0) })
        let isListed = "\(number) IN (SELECT value FROM json_each(?))"
        try connection.execute(
            sql: "DELETE FROM page_copy WHERE place IN (SELECT id FROM \(table) WHERE \(isListed))", arguments: [list])
        try connection.execute(sql: "DELETE FROM \(table) WHERE \(isListed)", arguments: [list])
        // A damaged index may list rows that do not exist.
        return connection.changesCount
    }

    /// Returns the time, or that of the newest place if the clock is behind it, in milliseconds since 1970.
    private func latestTime(_ now: Int64, _ connection: Database) throws -> Int64 {
        let row = try Row.fetchOne(
            connection.cachedStatement(sql: "SELECT stored_at FROM snapshots ORDER BY seq DESC LIMIT 1"))
        return max(now, row?.value(0) ?? now).clamped(to: SnapshotRow.times)
    }

    /// Returns the time of a removal, in milliseconds since 1970, which is that of the newest record or later.
    ///
    /// With a clock that is too old, a place would be erased as soon as the clock is right.
    func removalTime(_ now: Int64, _ connection: Database) throws -> Int64 {
        let row = try Row.fetchOne(
            connection.cachedStatement(sql: "SELECT forgotten_at FROM snapshot_forgotten ORDER BY rowid DESC LIMIT 1"))
        let time = try latestTime(now, connection)
        return max(time, row?.value(0) ?? time)
    }

    /// Moves a place to the trash.
    ///
    /// - Parameters:
    ///   - id: The complete id.
    ///   - now: The wall clock, in milliseconds since 1970.
    ///   - connection: A connection in a write transaction.
    /// - Returns: False if its row is so damaged that it was erased instead.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func forget(id: String, at now: Int64, _ connection: Database) throws -> Bool {
        let time = try removalTime(now, connection)
        var isKept = true
        do {
            try connection.execute(
                sql: """
                    INSERT OR REPLACE INTO snapshot_forgotten (\(SnapshotRow.columns), forgotten_at, page_key)
                    SELECT \(SnapshotRow.columns), ?, CASE typeof(page_key) WHEN 'text' THEN page_key ELSE '' END
                    FROM snapshots WHERE id = ?
                    """, arguments: [time, id])
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // A damaged row that cannot be kept for an undo is removed all the same.
            isKept = false
        }
        try connection.execute(sql: "DELETE FROM snapshots WHERE id = ?", arguments: [id])
        return isKept
    }

    func find(_ id: String, _ connection: Database) throws -> StoredSnapshot {
        let row = try Row.fetchOne(
            connection,
            sql: "SELECT \(SnapshotRow.columns) FROM snapshots WHERE id = ? AND \(SnapshotRow.isLive)",
            arguments: [id, SnapshotRow.milliseconds(now())])
        guard let row else { throw SnapshotArchiveError.notFound(id) }
        var place = try SnapshotRow.stored(row)
        place.copies = try CopyTable.kinds(of: [id], connection)[id] ?? []
        return place
    }

    /// Returns the complete id of a snapshot; see ``completeID(_:)``.
    func resolve(_ id: String, _ connection: Database) throws -> String {
        let now = SnapshotRow.milliseconds(now())
        if id == "@" {
            guard let newest = try newestForAt(connection) else { throw SnapshotArchiveError.notFound(id) }
            return newest.id
        }
        switch try RecordLookup.find(id, in: "snapshots", where: SnapshotRow.isLive, arguments: [now], connection) {
        case .found(let found): return found
        case .notFound: throw SnapshotArchiveError.notFound(id)
        case .ambiguous(let count): throw SnapshotArchiveError.ambiguous(id, count: count)
        }
    }
}

extension SnapshotList {
    /// Appends the snapshot of a row with ``SnapshotRow/columns``, or the description of a damaged one.
    ///
    /// - Parameter row: One with these columns, in their order.
    /// - Returns: True for a snapshot.
    @discardableResult mutating func append(_ row: Row) -> Bool {
        do throws(UnreadableRecord) { snapshots.append(try SnapshotRow.stored(row)) } catch {
            damaged.append(error)
            return false
        }
        return true
    }
}
