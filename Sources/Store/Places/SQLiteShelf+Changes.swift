import FoundationEssentials
import GRDB
package import Places
import Syntax

extension SQLiteShelf {
    /// The number of places that one transaction changes, which bounds how long other processes wait.
    static let transactionLength = 1_000

    package func count(_ selection: ShelfSelection) throws -> (places: Int, pages: Int) {
        let matched = try matches(selection)
        return try database.read { connection in
            let sql: String
            let target = try self.target(of: selection, matched, connection) { try archive.resolve($0, connection) }
            switch target {
            case .places: sql = "SELECT count(*), count(DISTINCT page) FROM page_place WHERE seq"
            case .pages: sql = "SELECT count(*), count(DISTINCT page) FROM page_place WHERE page"
            }
            let row = try Row.fetchOne(
                connection, sql: "\(sql) IN (SELECT value FROM json_each(?))",
                arguments: [ShelfCards.array(target.numbers)])
            return (row?.value(0) ?? 0, row?.value(1) ?? 0)
        }
    }

    /// Returns the complete ids of the places of a selection, which denote the same places later.
    ///
    /// - Parameter selection: The places or pages.
    /// - Returns: The ids; the names of their positions for places without one.
    /// - Throws: The errors of ``apply(_:to:expected:)``.
    package func placeIDs(of selection: ShelfSelection) throws -> [String] {
        if case .places(let ids) = selection {
            var seen: Set<String> = []
            // A damaged place may have no id.
            let complete = try ids.map { RecordID.position(ofName: $0) == nil ? try archive.completeID($0) : $0 }
            return complete.filter { seen.insert($0).inserted }
        }
        let matched = try matches(selection)
        return try database.read { connection in
            let target = try self.target(of: selection, matched, connection) { try archive.resolve($0, connection) }
            let positions = try subjects(of: .forget, target, connection).compactMap { subject in
                if case .place(let position, _) = subject { position } else { nil }
            }
            let rows = try Row.fetchAll(
                connection, sql: "SELECT id, seq FROM snapshots WHERE seq IN (SELECT value FROM json_each(?))",
                arguments: [ShelfCards.array(positions)])
            return rows.compactMap { row in row.id(0) ?? row.value(1).map(RecordID.name(ofPosition:)) }
        }
    }

    package func apply(
        _ change: ShelfChange, to selection: ShelfSelection, expected: Int? = nil
    ) throws -> ShelfReceipt {
        let now = milliseconds
        let start = try ShelfChangeRun(change, archive, at: now)
        let matched = try matches(selection)
        if let expected, let matched, matched.count != expected {
            throw SnapshotArchiveError.otherCount(matched.count, expected: expected)
        }
        // The closures of transactions may run twice, so they change only their own values.
        var (run, subjects) = try database.write { connection in
            try archive.purge(before: now, connection)
            let target = try self.target(of: selection, matched, connection) { id in
                try archive.resolve(
                    RecordLookup.assigningID(id, in: "snapshots", position: "seq", connection), connection)
            }
            let subjects = try self.subjects(of: change, target, connection)
            var run = start
            try run.apply(to: subjects.prefix(Self.transactionLength), connection)
            return (run, subjects.dropFirst(Self.transactionLength))
        }
        while !subjects.isEmpty {
            let part = subjects.prefix(Self.transactionLength)
            let next = try database.write { [run] connection in
                var next = run
                guard try next.canBeUndone(connection) else { return nil as ShelfChangeRun? }
                try next.apply(to: part, connection)
                return next
            }
            guard let next else {
                var receipt = run.receipt
                let noun = if case .mark = change { "page" } else { "place" }
                let rest = subjects.count == 1 ? "1 \(noun) was" : "\(subjects.count) \(noun)s were"
                receipt.omissions.append("another process took the change back; \(rest) not changed")
                return receipt
            }
            run = next
            subjects = subjects.dropFirst(Self.transactionLength)
        }
        return run.receipt
    }

    package func undo(_ id: String?) throws -> ShelfReceipt {
        let now = milliseconds
        guard let change = try database.read({ try ShelfChangeTable.change(id, $0) }) else {
            throw SnapshotArchiveError.nothingToUndo
        }
        var run = ShelfUndoRun(change, archive)
        var hasMore = true
        var isFirst = true
        while hasMore {
            (run, hasMore) = try database.write { [run, isFirst] connection in
                if isFirst { try archive.purge(before: now, connection) }
                // Another process may have undone it meanwhile.
                guard try ShelfChangeTable.change(change.id, connection) != nil else {
                    if isFirst { throw SnapshotArchiveError.nothingToUndo }
                    return (run, false)
                }
                var next = run
                let (parts, isLast) = try ShelfChangeTable.removeParts(
                    of: change, limit: Self.transactionLength, connection)
                try next.undo(parts, connection)
                if isLast { next.leave(try ShelfChangeTable.removeEmpty(change, connection)) }
                return (next, !isLast)
            }
            isFirst = false
        }
        return run.receipt
    }

