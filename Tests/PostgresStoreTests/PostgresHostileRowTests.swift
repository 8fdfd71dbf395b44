import DownloadQueue
import Foundation
import QueueConformance
import TestSupport
import Testing
import WHATWGURL

@testable import PostgresStore

@Suite("Rows of the queue on PostgreSQL that Leftoff did not write", .enabled(if: PostgresServer.missing == nil))
struct PostgresHostileRowTests {
    @Test("A hostile value in a column affects no other download", arguments: QueueColumn.allCases)
    func columns(column: QueueColumn) throws {
        let database = try TestDatabase()
        let store = try database.store { $0.clock = .caller }
        let connection = try PostgresConnection(database.address(), timeout: .seconds(600))
        try HostileRow.check(column, store) { row in
            let type = column.isInteger ? "bigint" : "text"
            _ = try connection.execute(
                "UPDATE leftoff_queue_item SET \(column.sqlName) = $1::\(type) WHERE id = $2",
                [PostgresValue(row.value), .text(row.id)])
        }
    }

    private static let texts = QueueColumn.allCases.filter { !$0.isInteger }

    @Test("A text that is too long or slow to compare affects no other download", arguments: texts)
    func costlyText(column: QueueColumn) throws {
        let database = try TestDatabase()
        let store = try database.store()
        let connection = try PostgresConnection(database.address(), timeout: .seconds(600))
        let values = [
            String(repeating: "x", count: column.byteLimit + 1),
            "e" + String(repeating: "\u{301}\u{316}", count: 500), PostgresText.replacement,
        ]
        try HostileRow.check(column, store, values: values.map(QueueValue.text)) { row in
            _ = try connection.execute(
                "UPDATE leftoff_queue_item SET \(column.sqlName) = $1::text WHERE id = $2",
                [PostgresValue(row.value), .text(row.id)])
        }
        let fields = store.damagedRows.removeUnreported().map { reason in
            if case .damaged(_, let field) = reason { field } else { "\(reason)" }
        }
        #expect(Set(fields) == [column.sqlName])
    }

    @Test("The server sends no text that is longer than those that are read")
    func limits() throws {
        let database = try TestDatabase()
        let store = try database.store()
        let items = try QueueStoreConformance.add(store, "a", "b")
        let assignments = Self.texts.map { "\($0.sqlName) = repeat('x', \($0.byteLimit + 1))" }
        try database.execute(
            """
            UPDATE leftoff_queue_item SET \(assignments.joined(separator: ", ")) WHERE id = '\(items[0].id)';
            UPDATE leftoff_queue_item SET etag = repeat('x', \(QueueColumn.etag.byteLimit)) WHERE id = '\(items[1].id)'
            """)
        let connection = try PostgresConnection(database.address(), timeout: .seconds(600))
        let sql = "SELECT \(PostgresItems.columns) FROM leftoff_queue_item AS q ORDER BY position LIMIT 1"
        let row = try #require(try connection.execute(sql).first)
        for column in Self.texts {
            #expect(row.text(column) == PostgresText.replacement && row.text(column.rawValue) == nil)
        }
        #expect(try store.items(in: nil).map { $0.content.etag?.utf8.count } == [QueueColumn.etag.byteLimit])
        #expect(try store.apply(.remove, to: ["at position 1"], at: QueueStoreConformance.start).isEmpty)
        #expect(try database.number("SELECT count(*) FROM leftoff_queue_item") == 1)
    }

    @Test(
        "A row whose id cannot be read keeps no download out, and is removed by its position",
        arguments: [false, true])
    func unreadableID(isLong: Bool) throws {
        let database = try TestDatabase()
        let store = try database.store()
        try QueueStoreConformance.add(store, "a")
        let id = isLong ? String(repeating: "x", count: 301) : PostgresText.replacement
        try database.execute("UPDATE leftoff_queue_item SET id = '\(id)'")
        let damage = QueueError.damaged(id: "at position 1", field: "id")
        #expect(try store.items(in: nil).isEmpty)
        #expect(store.damagedRows.removeUnreported() == [damage])
        let added = try QueueStoreConformance.add(store, "a")
        #expect(try store.items(in: nil) == added)
        #expect(throws: damage) { try store.item(id: "at position 1") }
        #expect(try store.apply(.remove, to: ["at position 1"], at: QueueStoreConformance.start).isEmpty)
        #expect(try database.execute("SELECT id FROM leftoff_queue_item") == [added[0].id])
        #expect(throws: QueueError.notFound(id: "at position 1")) { try store.item(id: "at position 1") }
    }

