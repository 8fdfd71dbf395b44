import FoundationEssentials
import GRDB
import Places

/// The cards of pages, read with a few statements for many pages.
struct ShelfCards {
    /// The number of pages whose cards are read at once.
    private static let batchLength = 500

    /// The cards in the order of the pages.
    private(set) var pages: [ShelfPage] = []
    /// The shown places that cannot be read.
    private(set) var damaged: [UnreadableRecord] = []

    private let archive: SQLiteSnapshotArchive
    private let connection: Database

    /// A row of `page`.
    private struct PageRow {
        let id: Int64
        let key: String
        let mark: PageMark
        let markedAt: Int64?
        let placeCount: Int
        /// The position of the shown place; one that does not exist in a damaged row.
        let shown: Int64
        let minutesLeft: Int?
        let latestAt: Int64
    }

    /// Reads the cards of pages.
    ///
    /// - Parameters:
    ///   - ids: The numbers of the pages, in the order of the cards.
    ///   - matches: The positions of the places to show instead of the shown ones, by page.
    ///   - archive: The archive of the places.
    ///   - connection: A connection in a transaction.
    /// - Throws: `DatabaseError`.
    init(
        _ ids: [Int64], matches: [Int64: Int64] = [:], _ archive: SQLiteSnapshotArchive, _ connection: Database
    ) throws {
        self.archive = archive
        self.connection = connection
        for start in stride(from: 0, to: ids.count, by: Self.batchLength) {
            try append(Array(ids[start..<min(start + Self.batchLength, ids.count)]), matches)
        }
    }

    /// Returns numbers as a JSON array, for `json_each`.
    static func array(_ numbers: some Sequence<Int64>) -> String {
        "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }

    private mutating func append(_ ids: [Int64], _ matches: [Int64: Int64]) throws {
        let list = Self.array(ids)
        let rows = try pageRows(list)
        let places = try places(at: rows.values.map(\.shown) + ids.compactMap { matches[$0] })
        let (tags, highlights) = (try tags(of: list), try highlightCounts(of: list))
        let known = pages.count
        for id in ids {
            guard let row = rows[id] else { continue }
            // An automatic place that has expired is not shown.
            var shown = places[row.shown]
            if shown == nil { shown = try bestPlace(of: id).map(Result.success) }
            guard let shown else { continue }
            switch matches[id].flatMap({ places[$0] }) ?? shown {
            case .failure(let record): damaged.append(record)
            case .success(let place):
                let resumed = (try? shown.get()) ?? place
                pages.append(
                    ShelfPage(
                        key: row.key, mark: row.mark, markedAt: row.markedAt.map(SnapshotRow.date), place: place,
                        resumeID: resumed.id, placeCount: row.placeCount, highlightCount: highlights[id] ?? 0,
                        tags: tags[id] ?? [], minutesLeft: row.minutesLeft,
                        latestAt: SnapshotRow.date(milliseconds: row.latestAt)))
            }
        }
        let added = pages[known...].map(\.place.id)
        guard !added.isEmpty else { return }
        let kinds = try CopyTable.kinds(of: added, connection)
        for index in pages.indices.dropFirst(known) { pages[index].place.copies = kinds[pages[index].place.id] ?? [] }
    }

    private func pageRows(_ list: String) throws -> [Int64: PageRow] {
        let rows = try Row.fetchAll(
            connection,
            sql: """
                SELECT id, page_key, state, until, marked_at, place_count, shown, minutes_left, at FROM page
                WHERE id IN (SELECT value FROM json_each(?))
                """, arguments: [list])
        var pages: [Int64: PageRow] = [:]
        for row in rows {
            guard let id: Int64 = row.value(0), let key: String = row.value(1) else { continue }
            let minutes: Int? = row.value(7)
            pages[id] = PageRow(
                id: id, key: key, mark: PageTable.mark(state: row.value(2), until: row.value(3)),
                markedAt: row.value(4), placeCount: row.value(5) ?? 0, shown: row.value(6) ?? 0,
                minutesLeft: minutes.flatMap { (0..<PageTable.unknownMinutes).contains($0) ? $0 : nil },
                latestAt: row.value(8) ?? 0)
        }
        return pages
    }

    /// Returns the places at positions that have not expired, or why they cannot be read.
    private func places(at positions: [Int64]) throws -> [Int64: Result<StoredSnapshot, UnreadableRecord>] {
        let rows = try Row.fetchCursor(
            connection,
            sql: """
                SELECT \(SnapshotRow.columns) FROM snapshots
                WHERE seq IN (SELECT value FROM json_each(?)) AND \(SnapshotRow.isLive)
                """, arguments: [Self.array(positions), SnapshotRow.milliseconds(archive.now())])
        var places: [Int64: Result<StoredSnapshot, UnreadableRecord>] = [:]
        while let row = try rows.next() {
            guard let position: Int64 = row.value(3) else { continue }
            do throws(UnreadableRecord) {
                places[position] = .success(try SnapshotRow.stored(row))
            } catch {
                places[position] = .failure(error)
            }
        }
        return places
    }

    private func bestPlace(of page: Int64) throws -> StoredSnapshot? {
        try archive.first(
            of: "page_place WHERE page = ? ORDER BY weight DESC, seq DESC", arguments: [page], connection)
    }

    /// Returns the tags of pages by their numbers: the newest spelling of each, sorted by name.
    private func tags(of list: String) throws -> [Int64: [String]] {
        let rows = try Row.fetchCursor(
            connection,
            sql: """
                SELECT pp.page, t.tag, t.name FROM page_place AS pp CROSS JOIN snapshot_tag AS t ON t.seq = pp.seq
                WHERE pp.page IN (SELECT value FROM json_each(?)) ORDER BY pp.seq
                """, arguments: [list])
        var names: [Int64: [String: String]] = [:]
        while let row = try rows.next() {
            guard let page: Int64 = row.value(0), let tag: String = row.value(1), let name: String = row.value(2)
            else { continue }
            names[page, default: [:]][tag] = name
        }
        return names.mapValues { $0.sorted { $0.key < $1.key }.map(\.value) }
    }

    private func highlightCounts(of list: String) throws -> [Int64: Int] {
        let rows = try Row.fetchAll(
            connection,
            sql: """
                SELECT page, count(*) FROM page_place
                WHERE highlight > 0 AND page IN (SELECT value FROM json_each(?)) GROUP BY page
                """, arguments: [list])
        var counts: [Int64: Int] = [:]
        for row in rows {
            if let page: Int64 = row.value(0) { counts[page] = row.value(1) ?? 0 }
        }
        return counts
    }
}
