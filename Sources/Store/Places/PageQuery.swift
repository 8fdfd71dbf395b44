import GRDB
import Places

/// The statements that select pages of the shelf without a search.
///
/// Each wanted state is an arm of a compound statement, and so are the pages that are due. An arm reads its index in
/// the order of the shelf, and SQLite merges the arms, so that it reads only the pages of the requested part.
struct PageQuery {
    /// A page in the order of a shelf.
    struct Entry {
        let id: Int64
        /// The value by which the shelf is sorted, as text.
        let value: String
        let at: Int64
    }

    /// A part of the shelf that an arm selects.
    private enum Arm {
        case unfinished, due, later, finished

        /// The condition in SQL.
        func condition(now: Int64) -> String {
            switch self {
            case .unfinished: "state = 'unfinished'"
            case .due: "state = 'later' AND until <= \(now)"
            case .later: "state = 'later' AND until > \(now)"
            case .finished: "state = 'finished'"
            }
        }
    }

    /// The order of the pages.
    private enum Order {
        case newest, oldest, progress, site, shortest
        /// By date, soonest first, for pages that are all in the state `later`.
        case date
    }

    private let listing: SnapshotListing
    private let now: Int64
    private let arms: [Arm]
    private let order: Order
    private var filters: [String] = []
    private var filterArguments = StatementArguments()

    /// Creates the statements for a listing.
    ///
    /// - Parameters:
    ///   - listing: The filters, the order, and the range; the query and `before` are ignored.
    ///   - now: The current time, in milliseconds since 1970.
    init(_ listing: SnapshotListing, now: Int64) {
        self.listing = listing
        self.now = now
        let states = listing.states ?? Set(PageState.allCases)
        arms =
            (states.contains(.unfinished) ? [.unfinished, .due] : []) + (states.contains(.later) ? [.later] : [])
            + (states.contains(.finished) ? [.finished] : [])
        order =
            switch listing.sort {
            case .newest: states == [.later] ? .date : .newest
            case .oldest: .oldest
            case .progress: .progress
            case .site: .site
            case .shortest: .shortest
            }
        addFilters()
    }

    private mutating func addFilters() {
        if let key = listing.pageKey { add("+page_key = ?", [key]) }
        // The unary plus keeps SQLite from using another index than that of the order.
        if let site = listing.site { add(drivesBySite ? "site = ?" : "+site = ?", [site]) }
        if let tag = listing.tag {
            add(
                """
                +id IN (SELECT pp.page FROM snapshot_tag AS t JOIN page_place AS pp ON pp.seq = t.seq WHERE t.tag = ?)
                """, [tag.lowercased()])
        }
        if let origins = listing.origins, origins.count < SnapshotOrigin.allCases.count {
            let marks = origins.map { _ in "?" }.joined(separator: ", ")
            add(
                "+id IN (SELECT page FROM page_place WHERE origin IN (\(marks)))",
                StatementArguments(origins.map(\.rawValue)))
        }
        if let hasCopy = listing.hasCopy {
            add(
                """
                +id \(hasCopy ? "" : "NOT ")IN
                (SELECT pp.page FROM page_copy AS c JOIN page_place AS pp ON pp.seq = c.position)
                """)
        }
        if let isHighlight = listing.isHighlight {
            add("+id IN (SELECT page FROM page_place WHERE highlight \(isHighlight ? "> 0" : "= 0"))")
        }
        // Usually nothing has expired.
        add(
            """
            +id NOT IN (
                SELECT x.page FROM snapshots AS e JOIN page_place AS x ON x.seq = e.seq
                WHERE e.expires_at <= ? AND e.origin = 'automatic' AND NOT EXISTS (
                    SELECT 1 FROM page_place AS o JOIN snapshots AS s ON s.seq = o.seq
                    WHERE o.page = x.page AND (s.expires_at IS NULL OR s.expires_at > ? OR s.origin <> 'automatic')))
            """, [now, now])
    }

    private mutating func add(_ condition: String, _ arguments: StatementArguments = []) {
        filters.append(condition)
        filterArguments += arguments
    }

    /// True if the index of sites drives the arms; it returns the pages of one site newest first.
    private var drivesBySite: Bool { listing.site != nil && listing.sort == .newest && order == .newest }

    // MARK: Statements

    /// Returns the next pages.
    ///
    /// - Parameters:
    ///   - cursor: The last page before them; nil begins with the first one, or with the listing's offset.
    ///   - limit: The maximum number of pages; nil for all.
    ///   - connection: A connection in a transaction.
    /// - Returns: The pages in the order of the shelf.
    /// - Throws: `DatabaseError`.
    func entries(after cursor: PageCursor?, limit: Int?, _ connection: Database) throws -> [Entry] {
        guard !arms.isEmpty else { return [] }
        let (sql, arguments) = statement(after: cursor, limit: limit)
        return try Row.fetchAll(connection, sql: sql, arguments: arguments).compactMap { row in
            guard let id: Int64 = row.value(0) else { return nil }
            return Entry(id: id, value: Self.text(row, 1), at: row.value(2) ?? 0)
        }
    }