    @Test("Rows of hosts that cannot be read do not take the places of the others in a claim")
    func unreadableHosts() throws {
        let database = try TestDatabase()
        let store = try database.store()
        let items = try QueueStoreConformance.add(store, "a")
        try database.execute(
            """
            INSERT INTO leftoff_queue_item (id, url, host, directory, added_at, state, priority)
            SELECT 'x' || number, url || number, repeat('h', 301), directory, added_at, 'ready', 9
            FROM leftoff_queue_item, generate_series(1, 300) AS number
            """)
        #expect(try QueueStoreConformance.claim(store).map(\.id) == items.map(\.id))
        #expect(try store.summary(ids: nil).counts == [.failed: 300, .running: 1])
        #expect(store.damagedRows.removeUnreported().count == 300)
    }

    @Test(
        "A claim passes any number of hosts that are backing off, and the summary knows when the first ends",
        arguments: [1_000, 2_100])
    func manyHosts(count: Int) throws {
        let database = try TestDatabase()
        let store = try database.store()
        let start = QueueStoreConformance.start
        let now = QueueRow.milliseconds(start)
        try database.execute(
            """
            INSERT INTO leftoff_queue_item (id, url, host, directory, added_at, state, live)
            SELECT 'x' || number, 'http://h' || number || '/', 'h' || number, '/d', 0, 'ready', 1
            FROM generate_series(1, \(count)) AS number;
            INSERT INTO leftoff_queue_host (host, failures, not_before, since)
            SELECT 'h' || number, 9, \(now + 60_000), \(now) FROM generate_series(1, \(count - 1)) AS number
            """)
        #expect(try store.summary(ids: nil).nextClaim == .distantPast)
        #expect(try QueueStoreConformance.claim(store).map(\.id) == ["x\(count)"])
        #expect(try store.summary(ids: nil).nextClaim == start.addingTimeInterval(60))
        #expect(try store.heldHosts(at: start, among: ["h1", "h\(count)", "other"]).keys.sorted() == ["h1"])
    }

    @Test("Backoffs and counts that no download has are not read, and impossible ones are removed")
    func strayRows() throws {
        let database = try TestDatabase()
        let store = try database.store()
        try QueueStoreConformance.add(store, "a", "b")
        try database.execute(
            """
            INSERT INTO leftoff_queue_host SELECT 'h' || number, 1, 9999999999999, 9999999999999
                FROM generate_series(1, 20000) AS number;
            INSERT INTO leftoff_queue_count SELECT 'x' || number, 1 FROM generate_series(1, 20000) AS number;
            INSERT INTO leftoff_queue_count_change SELECT 'y' || number, 1 FROM generate_series(1, 20000) AS number
            """)
        #expect(try store.hostBackoffs().count == 10_000)
        #expect(try store.summary(ids: nil).counts == [.ready: 2])
        #expect(try database.number("SELECT count(*) FROM leftoff_queue_count_change") == 0)
        #expect(try database.number("SELECT count(*) FROM leftoff_queue_count WHERE state LIKE 'y%'") == 0)
        #expect(try QueueStoreConformance.claim(store).count == 2)
        _ = try store.sweep(at: QueueStoreConformance.start, goneOwners: [])
        #expect(try store.hostBackoffs().isEmpty)
    }

    @Test("A row with an unknown state is reported by every list, and removed by its id, whatever that is")
    func unknownState() throws {
        let database = try TestDatabase()
        let store = try database.store()
        let items = try QueueStoreConformance.add(store, "a", "b")
        for id in ["P33PS1H6N2ES", "Not an id", "@", ""] {
            try database.execute(
                """
                INSERT INTO leftoff_queue_item (id, url, host, directory, headers, added_at, state, position)
                SELECT '\(id)', url || 'c', host, directory, headers, added_at, 'bogus', position + 100
                FROM leftoff_queue_item LIMIT 1
                """)
            for states in [nil, [.ready], Set(QueueState.allCases)] as [Set<QueueState>?] {
                // A new store reports each row once more.
                let store = try database.store()
                #expect(try store.items(in: states).map(\.id) == items.map(\.id))
                #expect(store.damagedRows.removeUnreported() == [.damaged(id: id, field: "state")])
            }
            #expect(try store.apply(.remove, to: [id], at: QueueStoreConformance.start).isEmpty)
            _ = store.damagedRows.removeUnreported()
        }
        #expect(try store.items(in: nil).map(\.id) == items.map(\.id))
        #expect(store.damagedRows.removeUnreported().isEmpty)
    }

