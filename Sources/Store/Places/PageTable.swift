import FoundationEssentials
import GRDB
import Places
import Syntax

/// The rows of `page` and `page_place`, by which the shelf lists one card for each page.
///
/// Triggers keep the summary of a page up to date, so that reading the shelf never writes and never parses a snapshot.
enum PageTable {
    /// The value of the column `until` of a page in ``PageState/later`` without a date, in milliseconds since 1970.
    static let noDate: Int64 = 253_402_300_799_999
    /// The value of the column `minutes_left` of a place whose length is unknown.
    static let unknownMinutes = Int(Int32.max)
    /// The value of the column `progress` of a place whose progress is unknown.
    static let unknownProgress = -1.0

    // MARK: Places

    /// Adds a stored place to its page, which is created if it is new.
    ///
    /// - Parameters:
    ///   - place: The stored place.
    ///   - key: Its page; see `PageSnapshot.pageKey`.
    ///   - site: Its site; see `PageSnapshot.site`.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func insert(_ place: StoredSnapshot, key: String, site: String, _ database: Database) throws {
        let page = try page(of: key, site: site, database)
        let values = PlaceValues(place).arguments(page: page, position: place.position)
        // A damaged store may contain a row of a position that has no snapshot.
        try database.cachedStatement(sql: "DELETE FROM page_place WHERE seq = ?").execute(arguments: [place.position])
        try database.cachedStatement(sql: insertion(count: 1)).execute(arguments: values)
    }

    /// Adds places to their pages in one statement; no row has one of their positions.
    ///
    /// - Parameters:
    ///   - places: The values of the places with the numbers of their pages, at least one.
    ///   - first: The position of the first place; the others follow it.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func insert(_ places: [(values: PlaceValues, page: Int64)], at first: Int64, _ database: Database) throws {
        let arguments = places.enumerated().reduce(into: StatementArguments()) { arguments, next in
            arguments += next.element.values.arguments(page: next.element.page, position: first + Int64(next.offset))
        }
        try database.cachedStatement(sql: insertion(count: places.count)).execute(arguments: arguments)
    }

    /// Makes an automatic place of the shelf a deliberate one; `SnapshotRow.keep` calls it.
    ///
    /// - Parameters:
    ///   - position: The position of the place.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func keep(position: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE page_place SET origin = 'click', weight = CASE weight WHEN 2 THEN 3 ELSE weight END
                WHERE seq = ?
                """, arguments: [position])
    }

    /// Keeps the automatic places of a page for good, because the page is wanted at a date after their expiry.
    ///
    /// - Parameters:
    ///   - key: The normalized address of the page.
    ///   - now: The time, in milliseconds since 1970; a place that has expired stays so.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func keepPlaces(of key: String, at now: Int64, _ database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT seq FROM snapshots WHERE page_key = ? AND origin = 'automatic' AND \(SnapshotRow.isLive)",
            arguments: [key, now])
        for row in rows {
            if let position: Int64 = row.value(0) { try SnapshotRow.keep(position: position, database) }
        }
    }

    /// A page on which a place is stored.
    struct Visit: Sendable {
        /// The key of the page, as in `PageSnapshot.pageKey`.
        let key: String
        /// The site of its places; see `PageSnapshot.site`.
        let site: String
        /// The page mark of another program; nil for none.
        let mark: PageMark?
        /// The time at which the other program stored the page, in milliseconds since 1970; nil if it is not known, in
        /// which case any place that the reader has made counts more.
        let time: Int64?
    }

    /// Returns the rows of pages, as ``page(of:at:_:)`` does; new pages are created in one statement.
    ///
    /// - Parameters:
    ///   - visits: At most as many as SQLite accepts arguments, divided by five.
    ///   - now: The time of the import, in milliseconds since 1970.
    ///   - database: A connection in a write transaction.
    /// - Returns: The numbers of the rows in the order of the visits, and the number of pages that got a mark.
    /// - Throws: `DatabaseError`.
    static func pages(
        of visits: [Visit], at now: Int64, _ database: Database
    ) throws -> (ids: [Int64], markCount: Int) {
        let places = SQLText.list(of: "?", count: visits.count)
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT page_key FROM page WHERE page_key IN (\(places))"),
            arguments: StatementArguments(visits.map(\.key)))
        var known = Set(rows.compactMap { $0.value(0) as String? })
        let new = visits.filter { known.insert($0.key).inserted }
        var created: [String: Int64] = [:]
        if !new.isEmpty {
            let values = SQLText.list(of: "(?, ?, ?, ?, ?)", count: new.count)
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO page (page_key, site, state, until, marked_at) VALUES \(values) RETURNING page_key, id
                    """)
            let arguments = new.reduce(into: StatementArguments()) { arguments, visit in
                let (mark, markedAt) = (visit.mark ?? PageMark(.unfinished), min(visit.time ?? now, now))
                arguments += [
                    visit.key, visit.site, mark.state.rawValue, untilColumn(of: mark),
                    visit.mark == nil ? nil : markedAt,
                ]
            }
            for row in try Row.fetchAll(statement, arguments: arguments) {
                if let key: String = row.value(0), let id: Int64 = row.value(1) { created[key] = id }
            }
        }
        var markCount = new.count { $0.mark != nil }
        let ids = try visits.map { visit in
            if let id = created.removeValue(forKey: visit.key) { return id }
            let page = try page(of: visit, at: now, database)
            if page.isMarked { markCount += 1 }
            return page.id
        }
        return (ids, markCount)
    }

    /// Returns the row of a page, which is created if it is new, and gets the page mark of another program.
    ///
    /// It gets no mark if it has ever been marked, or if the reader has read it in Leftoff since: an old archive must
    /// not finish what is being read. The mark is as old as what the program knows, so that a backup with a later
    /// decision counts more.
    ///
    /// - Parameters:
    ///   - visit: The page with its mark.
    ///   - now: The time of the import, in milliseconds since 1970.
    ///   - database: A connection in a write transaction.
    /// - Returns: The number of the row, and true if the page got the mark.
    /// - Throws: `DatabaseError`.
    static func page(
        of visit: Visit, at now: Int64, _ database: Database
    ) throws -> (id: Int64, isMarked: Bool) {
        let (key, markedAt) = (visit.key, min(visit.time ?? now, now))
        let known = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT id, marked_at FROM page WHERE page_key = ?"), arguments: [key])
        if let known, let id: Int64 = known.value(0) {
            guard let mark = visit.mark, (known.value(1) as Int64?) == nil,
                try !isRead(id, since: visit.time ?? .min, database)
            else { return (id, false) }
            try setMark(mark, at: markedAt, of: key, database)
            if mark.state == .later { try keepPlaces(of: key, at: now, database) }
            return (id, true)
        }
        guard let mark = visit.mark else { return (try page(of: key, site: visit.site, database), false) }
        // The change of its first place is enough for those who watch the page.
        try database.cachedStatement(
            sql: "INSERT INTO page (page_key, site, state, until, marked_at) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [key, visit.site, mark.state.rawValue, untilColumn(of: mark), markedAt])
        return (database.lastInsertedRowID, true)
    }

    /// Returns true if the reader has made a place of a page after a time.
    private static func isRead(_ page: Int64, since time: Int64, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM page_place WHERE page = ?1 AND origin <> ?2 AND at > ?3)"),
            arguments: [page, SnapshotOrigin.imported.rawValue, time]) == true
    }

    /// Returns the number of the row of a page, which is created if it is new.
    private static func page(of key: String, site: String, _ database: Database) throws -> Int64 {
        let known = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT id, site FROM page WHERE page_key = ?"), arguments: [key])
        if let id: Int64 = known?.value(0) {
            if !site.isEmpty, known?.value(1) == "" {
                try database.execute(sql: "UPDATE page SET site = ? WHERE id = ?", arguments: [site, id])
            }
            return id
        }
        try database.cachedStatement(sql: "INSERT INTO page (page_key, site) VALUES (?, ?)").execute(
            arguments: [key, site])
        return database.lastInsertedRowID
    }

    // MARK: Page marks

    /// Returns the page mark of a page.
    ///
    /// - Parameters:
    ///   - key: The normalized address of the page.
    ///   - database: A connection in a transaction.
    /// - Returns: The page mark and its time; nil if the page has never been marked.
    /// - Throws: `DatabaseError`.
    static func mark(of key: String, _ database: Database) throws -> (mark: PageMark, markedAt: Date)? {
        let row = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT state, until, marked_at FROM page WHERE page_key = ?"),
            arguments: [key])
        guard let row, let markedAt: Int64 = row.value(2) else { return nil }
        return (mark(state: row.value(0), until: row.value(1)), SnapshotRow.date(milliseconds: markedAt))
    }

    /// Returns the page mark in the columns `state` and `until`; an unknown state counts as unfinished.
    static func mark(state: String?, until: Int64?) -> PageMark {
        let until = until.flatMap { $0 >= noDate ? nil : SnapshotRow.date(milliseconds: $0) }
        return PageMark(state.flatMap(PageState.init) ?? .unfinished, until: until)
    }

    /// Writes a page mark; the page is created if it has no place yet.
    ///
    /// - Parameters:
    ///   - mark: The page mark.
    ///   - now: The time of the mark, in milliseconds since 1970.
    ///   - key: The normalized address of the page.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func setMark(_ mark: PageMark, at now: Int64, of key: String, _ database: Database) throws {
        let id = try page(of: key, site: "", database)
        try database.cachedStatement(sql: "UPDATE page SET state = ?, until = ?, marked_at = ? WHERE id = ?").execute(
            arguments: [mark.state.rawValue, untilColumn(of: mark), now, id])
    }

    /// Returns the value of the column `until`: null except for a page in ``PageState/later``.
    private static func untilColumn(of mark: PageMark) -> Int64? {
        guard mark.state == .later else { return nil }
        return mark.until.map { SnapshotRow.milliseconds($0).clamped(to: 0...noDate) } ?? noDate
    }

    /// Makes a page one that has never been marked.
    ///
    /// - Parameters:
    ///   - key: The normalized address of the page.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func clearMark(of key: String, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE page SET state = 'unfinished', until = NULL, marked_at = NULL WHERE page_key = ?",
            arguments: [key])
    }

    /// Records that the reader has read on a page, or to its end.
    ///
    /// A page that was put off or finished is opened again: reading says more than a mark. A mark of words alone says
    /// nothing about the progress.
    ///
    /// - Parameters:
    ///   - snapshot: A capture that the reader has made.
    ///   - now: The time, in milliseconds since 1970.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func recordReading(_ snapshot: PageSnapshot, at now: Int64, _ database: Database) throws {
        guard !snapshot.isPureHighlight else { return }
        // A page of one screen is at its end and at its top at once; then nothing was read yet.
        let isEnd = snapshot.isReadToEnd && !snapshot.isAtUntouchedTop
        try setState(isEnd ? .finished : .unfinished, at: now, of: snapshot.pageKey, database)
    }

    /// Records that a page was read to its end by an automatic place that ended; a page without places stays unmarked.
    ///
    /// - Parameters:
    ///   - key: The normalized address of the page.
    ///   - now: The time, in milliseconds since 1970.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func recordEnd(of key: String, at now: Int64, _ database: Database) throws {
        if try hasPlaces(key, database) { try setState(.finished, at: now, of: key, database) }
    }

    /// Returns true if a page has places.
    ///
    /// - Parameters:
    ///   - key: The normalized address of the page.
    ///   - database: A connection in a transaction.
    /// - Returns: False also for a page that is unknown.
    /// - Throws: `DatabaseError`.
    static func hasPlaces(_ key: String, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM page WHERE page_key = ? AND place_count > 0)"),
            arguments: [key]) == true
    }

    /// Opens a finished page again.
    ///
    /// - Parameters:
    ///   - key: The normalized address of the page.
    ///   - now: The time, in milliseconds since 1970.
    ///   - database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func reopen(_ key: String, at now: Int64, _ database: Database) throws {
        if try mark(of: key, database)?.mark.state == .finished {
            try setState(.unfinished, at: now, of: key, database)
        }
    }

    /// Writes a state; of a page that was marked, the time also if it has the state already.
    private static func setState(_ state: PageState, at now: Int64, of key: String, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                UPDATE page SET state = ?1, until = NULL, marked_at = ?2
                WHERE page_key = ?3 AND (state <> ?1 OR marked_at IS NOT NULL)
                """
        ).execute(arguments: [state.rawValue, now, key])
    }

    // MARK: Maintenance

    /// Removes the pages without places, also without removed ones.
    ///
    /// - Parameter database: A connection in a write transaction.
    /// - Throws: `DatabaseError`.
    static func removeEmpty(_ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM page WHERE place_count = 0
                AND NOT EXISTS (SELECT 1 FROM page_place WHERE page = page.id)
                AND NOT EXISTS (SELECT 1 FROM snapshot_forgotten WHERE page_key = page.page_key)
                """)
    }

    /// Rebuilds everything but the page marks from the snapshots; it needs neither triggers nor indexes.
    ///
    /// - Parameter database: A connection in a write transaction.
    /// - Returns: The positions of the places that are read to their end.
    /// - Throws: `DatabaseError`.
    @discardableResult
    static func rebuild(_ database: Database) throws -> [Int64] {
        try database.execute(
            sql: """
                DELETE FROM page_place WHERE TRUE;
                UPDATE page SET state = 'unfinished' WHERE state NOT IN ('unfinished', 'later', 'finished');
                UPDATE page SET until = CASE state WHEN 'later' THEN \(noDate) END WHERE \(isDateDamaged);
                """)
        let finished = try insertPlaces(database)
        try database.execute(
            sql: """
                UPDATE page SET place_count = 0, shown = NULL, at = NULL, progress = NULL, minutes_left = NULL
                    WHERE TRUE;
                UPDATE page SET place_count = s.n, at = s.newest
                    FROM (SELECT page, count(*) AS n, max(at) AS newest FROM page_place GROUP BY page) AS s
                    WHERE page.id = s.page;
                UPDATE page SET shown = s.seq, progress = s.progress, minutes_left = s.minutes_left
                    FROM (
                        SELECT page, seq, progress, minutes_left,
                            row_number() OVER (PARTITION BY page ORDER BY weight DESC, seq DESC) AS n
                        FROM page_place
                    ) AS s WHERE page.id = s.page AND s.n = 1;
                """)
        return finished
    }

    /// Counts the places that are on no page.
    static let missingPlaces = """
        SELECT count(*) FROM snapshots
        WHERE seq NOT IN (SELECT pp.seq FROM page_place AS pp JOIN page AS p ON p.id = pp.page)
        """

    /// Counts the pages whose page mark is none, or whose summary is not that of their places.
    static let damagedPages = """
        SELECT count(*) FROM page AS p
        LEFT JOIN (SELECT page, count(*) AS n, max(at) AS newest FROM page_place GROUP BY page) AS s ON s.page = p.id
        WHERE state NOT IN ('unfinished', 'later', 'finished') OR \(isDateDamaged)
        OR p.place_count IS NOT ifnull(s.n, 0) OR s.n > 0 AND (p.at IS NOT s.newest OR p.shown IS NOT (
            SELECT seq FROM page_place WHERE page = p.id ORDER BY weight DESC, seq DESC LIMIT 1))
        """

    /// The condition that the column `until` does not fit the state.
    private static let isDateDamaged = """
        ((state = 'later') IS NOT (until IS NOT NULL) OR until NOT BETWEEN 0 AND \(noDate))
        """

    /// Inserts the rows of all snapshots, and of their pages.
    ///
    /// - Returns: The positions of the places that are read to their end.
    private static func insertPlaces(_ database: Database) throws -> [Int64] {
        var pages: [String: Int64] = [:]
        let known = try Row.fetchCursor(database, sql: "SELECT page_key, id FROM page")
        while let row = try known.next() {
            if let key: String = row.value(0), let id: Int64 = row.value(1) { pages[key] = id }
        }
        let page = try database.makeStatement(sql: "INSERT INTO page (page_key, site) VALUES (?, ?)")
        let place = try database.makeStatement(sql: insertion(count: 1))
        var finished: [Int64] = []
        // A row behind the JSON is read only with it, so nothing is read twice.
        let rows = try Row.fetchCursor(
            database, sql: "SELECT \(SnapshotRow.columns), page_key, site FROM snapshots ORDER BY seq")
        while let row = try rows.next() {
            guard let position: Int64 = row.value(3) else { continue }
            let key: String = row.value(9) ?? ""
            let id: Int64
            if let known = pages[key] {
                id = known
            } else {
                try page.execute(arguments: [key, (row.value(10) as String?) ?? ""])
                id = database.lastInsertedRowID
                pages[key] = id
            }
            // A place that cannot be read is listed as damaged where it would be shown.
            let values = (try? SnapshotRow.stored(row)).map(PlaceValues.init) ?? PlaceValues(damaged: row)
            try place.execute(arguments: values.arguments(page: id, position: position))
            if values.isFinished { finished.append(position) }
        }
        return finished
    }

    /// Returns the SQL that inserts a number of rows.
    private static func insertion(count: Int) -> String {
        """
        INSERT INTO page_place (seq, page, weight, at, progress, minutes_left, origin, highlight)
        VALUES \(SQLText.list(of: "(?, ?, ?, ?, ?, ?, ?, ?)", count: count))
        """
    }

    /// The values of a row of `page_place`, without its position and its page.
    struct PlaceValues: Sendable {
        /// The rank as the shown place: 3 deliberate, 2 automatic, 1 imported or pure highlight, 0 untouched top.
        let weight: Int
        /// The time of the activity, in milliseconds since 1970.
        let at: Int64
        let progress: Double
        let minutesLeft: Int
        let origin: SnapshotOrigin
        /// 0 for no highlight, 1 for a capture or an import with words, 2 for a pure highlight.
        let highlight: Int
        /// True if the page was read to its end.
        let isFinished: Bool

        /// Creates the values of a readable place.
        init(_ place: StoredSnapshot) {
            let snapshot = place.snapshot
            let isTop = snapshot.isAtUntouchedTop
            let isImported = place.origin == .imported
            // An import of old pages must not hide what is read today.
            weight = isTop ? 0 : isImported || snapshot.isPureHighlight ? 1 : place.origin == .automatic ? 2 : 3
            let time = isImported ? min(snapshot.capturedAt ?? place.storedAt, place.storedAt) : place.storedAt
            at = SnapshotRow.milliseconds(time)
            progress = snapshot.progress ?? PageTable.unknownProgress
            minutesLeft = snapshot.minutesLeft ?? PageTable.unknownMinutes
            origin = place.origin
            let hasWords = snapshot.selection != nil || (isImported && !snapshot.quotes.isEmpty)
            highlight = snapshot.isPureHighlight ? 2 : hasWords ? 1 : 0
            isFinished = snapshot.isReadToEnd && !isTop
        }

        /// Creates the values of a row with ``SnapshotRow/columns`` that cannot be read.
        init(damaged row: Row) {
            origin = (row.value(7) as String?).flatMap(SnapshotOrigin.init) ?? .click
            weight = origin == .automatic ? 2 : origin == .imported ? 1 : 3
            at = SnapshotRow.milliseconds(SnapshotRow.date(milliseconds: row.value(2) ?? 0))
            progress = PageTable.unknownProgress
            minutesLeft = PageTable.unknownMinutes
            highlight = 0
            isFinished = false
        }

        /// Returns the arguments of `insertion(count:)`.
        func arguments(page: Int64, position: Int64) -> StatementArguments {
            [position, page, weight, at, progress, minutesLeft, origin.rawValue, highlight]
        }
    }
}