    /// Returns the statement that selects the next pages.
    func statement(after cursor: PageCursor?, limit: Int?) -> (sql: String, arguments: StatementArguments) {
        var sql: [String] = []
        var arguments = StatementArguments()
        for arm in arms {
            let (position, values) = cursor.map { self.position(after: $0, in: arm) } ?? ("", [])
            sql.append(
                """
                SELECT id, \(key(of: arm)) AS k, \(time(of: arm)) AS at FROM page\(index(of: arm))
                WHERE \(condition(of: arm))\(position)
                """)
            arguments += filterArguments + values
        }
        let offset = cursor == nil ? max(0, listing.offset) : 0
        return (
            "\(sql.joined(separator: "\nUNION ALL\n"))\nORDER BY \(sorting) LIMIT ? OFFSET ?",
            arguments + [limit ?? -1, offset]
        )
    }

    /// Returns the number of pages of a state.
    ///
    /// - Parameters:
    ///   - state: The state; a page that is due counts as unfinished.
    ///   - connection: A connection in a transaction.
    /// - Returns: The number.
    /// - Throws: `DatabaseError`.
    func count(of state: PageState, _ connection: Database) throws -> Int {
        let arms: [Arm] =
            switch state {
            case .unfinished: [.unfinished, .due]
            case .later: [.later]
            case .finished: [.finished]
            }
        return try arms.reduce(0) { sum, arm in
            let count = try Int.fetchOne(
                connection, sql: "SELECT count(*) FROM page WHERE \(condition(of: arm))", arguments: filterArguments)
            return sum + (count ?? 0)
        }
    }

    private func condition(of arm: Arm) -> String {
        ([arm.condition(now: now), "place_count > 0"] + filters).joined(separator: " AND ")
    }

    /// The value by which the pages of an arm are sorted.
    private func key(of arm: Arm) -> String {
        switch order {
        case .newest: arm == .due ? "until" : "at"
        case .oldest: "at"
        case .progress: "progress"
        case .site: "site"
        case .shortest: "minutes_left"
        case .date: "until"
        }
    }

    /// The value that decides between pages with the same key.
    private func time(of arm: Arm) -> String { order == .newest || order == .date ? key(of: arm) : "at" }

    /// The index that an arm must use, where SQLite would choose another one.
    private func index(of arm: Arm) -> String {
        switch (order, arm) {
        case (.date, _), (.newest, .due): " INDEXED BY page_by_until"
        case (.newest, _): drivesBySite ? " INDEXED BY page_by_site" : " INDEXED BY page_by_time"
        case (.oldest, _): " INDEXED BY page_by_time"
        case (.progress, _): " INDEXED BY page_by_progress"
        case (.site, _): " INDEXED BY page_by_site"
        case (.shortest, _): " INDEXED BY page_by_length"
        }
    }

    /// The order in SQL, by the numbers of the columns.
    private var sorting: String {
        switch order {
        case .newest: "2 DESC, 1 DESC"
        case .oldest, .date: "2, 1"
        case .progress: "2 DESC, 3 DESC, 1 DESC"
        case .site: "2, 3 DESC, 1 DESC"
        case .shortest: "2, 3, 1"
        }
    }

    /// Returns the condition that a page comes after a cursor, with its arguments.
    private func position(after cursor: PageCursor, in arm: Arm) -> (sql: String, arguments: StatementArguments) {
        let key = key(of: arm)
        let (value, at, id) = (cursor.value, cursor.at, cursor.id)
        switch order {
        case .newest: return (" AND (\(key), id) < (?, ?)", [Int64(value) ?? at, id])
        case .oldest, .date: return (" AND (\(key), id) > (?, ?)", [Int64(value) ?? at, id])
        case .progress:
            return (" AND (progress, at, id) < (?, ?, ?)", [Double(value) ?? PageTable.unknownProgress, at, id])
        case .shortest:
            return (" AND (minutes_left, at, id) > (?, ?, ?)", [Int64(value) ?? 0, at, id])
        case .site: return (" AND site >= ? AND (site > ? OR (at, id) < (?, ?))", [value, value, at, id])
        }
    }

    /// Returns a value of a column as text, from which ``position(after:in:)`` gets the same value.
    private static func text(_ row: Row, _ index: Int) -> String {
        switch row.stored(index).storage {
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        case .null, .blob: ""
        }
    }
}