    @Test("Hostile backoffs and counts stop nothing", arguments: [Int64.min, -1, Int64.max])
    func numbers(value: Int64) throws {
        let database = try TestDatabase()
        let store = try database.store()
        _ = try store.add(
            [try QueueStoreConformance.item("http://bad/a"), try QueueStoreConformance.item("http://good/a")],
            at: QueueStoreConformance.start)
        try database.execute(
            """
            INSERT INTO leftoff_queue_host (host, failures, not_before, since)
                VALUES ('bad', \(value), \(value), \(value));
            INSERT INTO leftoff_queue_count (state, items) VALUES ('failed', \(value)), ('done', \(value));
            INSERT INTO leftoff_queue_count_change (state, items)
                SELECT 'failed', \(value) FROM generate_series(1, 600)
            """)
        let claimed = try QueueStoreConformance.claim(store)
        #expect(claimed.contains { $0.url.host == "good" })
        for item in claimed { _ = try QueueStoreConformance.fail(store, item) }
        // The first summary adds up the differences.
        for _ in 0..<2 {
            let counts = try store.summary(ids: nil).counts
            #expect(counts.values.allSatisfy(QueueCounter.range.contains))
        }
    }

    @Test("Tables of an impossible version are refused", arguments: [-1, -2_147_483_648, 2_147_483_647])
    func version(number: Int) throws {
        let database = try TestDatabase()
        _ = try database.store()
        try database.execute("UPDATE leftoff_schema SET version = \(number)")
        let error = #expect(throws: PostgresStoreError.self) { try database.store() }
        #expect(error == .newer(server: "\(database.address())", version: number))
    }

    @Test(
        "A text that is not an integer of 64 bits is no number",
        arguments: [
            ("-9223372036854775808", Int64.min), ("9223372036854775807", .max), ("9223372036854775808", nil),
            ("-9223372036854775809", nil), ("", nil), ("-", nil), ("1.5", nil), (" 1", nil), ("0x1", nil),
        ] as [(String, Int64?)])
    func integers(text: String, expected: Int64?) throws {
        let connection = try PostgresConnection(TestDatabase().address(), timeout: .seconds(600))
        #expect(try connection.execute("SELECT $1::text", [.text(text)]).first?.integer(0) == expected)
    }

    @Test("A time limit of any size is in range", arguments: ["0", "1", "9223372036854776", "9223372036854775807"])
    func timeout(seconds: String) {
        let address = PostgresAddress("postgresql://h/q?connect_timeout=\(seconds)")
        #expect((.seconds(2)...Duration.seconds(3_600)).contains(PostgresConnection.timeout(address)))
    }

    @Test("A damaged row is reported once, made failed by a claim, and can be removed")
    func damaged() throws {
        let database = try TestDatabase()
        let store = try database.store()
        let items = try QueueStoreConformance.add(store, "a", "b", "c")
        try database.execute("UPDATE leftoff_queue_item SET url = 'no url' WHERE id = '\(items[0].id)'")
        #expect(try QueueStoreConformance.claim(store, 1).map(\.id) == [items[1].id])
        #expect(try store.items(in: nil).map(\.id) == items.dropFirst().map(\.id))
        #expect(store.damagedRows.removeUnreported() == [.damaged(id: items[0].id, field: "url")])
        #expect(try store.summary(ids: nil).counts == [.failed: 1, .running: 1, .ready: 1])
        #expect(throws: QueueError.damaged(id: items[0].id, field: "url")) { try store.item(id: items[0].id) }
        #expect(try store.apply(.remove, to: [items[0].id], at: QueueStoreConformance.start).isEmpty)
        #expect(throws: QueueError.notFound(id: items[0].id)) { try store.item(id: items[0].id) }
    }

    @Test("A damaged row among the records of one transaction costs only its own record")
    func groupCommit() throws {
        let database = try TestDatabase()
        let store = try database.store()
        try QueueStoreConformance.add(store, "a", "b")
        let items = try QueueStoreConformance.claim(store)
        try database.execute("UPDATE leftoff_queue_item SET headers = '[' WHERE id = '\(items[0].id)'")
        let now = QueueStoreConformance.start
        let records = try items.map { item in
            QueueRecord([.named(item.id)], lease: try #require(item.lease), id: item.id, at: now)
        }
        let results = try store.record(records)
        #expect(throws: QueueError.self) { try results[0].get() }
        #expect(try results[1].get().item.fileName == items[1].id)
    }
}
