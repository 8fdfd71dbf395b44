import GRDB
import ImportExport
import JSON
import Snapshots

/// The places of an imported file, which are read before the transaction that stores them, during which other processes
/// wait.
///
/// The first ones are in memory, and the others in a temporary file, which SQLite deletes.
final class PlaceSpool {
    /// The number of places in memory; they take at most some 64 MB.
    private static let memoryCount = 1_000

    private var first: [ImportedPlace] = []
    private var rest: DatabaseQueue?

    /// Reads all places.
    ///
    /// - Parameters:
    ///   - check: Called for each place.
    ///   - next: Returns the next place; nil at the end.
    /// - Throws: `DatabaseError`, or the error of a closure.
    init(check: () throws -> Void, _ next: () throws -> ImportedPlace?) throws {
        while first.count < Self.memoryCount {
            try check()
            guard let place = try next() else { return }
            first.append(place)
        }
        var configuration = Configuration()
        // The file is of no use after a crash.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF") }
        let queue = try DatabaseQueue(path: "", configuration: configuration)
        rest = queue
        try queue.write { file in
            try file.execute(sql: "CREATE TABLE place (kind TEXT, json TEXT, tags TEXT, note TEXT)")
            let statement = try file.makeStatement(sql: "INSERT INTO place VALUES (?, ?, ?, ?)")
            while let place = try next() {
                try check()
                try statement.execute(
                    arguments: [
                        place.kind.rawValue, String(decoding: place.snapshot.encoded(), as: UTF8.self),
                        place.metadata.tags.joined(separator: "\n"), place.metadata.note,
                    ])
            }
        }
    }

    /// Calls a closure with each place, in the order of the file.
    ///
    /// - Throws: `DatabaseError`, or the error of the closure.
    func forEach(_ body: (ImportedPlace) throws -> Void) throws {
        for place in first { try body(place) }
        try rest?.read { file in
            let rows = try Row.fetchCursor(file, sql: "SELECT kind, json, tags, note FROM place ORDER BY rowid")
            while let row = try rows.next() {
                let (tags, note): (String, String) = (row.value(2) ?? "", row.value(3) ?? "")
                guard let kind = (row.value(0) as String?).flatMap(ImportedPlace.Kind.init),
                    let json: String = row.value(1)
                else { continue }
                let metadata = try SnapshotMetadata(tags: tags.split(separator: "\n").map(String.init), note: note)
                try body(ImportedPlace(kind: kind, snapshot: try PageSnapshot(stored: json), metadata: metadata))
            }
        }
    }
}
