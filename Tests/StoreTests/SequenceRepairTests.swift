import DownloadQueue
import Downloads
import FoundationEssentials
import GRDB
import Places
import QueueConformance
import Syntax
import Testing

@testable import Store

@Suite("No number in the database stops additions and removals")
struct SequenceRepairTests {
    /// Statements that leave a number at the end of SQLite's range.
    static let statements =
        ["snapshots", "window_set", "page_copy", "change", "queue_item", "shelf_change"].map {
            "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = '\($0)'"
        } + [
            "INSERT INTO change (number, subject, id) VALUES (9223372036854775807, 'place', 'zz')",
            """
            UPDATE change_floor SET number = 9223372036854775807;
            UPDATE sqlite_sequence SET seq = 9223372036854775807
            """,
            "PRAGMA foreign_keys = OFF; UPDATE snapshots SET seq = 9223372036854775807 WHERE seq = 1",
            "PRAGMA foreign_keys = OFF; UPDATE window_set SET seq = 9223372036854775807",
            "UPDATE page_copy SET number = 9223372036854775807",
            """
            PRAGMA foreign_keys = OFF; UPDATE snapshots SET seq = 9007199254740992;
            INSERT INTO snapshots SELECT 9223372036854775807, 'zzzzzzzzzzzz', page_key, '', '', '', '', NULL, stored_at,
                'damaged', '', '', '', 0, 'click', NULL FROM snapshots
            """,
            "UPDATE queue_item SET changed = 9223372036854775807",
        ]

    @Test("Places, windows, copies and downloads are stored and removed", arguments: statements)
    func repaired(statement: String) throws {
        let setup = try CopySetup()
        let windows = SQLiteWindowSetArchive(database: setup.database, now: { [clock = setup.clock] in clock.now })
        let queue = SQLiteQueueStore(database: setup.database)
        func addition(_ request: String) throws -> WindowSetAddition {
            let json = #"{"browser":"Firefox","tabs":[{"url":"https://example.org/","title":"fox"}]}"#
            return WindowSetAddition(
                set: try WindowSet.read(JSONValue(json: json.utf8, limit: .max)).set, request: request)
        }
        let first = try setup.place("https://example.org/first")
        try CopySetup.add("ancient", to: first, setup.copies())
        let set = try windows.add([addition("one")])[0].set
        let item = try QueueStoreConformance.add(queue, "a")
        // A sequence exists after the first row.
        try setup.database.queue.writeWithoutTransaction { try $0.execute(sql: statement) }
        let number = try SQLiteChangeLog(database: setup.database).newest()

        let second = try setup.place("https://example.org/second")
        try CopySetup.add("modern", to: second, setup.copies())
        _ = try windows.add([addition("two")])
        _ = try QueueStoreConformance.add(queue, "b")
        #expect(try setup.places.list(SnapshotListing()).snapshots.count == 2)
        #expect(try setup.found("first") == [first.id] && setup.found("second") == [second.id])
        #expect(try setup.found("modern") == [second.id])
        #expect(try windows.set(id: set.id).id == set.id)
        #expect(try windows.list(matching: nil, limit: nil, before: nil).sets.count == 2)
        #expect(try queue.items(in: nil).count == 2)
        // A client that knows the old number gets the changes, or reloads everything.
        let log = SQLiteChangeLog(database: setup.database)
        let changes = try log.changes(after: number, limit: 100)
        #expect(changes == nil || changes?.contains { $0.id == second.id } == true)
        #expect(try log.changes(after: log.newest(), limit: 100) == [])

        #expect(try setup.places.remove(ids: [first.id]) == 1)
        #expect(try setup.places.undoRemoval(id: first.id).copies == [.text])
        #expect(try windows.remove(ids: [set.id]) == 1)
        _ = try queue.remove(ids: item.map(\.id), at: setup.clock.now)
        #expect(try setup.database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
        #expect(try setup.database.read { try Row.fetchOne($0, sql: "PRAGMA foreign_key_check") } == nil)
    }
}
