import FoundationEssentials
import GRDB
import Motion
import Places
import Syntax
import Testing

@testable import Store

@Suite("The search in scripts without spaces")
struct UnspacedSearchTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let archive: SQLiteSnapshotArchive

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path)
        archive = SQLiteSnapshotArchive(database: database) { Date(timeIntervalSince1970: 1_772_368_200) }
    }

    /// Few characters, so that queries often match: ideographs (also beyond the first plane), kana, Thai with its
    /// marks, and separators.
    private static let characters = [
        "中", "文", "字", "𠮷", "の", "ー", "ｶ", "ก", "ำ", "่", "ລ", "ខ", "မ", "a", "é", "7", " ", "。", "%", "\"", "🦊",
    ]

    private static func pieces(_ query: String) -> [String] {
        query.unicodeScalars.split(separator: " ").map { String($0) }
    }

    private func text(_ length: Int, _ generator: inout SplitMix64) -> String {
        (0..<length).map { _ in Self.characters[Int(generator.next() % UInt64(Self.characters.count))] }.joined()
    }

    private func snapshot(_ title: String, _ quote: String = "", path: String = "") throws -> PageSnapshot {
        try PageSnapshot(
            value: .object([
                "url": .string("https://example.org/" + path), "title": .string(title),
                "anchors": .array([.object(["quote": .object(["exact": .string(quote)])])]),
            ]))
    }

    private func found(_ query: String) throws -> [String] {
        try archive.snapshots(matching: query, limit: nil, offset: 0).map(\.id)
    }

    /// Returns what scanning every place finds.
    private func scanned(_ query: String) throws -> [String] {
        let columns = ["title", "address", "quotes", "tags", "note"]
        let pieces = Self.pieces(query).map { $0.replacing("%", with: "\\%") }
        let condition = pieces.map { _ in
            "(" + columns.map { "\($0) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ") + ")"
        }
        let arguments = pieces.flatMap { piece in columns.map { _ in "%" + piece + "%" } }
        return try database.read {
            try String.fetchAll(
                $0, sql: "SELECT id FROM snapshots WHERE \(condition.joined(separator: " AND ")) ORDER BY seq DESC",
                arguments: StatementArguments(arguments))
        }
    }

    /// Compares the search with the scan, and returns the number of queries with results.
    private func compare(count: Int, _ generator: inout SplitMix64) throws -> Int {
        var hits = 0
        for _ in 0..<count {
            let query = text(1 + Int(generator.next() % 5), &generator)
            // Words are in the other index.
            let pieces = Self.pieces(query)
            let isUnspaced = pieces.allSatisfy { $0.unicodeScalars.contains(where: BigramTokenizer.isUnspaced) }
            guard isUnspaced, !pieces.isEmpty else { continue }
            let expected = try scanned(query)
            #expect(try found(query) == expected, "\(query.debugDescription)")
            if !expected.isEmpty { hits += 1 }
        }
        return hits
    }

    @Test("It finds what scanning every place finds, whatever was added, marked, removed and brought back")
    func oracle() throws {
        var generator = SplitMix64(seed: 11)
        var ids: [String] = []
        for index in 0..<120 {
            let path = index % 3 == 0 ? text(6, &generator).filter { $0 != "%" } : ""
            let made = try snapshot(text(12, &generator), text(30, &generator), path: path)
            ids.append(try archive.add(made).id)
        }
        #expect(try compare(count: 600, &generator) > 200)
        for (index, id) in ids.enumerated() where index % 2 == 0 {
            let note = text(20, &generator)
            let tag = "字" + text(4, &generator).filter { $0 != " " }
            _ = try archive.updateMetadata(id: id) { _ in try SnapshotMetadata(tags: [tag], note: note) }
        }
        let removed = ids.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
        _ = try archive.remove(ids: removed)
        for id in removed.prefix(10) { _ = try archive.undoRemoval(id: id) }
        #expect(try compare(count: 600, &generator) > 200)
        try database.write {
            try $0.execute(
                sql: "INSERT INTO snapshot_pair_search (snapshot_pair_search, rank) VALUES ('integrity-check', 1)")
        }
    }

    @Test("Words narrow the results of pairs, and pairs those of words")
    func mixed() throws {
        let both = try archive.add(snapshot("harbour 中文字")).id
        _ = try archive.add(snapshot("harbour 中国"))
        _ = try archive.add(snapshot("ship 中文字"))
        #expect(try found("harbour 文字") == [both])
        #expect(try found("字 harb") == [both])
        #expect(try found("r中") == [])
        #expect(try found("harbour 中").count == 2)
    }

    @Test("A store of the previous version finds its places after the migration")
    func migration() throws {
        let queue = try DatabaseQueue(path: home.directory.path + "/old.sqlite")
        var migrator = DatabaseMigrator()
        SnapshotMigrations.register(in: &migrator)
        try migrator.migrate(queue, upTo: "snapshots-2")
        try queue.write { connection in
            for (position, title) in ["港の潮汐表", "tides", "ตารางน้ำขึ้นน้ำลง"].enumerated() {
                try connection.execute(
                    sql: """
                        INSERT INTO snapshots (id, page_key, url, title, address, quotes, stored_at, json)
                        VALUES (?, 'k', 'u', ?, 'a', 'q', 7, '{}')
                        """, arguments: ["\(position)", title])
            }
        }
        try migrator.migrate(queue)
        for (query, expected) in [("潮汐", ["0"]), ("表", ["0"]), ("น้ำ", ["2"]), ("汐潮", [])] {
            let query = SnapshotQuery(SnapshotListing(query: query), now: 0)
            let ids = try queue.read {
                try Row.fetchAll($0, sql: query.sql, arguments: query.arguments).map { $0[0] as String }
            }
            #expect(ids == expected)
        }
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshot_pair") } == 2)
    }

    @Test("Text with spaces between words adds nothing to the index")
    func plain() throws {
        _ = try archive.add(snapshot("Ordinary words, “quoted” — and Ελληνικά, русский, 한국어 말", "🦊 → ½"))
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshot_pair") } == 0)
    }
}
