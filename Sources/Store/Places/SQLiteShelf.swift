package import FoundationEssentials
import GRDB
package import Places
import Syntax
import WHATWGURL

/// The shelf in the SQLite database.
///
/// Its own error is ``StoreError``.
///
/// ```swift
/// let database = try LeftoffDatabase(home: "/home/ada/.local/share/leftoff")
/// let shelf = SQLiteShelf(database: database, now: { Date() })
/// let unread = SnapshotListing(limit: 20, states: [.unfinished], sort: .shortest)
/// for page in try shelf.pages(unread, after: nil).pages {
///     print(page.minutesLeft ?? 0, page.place.snapshot.title ?? page.key)
/// }
/// let receipt = try shelf.apply(.tags(add: ["holiday"], remove: []), to: .matchingPages(unread))
/// print(receipt.changed)
/// ```
package struct SQLiteShelf: PageShelf {
    /// The maximum number of pages that a search finds; nobody reads on so far, and sorting needs all of them.
    static let searchLimit = 2_000
    /// The numbers of matches that a search reads at once.
    private static let batchLengths = 256...8_192

    let database: LeftoffDatabase
    let now: @Sendable () -> Date

    /// Creates the shelf of a database.
    ///
    /// - Parameters:
    ///   - database: The database, which downloads share.
    ///   - now: The clock by which pages become due, places expire and the trash is emptied.
    package init(database: LeftoffDatabase, now: @escaping @Sendable () -> Date) {
        self.database = database
        self.now = now
    }

    /// The archive of the places.
    var archive: SQLiteSnapshotArchive { SQLiteSnapshotArchive(database: database, now: now) }

    /// The current time, in milliseconds since 1970.
    var milliseconds: Int64 { SnapshotRow.milliseconds(now()) }

    package func pages(_ listing: SnapshotListing, after cursor: PageCursor?) throws -> ShelfPart {
        if Self.isSearch(listing) { return try search(listing, after: cursor) }
        let query = PageQuery(listing, now: milliseconds)
        let limit = listing.limit?.clamped(to: 0...Int(Int32.max))
        return try database.read { connection in
            var part = ShelfPart()
            var last = cursor
            var seen: Set<Int64> = []
            while true {
                // One more page shows that the shelf continues, and damaged ones are made up for.
                let missing = limit.map { $0 - part.pages.count }
                let entries = try query.entries(after: last, limit: missing.map { $0 + 1 }, connection)
                let shown = entries.prefix(missing ?? .max)
                let cards = try ShelfCards(shown.map(\.id), archive, connection)
                part.pages += cards.pages
                part.damaged += cards.damaged
                if let end = shown.last {
                    last = PageCursor(sort: listing.sort, value: end.value, at: end.at, id: end.id)
                }
                part.next = entries.count > shown.count ? last : nil
                // A damaged value can lead to earlier pages.
                let isNew = shown.map { seen.insert($0.id).inserted }.contains(true)
                guard isNew, part.next != nil, let limit, part.pages.count < limit else { return part }
            }
        }
    }

    package func page(key: String) throws -> ShelfPage? {
        let cards = try database.read { connection in
            let id = try Int64.fetchOne(
                connection, sql: "SELECT id FROM page WHERE page_key = ? AND place_count > 0", arguments: [key])
            return try ShelfCards([id].compactMap(\.self), archive, connection)
        }
        if let record = cards.damaged.first { throw record }
        return cards.pages.first
    }

    package func randomPage(_ listing: SnapshotListing) throws -> ShelfPage? {
        var listing = listing
        if Self.isSearch(listing) {
            listing.limit = nil
            listing.offset = 0
            let found = try searchedPages(listing, CopySearch(listing, database), limit: Self.searchLimit).pages
            guard let page = found.randomElement() else { return nil }
            return try database.read { try ShelfCards([page.id], archive, $0).pages.first }
        }
        let query = PageQuery(listing, now: milliseconds)
        let states = listing.states ?? Set(PageState.allCases)
        let count = try database.read { connection in
            try states.reduce(0) { try $0 + query.count(of: $1, connection) }
        }
        guard count > 0 else { return nil }
        listing.offset = Int.random(in: 0..<count)
        listing.limit = 1
        // One with a damaged place is passed over.
        return try pages(listing, after: nil).pages.first
    }

    package func stateCounts(_ listing: SnapshotListing) throws -> [PageState: Int] {
        var whole = listing
        whole.states = nil
        guard Self.isSearch(listing) else {
            let query = PageQuery(whole, now: milliseconds)
            return try database.read { connection in
                var counts: [PageState: Int] = [:]
                for state in PageState.allCases { counts[state] = try query.count(of: state, connection) }
                return counts
            }
        }
        let now = now()
        let found = try searchedPages(whole, CopySearch(whole, database), limit: Self.searchLimit).pages
        var counts = Dictionary(PageState.allCases.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
        try database.read { connection in
            let rows = try Row.fetchCursor(
                connection, sql: "SELECT state, until FROM page WHERE id IN (SELECT value FROM json_each(?))",
                arguments: [ShelfCards.array(found.map(\.id))])
            while let row = try rows.next() {
                let mark = PageTable.mark(state: row.value(0), until: row.value(1))
                counts[mark.state(at: now), default: 0] += 1
            }
        }
        return counts
    }

    package func candidates(prefix: String, limit: Int) throws -> [(id: String, title: String)] {
        let isLive = "seq NOT IN (SELECT seq FROM snapshots WHERE \(SnapshotRow.hasExpired))"
        let range = RecordID.range(ofPrefix: prefix)
        guard range != nil || prefix.isEmpty else { return [] }
        let condition = range == nil ? "" : "id >= ? AND id < ? AND "
        let bounds: StatementArguments = range.map { [$0.lowerBound, $0.upperBound] } ?? []
        return try database.read { connection in
            let rows = try Row.fetchAll(
                connection,
                sql: "SELECT id, title FROM snapshots WHERE \(condition)\(isLive) ORDER BY seq DESC LIMIT ?",
                arguments: bounds + [milliseconds, max(0, limit)])
            return rows.compactMap { row in row.id(0).map { ($0, row.value(1) ?? "") } }
        }
    }

    // MARK: Search

    /// A page that a search has found.
    struct FoundPage {
        let id: Int64
        /// The position of the newest place that matches.
        let position: Int64
    }

    /// Returns true if the query of a listing has words to search for.
    static func isSearch(_ listing: SnapshotListing) -> Bool {
        let query = SearchQuery(listing.query ?? "")
        return query.match != nil || !query.patterns.isEmpty
    }

    private func search(_ listing: SnapshotListing, after cursor: PageCursor?) throws -> ShelfPart {
        let range = 0...Self.searchLimit
        let skipped = (cursor.map { Int($0.value) ?? 0 } ?? listing.offset).clamped(to: range)
        let limit = (listing.limit ?? Self.searchLimit).clamped(to: range)
        // One more page shows that the shelf continues.
        let needed = listing.sort == .newest ? min(skipped + limit + 1, Self.searchLimit) : Self.searchLimit
        let search = try CopySearch(listing, database)
        var (found, copies) = try searchedPages(listing, search, limit: needed)
        if listing.sort != .newest { found = try sorted(found, by: listing.sort) }
        let shown = found.dropFirst(skipped).prefix(limit)
        let matches = Dictionary(shown.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
        var part = ShelfPart()
        let texts = try database.read { connection in
            let cards = try ShelfCards(shown.map(\.id), matches: matches, archive, connection)
            part.pages = cards.pages
            part.damaged = cards.damaged
            return try search?.texts(of: cards.pages.map(\.place), matches: copies, connection) ?? [:]
        }
        var places = part.pages.map(\.place)
        try search?.addExcerpts(to: &places, from: texts)
        try addFieldExcerpts(to: &places, query: listing.query ?? "")
        for (index, place) in places.enumerated() { part.pages[index].place = place }
        let end = skipped + shown.count
        if found.count > end { part.next = PageCursor(sort: listing.sort, value: "\(end)", at: 0, id: 0) }
        return part
    }

    /// Adds excerpts from their fields to found places whose copies do not match.
    private func addFieldExcerpts(to places: inout [StoredSnapshot], query: String) throws {
        guard places.contains(where: { $0.excerpt == nil }) else { return }
        let builder = try ExcerptBuilder(text: query)
        for index in places.indices where places[index].excerpt == nil {
            let (snapshot, metadata) = (places[index].snapshot, places[index].metadata)
            places[index].excerpt = builder.excerpt(
                fields: snapshot.quotes + [metadata.note, snapshot.title ?? ""]
                    + [metadata.tags.joined(separator: " "), SnapshotRow.address(of: snapshot.url)])
        }
    }

    /// Returns the pages with a place that a search finds, in the order of their newest matches.
    ///
    /// Must not be called in a transaction of the database, like ``CopySearch/positions(_:now:)``.
    ///
    /// - Parameters:
    ///   - listing: The query and the filters.
    ///   - search: The search of the listing in copies; nil if no copy can match.
    ///   - limit: The maximum number of pages.
    /// - Returns: The pages, and the positions of the places whose copies match.
    /// - Throws: ``StoreError``.
    func searchedPages(
        _ listing: SnapshotListing, _ search: CopySearch?, limit: Int
    ) throws -> (pages: [FoundPage], copies: Set<Int64>) {
        var pages: [FoundPage] = []
        var copies: Set<Int64> = []
        var seen: Set<Int64> = []
        var last: Int64?
        var length = Self.batchLengths.lowerBound
        while pages.count < limit {
            let batch = try archive.matches(listing, search, before: last, limit: length)
            copies.formUnion(batch.copies)
            let found = try database.read { connection in
                try Row.fetchAll(
                    connection,
                    sql: """
                        SELECT page, seq FROM page_place WHERE seq IN (SELECT value FROM json_each(?))
                        ORDER BY seq DESC
                        """, arguments: [ShelfCards.array(batch.positions)])
            }
            for row in found {
                guard let id: Int64 = row.value(0), let position: Int64 = row.value(1), seen.insert(id).inserted
                else { continue }
                pages.append(FoundPage(id: id, position: position))
            }
            guard batch.positions.count == length else { break }
            last = batch.positions.last
            length = min(2 * length, Self.batchLengths.upperBound)
        }
        return (Array(pages.prefix(limit)), copies)
    }

    /// Sorts the pages that a search has found.
    private func sorted(_ found: [FoundPage], by sort: PlaceSort) throws -> [FoundPage] {
        let order =
            switch sort {
            case .newest: "at DESC, id DESC"
            case .oldest: "at, id"
            case .progress: "progress DESC, at DESC, id DESC"
            case .site: "site, at DESC, id DESC"
            case .shortest: "minutes_left, at, id"
            }
        let positions = Dictionary(found.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
        return try database.read { connection in
            try Row.fetchAll(
                connection, sql: "SELECT id FROM page WHERE id IN (SELECT value FROM json_each(?)) ORDER BY \(order)",
                arguments: [ShelfCards.array(found.map(\.id))]
            ).compactMap { row in
                guard let id: Int64 = row.value(0), let position = positions[id] else { return nil }
                return FoundPage(id: id, position: position)
            }
        }
    }
}
