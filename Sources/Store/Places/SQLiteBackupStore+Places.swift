package import FoundationEssentials
import GRDB
package import ImportExport
import Places
import Syntax

extension SQLiteBackupStore {
    package func importPlaces(
        at now: Date, check: () throws -> Void = {}, _ next: () throws -> ImportedPlace?
    ) throws -> PlaceTally {
        // Other processes wait only while the places are stored, not while they are read.
        let places: PlaceSpool
        do { places = try PlaceSpool(check: check, next) } catch let error as DatabaseError {
            throw StoreError(error, path: "temporary file of the import")
        }
        return try database.write { connection in
            var tally = PlaceTally()
            var tags: Set<String> = []
            var known = KnownPlaces(at: now)
            var repeated = RepeatedPlaces()
            try connection.execute(sql: LeftoffDatabase.importCache)
            defer { try? connection.execute(sql: LeftoffDatabase.cache) }
            var insertion = try SnapshotInsertion(count: places.count, at: now, connection)
            func store(_ prepared: [SnapshotRow.Prepared]) throws {
                try known.read(prepared.map(\.row.pageKey), connection)
                for new in prepared {
                    try check()
                    // A place that waits to be inserted can only be found in memory.
                    let match = try known.match(new.kind, new.row, connection) { try insertion.flush() }
                    switch match {
                    case nil:
                        try insertion.add(new)
                        for tag in new.row.metadata.tags { tags.insert(tag.lowercased()) }
                    case .imported(let number): repeated.add(new, to: number)
                    case .stored: break
                    }
                    tally.count(new.kind, isAdded: match == nil)
                }
            }
            // While SQLite stores some places, other cores prepare the next ones.
            var pending: ParallelMap.Pending<SnapshotRow.Prepared>?
            try places.forEachChunk { chunk in
                let next = ParallelMap.begin(chunk) { SnapshotRow.Prepared($0, storedAt: now) }
                if let pending { try store(pending.wait()) }
                pending = next
            }
            if let pending { try store(pending.wait()) }
            try insertion.finish()
            tally.marks = insertion.markCount
            // Only now do the triggers index changed texts.
            try repeated.store(ids: known.ids, at: SnapshotRow.milliseconds(now), &tally, &tags, connection)
            tally.tags = tags.count
            return tally
        }
    }
}

/// The places of an imported file, which are read before the transaction that stores them, during which other processes
/// wait.
///
/// The first ones are in memory, and the others in a temporary file, which SQLite deletes.
final class PlaceSpool {
    /// The size of the places in memory, with their notes and tags, in bytes.
    ///
    /// In memory, a place takes up to four times as much. With a smaller limit, more places are written and parsed
    /// again.
    static let memoryByteCount = 64 << 20

    /// The number of places.
    private(set) var count = 0
    private var first: [ImportedPlace] = []
    private var rest: DatabaseQueue?

    /// Reads all places.
    ///
    /// - Parameters:
    ///   - memoryByteCount: The size of the places from which further places are in the file.
    ///   - check: Called for each place.
    ///   - next: Returns the next place; nil at the end.
    /// - Throws: `DatabaseError`, or the error of a closure.
    init(
        memoryByteCount: Int = PlaceSpool.memoryByteCount, check: () throws -> Void,
        _ next: () throws -> ImportedPlace?
    ) throws {
        var byteCount = 0
        while byteCount < memoryByteCount {
            try check()
            guard let place = try next() else { return }
            first.append(place)
            count += 1
            byteCount += place.byteCount
        }
        var configuration = Configuration()
        // The file is of no use after a crash.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF") }
        let queue = try DatabaseQueue(path: "", configuration: configuration)
        rest = queue
        try queue.write { file in
            try file.execute(
                sql: "CREATE TABLE place (kind TEXT, json TEXT, tags TEXT, note TEXT, state TEXT, until REAL)")
            let statement = try file.makeStatement(sql: "INSERT INTO place VALUES (?, ?, ?, ?, ?, ?)")
            while let place = try next() {
                try check()
                count += 1
                try statement.execute(
                    arguments: [
                        place.kind.rawValue, place.json, place.metadata.tags.joined(separator: "\n"),
                        place.metadata.note, place.mark?.state.rawValue, place.mark?.until?.timeIntervalSince1970,
                    ])
            }
        }
    }

    /// The number of places that are handled together.
    private static let chunkLength = 512

    /// Calls a closure with all places, some at a time, in the order of the file.
    ///
    /// - Throws: `DatabaseError`, or the error of the closure.
    func forEachChunk(_ body: ([ImportedPlace]) throws -> Void) throws {
        for start in stride(from: 0, to: first.count, by: Self.chunkLength) {
            try body(Array(first.dropFirst(start).prefix(Self.chunkLength)))
        }
        try rest?.read { file in
            var chunk: [ImportedPlace] = []
            let rows = try Row.fetchCursor(
                file, sql: "SELECT kind, json, tags, note, state, until FROM place ORDER BY rowid")
            while let row = try rows.next() {
                let (tags, note): (String, String) = (row.value(2) ?? "", row.value(3) ?? "")
                guard let kind = (row.value(0) as String?).flatMap(ImportedPlace.Kind.init),
                    let json: String = row.value(1)
                else { continue }
                let mark = (row.value(4) as String?).flatMap(PageState.init).map { state in
                    PageMark(state, until: (row.value(5) as Double?).map { Date(timeIntervalSince1970: $0) })
                }
                let metadata = try SnapshotMetadata(tags: tags.split(separator: "\n").map(String.init), note: note)
                chunk.append(
                    ImportedPlace(
                        kind: kind, snapshot: try PageSnapshot(stored: json), metadata: metadata, mark: mark))
                guard chunk.count == Self.chunkLength else { continue }
                try body(chunk)
                chunk.removeAll()
            }
            try body(chunk)
        }
    }
}