    package func changes() throws -> [ShelfChangeRecord] { try database.read(ShelfChangeTable.records) }

    // MARK: Selections

    /// The places or pages that a selection denotes.
    private enum Target {
        /// Places by their positions.
        case places([Int64])
        /// Pages by their numbers.
        case pages([Int64])

        var numbers: [Int64] {
            switch self {
            case .places(let numbers), .pages(let numbers): numbers
            }
        }
    }

    /// Returns the positions or the pages that match a selection; nil if it names them.
    ///
    /// Must not be called in a transaction, because a search in copies reads the database.
    private func matches(_ selection: ShelfSelection) throws -> [Int64]? {
        switch selection {
        case .places, .pages: return nil
        case .matchingPlaces(let listing):
            return try archive.matches(listing, CopySearch(listing, database)).positions
        case .matchingPages(var listing):
            listing.limit = nil
            listing.offset = 0
            if Self.isSearch(listing) {
                return try searchedPages(listing, CopySearch(listing, database), limit: .max).pages.map(\.id)
            }
            let query = PageQuery(listing, now: milliseconds)
            return try database.read { try query.entries(after: nil, limit: nil, $0).map(\.id) }
        }
    }

    /// Returns the places or pages of a selection.
    ///
    /// - Parameters:
    ///   - selection: The selection of a change.
    ///   - matched: The result of ``matches(_:)``.
    ///   - connection: A connection in a transaction.
    ///   - resolve: Returns the complete id of a place.
    /// - Returns: The places and pages to change.
    /// - Throws: `SnapshotArchiveError` if a named place or page does not exist.
    private func target(
        of selection: ShelfSelection, _ matched: [Int64]?, _ connection: Database,
        _ resolve: (String) throws -> String
    ) throws -> Target {
        switch selection {
        case .places(let ids):
            var seen: Set<Int64> = []
            let positions = try ids.compactMap { id in
                try Int64.fetchOne(
                    connection.cachedStatement(sql: "SELECT seq FROM snapshots WHERE id = ?"),
                    arguments: [try resolve(id)])
            }
            return .places(positions.filter { seen.insert($0).inserted })
        case .pages(let keys):
            var seen: Set<Int64> = []
            let pages = try keys.map { key in
                let id = try Int64.fetchOne(
                    connection.cachedStatement(sql: "SELECT id FROM page WHERE page_key = ? AND place_count > 0"),
                    arguments: [key])
                guard let id else { throw SnapshotArchiveError.pageNotFound(key) }
                return id
            }
            return .pages(pages.filter { seen.insert($0).inserted })
        case .matchingPlaces: return .places(matched ?? [])
        case .matchingPages: return .pages(matched ?? [])
        }
    }

    /// Returns what a change is applied to.
    private func subjects(
        of change: ShelfChange, _ target: Target, _ connection: Database
    ) throws -> [ShelfSubject] {
        let list = ShelfCards.array(target.numbers)
        func rows(_ sql: String) throws -> [Row] { try Row.fetchAll(connection, sql: sql, arguments: [list]) }
        switch (change, target) {
        case (.mark, .places):
            return try rows(
                """
                SELECT page_key FROM page
                WHERE id IN (SELECT page FROM page_place WHERE seq IN (SELECT value FROM json_each(?))) ORDER BY id
                """
            ).compactMap { $0.json(0).map(ShelfSubject.page) }
        case (.mark, .pages):
            return try rows("SELECT page_key FROM page WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id")
                .compactMap { $0.json(0).map(ShelfSubject.page) }
        case (_, .places(let positions)):
            return positions.map { .place(position: $0, isShown: true) }
        case (_, .pages):
            let places = try rows(
                """
                SELECT pp.seq, pp.seq = p.shown FROM page AS p JOIN page_place AS pp ON pp.page = p.id
                WHERE p.id IN (SELECT value FROM json_each(?)) ORDER BY p.id, pp.seq
                """
            ).compactMap { row in
                (row.value(0) as Int64?).map { (position: $0, isShown: row.value(1) ?? false) }
            }
            return places.filter { $0.isShown || change.concernsAllPlaces }
                .map { .place(position: $0.position, isShown: $0.isShown) }
        }
    }
}

extension ShelfChange {
    /// True if the change of a page concerns all its places, and not only the shown one.
    fileprivate var concernsAllPlaces: Bool {
        switch self {
        case .tags(_, let remove): !remove.isEmpty
        case .note, .mark: false
        case .forget: true
        }
    }
}
