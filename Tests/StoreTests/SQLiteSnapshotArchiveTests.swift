import FoundationEssentials
import GRDB
import Places
import Syntax
import Testing
import WHATWGURL

@testable import Store

@Suite("The archive of snapshots")
struct SQLiteSnapshotArchiveTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let archive: SQLiteSnapshotArchive

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path)
        archive = SQLiteSnapshotArchive(database: database) { Date(timeIntervalSince1970: 1_772_368_200.2504) }
    }

    private func snapshot(_ path: String, title: String = "", quote: String = "") throws -> PageSnapshot {
        let members: [String: JSONValue] = [
            "url": .string("https://example.org/" + path), "title": .string(title),
            "anchors": .array([.object(["quote": .object(["exact": .string(quote)])])]),
        ]
        return try PageSnapshot(value: .object(members))
    }

    /// Returns the paths of the results of a query, in order.
    private func found(_ query: String?, limit: Int? = nil, offset: Int = 0) throws -> [String] {
        try archive.snapshots(matching: query, limit: limit, offset: offset).map {
            String($0.snapshot.url.path.dropFirst())
        }
    }

    @Test("A stored snapshot is returned unchanged")
    func roundTrip() throws {
        let text =
            #"{"url":"https://example.org/a","title":"a\u0000b","capturedAt":"2026-03-01T12:30:00Z","x":[1,{"y":null}]}"#
        let snapshot = try PageSnapshot(json: text.utf8)
        let stored = try archive.add(snapshot)
        #expect(stored.storedAt == Date(timeIntervalSince1970: 1_772_368_200.25))
        #expect(try archive.snapshot(id: stored.id) == stored)
        #expect(try archive.snapshots(matching: nil, limit: nil, offset: 0) == [stored])
        let reopened = SQLiteSnapshotArchive(database: try LeftoffDatabase(home: home.path)) { Date() }
        #expect(try reopened.snapshot(id: String(stored.id.prefix(4))) == stored)
    }

    @Test("Snapshots are listed newest first, by the order of storing")
    func order() throws {
        for path in ["a", "b", "c", "d"] { _ = try archive.add(snapshot(path, title: "same")) }
        #expect(try found(nil) == ["d", "c", "b", "a"])
        #expect(try found(" \n ") == ["d", "c", "b", "a"])
        #expect(try found(nil, limit: 2) == ["d", "c"])
        #expect(try found(nil, limit: 2, offset: 1) == ["c", "b"])
        #expect(try found(nil, offset: 3) == ["a"])
        #expect(try found(nil, limit: 0) == [])
        #expect(try found(nil, limit: -1, offset: -1) == [])
        #expect(try found("same", limit: 2, offset: 1) == ["c", "b"])
    }

    @Test(
        "Words are found in title, address and quotes, as they are typed",
        arguments: [
            ("fox", ["quote", "title"]), ("FOX", ["quote", "title"]), ("fo", ["quote", "title"]),
            ("f", ["quote", "title"]),
            ("ox", []), ("quick fox", ["title"]), ("fox quick", ["title"]), ("fox missing", []),
            ("cafe", ["accents"]), ("CAFÉ", ["accents"]), ("strasse", []), ("straße", ["accents"]),
            ("example.org/quote", ["quote"]), ("https://example.org/title", ["title"]), ("zürich", ["z%C3%BCrich"]),
            ("日本", ["japanese"]), ("本語", ["japanese"]), ("日本 語の", ["japanese"]), ("語 fox", []),
            ("🦊", ["emoji"]), ("50%", ["signs"]), ("%", ["signs"]),
            ("_", ["signs"]), ("\\", ["signs"]), ("\"", ["signs"]), ("*", ["signs"]), ("(", ["signs"]),
            ("AND", ["operators"]), ("NOT", ["operators"]), ("NEAR(", ["operators"]),
            ("near(a, 2)", []), ("title:fox", []), ("fox*", ["quote", "title"]), ("\"quick fox\"", ["title"]),
            ("^fox", ["quote", "title"]), ("fo\"x", []), ("-fox", ["quote", "title"]), ("fox + {", []),
            ("'", ["signs"]),
            ("; DROP TABLE snapshots; --", []), ("\0fox\0", ["quote", "title"]), ("\u{301}", []),
        ])
    func search(query: String, expected: [String]) throws {
        for (path, title, quote) in [
            ("z%C3%BCrich", "", ""), ("title", "The quick brown fox", ""), ("quote", "", "A fox, reading"),
            ("accents", "Café Straße", ""), ("japanese", "私の日本語のページ", ""), ("emoji", "a 🦊 b", ""),
            ("signs", "50% of \\ _ \" * ( '", ""), ("operators", "near and or not", ""),
        ] { _ = try archive.add(snapshot(path, title: title, quote: quote)) }
        #expect(try found(query) == expected)
    }

    @Test("OR is a word, here a prefix of org")
    func noOperator() throws {
        _ = try archive.add(snapshot("a", title: "fox"))
        #expect(try found("fox OR missing") == [])
        #expect(try found("OR fox") == ["a"])
    }

    @Test(
        "Every query is accepted, however long or unusual",
        arguments: [
            String(repeating: "a", count: 100_000), String(repeating: "a ", count: 10_000),
            String(repeating: "%", count: 100_000), String(repeating: "\"", count: 5000),
            String(repeating: "語 ", count: 10_000), "\u{FFFD}\u{202E}\u{FEFF}\u{200B}", "\u{E000}",
            "\u{1F9D1}\u{200D}\u{1F4BB}",
        ])
    func strangeQueries(query: String) throws {
        _ = try archive.add(snapshot("a", title: "nothing alike"))
        #expect(try found(query).isEmpty || query.hasPrefix("a "))
    }

    @Test("A snapshot is found by any unambiguous prefix of its id, and @ is the newest")
    func ids() throws {
        #expect(throws: SnapshotArchiveError.notFound("@")) { try archive.snapshot(id: "@") }
        // One more than the alphabet has characters, so that two ids begin alike.
        let all = try (0...32).map { try archive.add(snapshot("\($0)")) }
        #expect(try archive.snapshot(id: "@") == all.last)
        for stored in all { #expect(try archive.snapshot(id: stored.id) == stored) }
        let groups = Dictionary(grouping: all) { $0.id.prefix(1) }
        let shared = try #require(groups.first { $0.value.count > 1 })
        #expect(throws: SnapshotArchiveError.ambiguous(String(shared.key), count: shared.value.count)) {
            try archive.snapshot(id: String(shared.key))
        }
        #expect(throws: SnapshotArchiveError.notFound("nosuchid")) { try archive.snapshot(id: "nosuchid") }
        #expect(throws: SnapshotArchiveError.notFound("")) { try archive.snapshot(id: "") }
    }

    @Test("Snapshots are removed all or none, from the search too")
    func remove() throws {
        let stored = try ["a", "b", "c"].map { try archive.add(snapshot($0, title: "page \($0)")) }
        #expect(throws: SnapshotArchiveError.notFound("nosuchid")) {
            try archive.remove(ids: [stored[0].id, "nosuchid"])
        }
        #expect(try found("page") == ["c", "b", "a"])
        #expect(try archive.remove(ids: ["@", stored[2].id, stored[0].id]) == 2)
        #expect(try found("page") == ["b"])
        #expect(try archive.remove(ids: []) == 0)
        #expect(try archive.remove(ids: ["@"]) == 1)
        #expect(throws: SnapshotArchiveError.notFound("@")) { try archive.remove(ids: ["@"]) }
        try database.write {
            try $0.execute(sql: "INSERT INTO snapshot_search (snapshot_search) VALUES ('integrity-check')")
        }
    }

    @Test("Two connections add at once, and nothing is lost")
    func concurrentAdds() async throws {
        let other = SQLiteSnapshotArchive(database: try LeftoffDatabase(home: home.path)) { Date() }
        let archives = [archive, other]
        let snapshots = try (0..<100).map { try snapshot("\($0)", title: "page \($0)") }
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for (index, snapshot) in snapshots.enumerated() {
                group.addTask { try archives[index % 2].add(snapshot).id }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(ids.count == 100)
        #expect(Set(try archive.snapshots(matching: "page", limit: nil, offset: 0).map(\.id)) == ids)
        #expect(try database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    }

    @Test("The error about an unreadable row contains its id")
    func damagedRow() throws {
        let stored = try archive.add(snapshot("a"))
        try database.write { try $0.execute(sql: "UPDATE snapshots SET json = '{'") }
        let error = try #require(throws: UnreadableRecord.self) { try archive.snapshot(id: stored.id) }
        #expect(error.kind == .snapshot && error.id == stored.id && error.description.contains(stored.id))
    }

    @Test("Queries look at few of ten thousand snapshots")
    func many() throws {
        let template = SnapshotRow(
            id: "", snapshot: try snapshot("a", title: "A page of many", quote: "The quick brown fox reads on"),
            storedAt: Date(timeIntervalSince1970: 0))
        let json = String(decoding: template.snapshot.encoded(), as: UTF8.self)
        try database.write { connection in
            try connection.execute(
                sql: """
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
                    INSERT INTO snapshots (id, page_key, url, title, address, quotes, stored_at, json)
                    SELECT printf('%012d', n), 'k', 'u', 'A page of many ' || n, 'https://example.org/' || n,
                        'The quick brown fox reads on', n, ? FROM numbers
                    """,
                arguments: [json])
        }
        // Reading all of them takes 160,000 instructions, which only a sign without an index needs.
        for (query, limit) in [(nil, 10), ("fox", 10), ("many 9999", 10), ("語", 10), ("p", 10), ("%", 200)] {
            let cost = try cost { _ = try archive.snapshots(matching: query, limit: 50, offset: 0) }
            #expect(cost < limit, "\(query ?? "everything")")
        }
        #expect(try archive.snapshots(matching: "many 9999", limit: 50, offset: 0).map(\.id) == ["000000009999"])
        #expect(try cost { _ = try archive.snapshot(id: "00000001") } < 10)
    }

    /// Returns the number of instructions of SQLite's virtual machine, in thousands, that a query takes.
    private func cost(_ query: () throws -> Void) throws -> Int { try database.instructions(in: 1_000, query) }
}
