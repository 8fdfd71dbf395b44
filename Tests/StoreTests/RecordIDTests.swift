import GRDB
import Syntax
import Testing

@testable import Store

@Suite("Ids")
struct RecordIDTests {
    @Test("An id is twelve characters of the alphabet, and no two are alike")
    func random() {
        let ids = (0..<2000).map { _ in RecordID.random() }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.utf8.count == 12 && $0.utf8.allSatisfy(RecordID.alphabet.contains) })
        #expect(Set(ids.joined()).count == 32)
    }

    @Test(
        "A prefix of an id finds it if it is unambiguous",
        arguments: [
            ("abc000000000", RecordLookup.found("abc000000000")), ("abc0", .found("abc000000000")),
            ("ABC0", .found("abc000000000")), ("ABC111111111", .found("ABC111111111")),
            ("Not an id", .found("Not an id")), ("abc", .ambiguous(count: 3)), ("a", .ambiguous(count: 3)),
            ("z", .found("zzzzzzzzzzzz")), ("zzzzzzzzzzzz", .found("zzzzzzzzzzzz")), ("0", .found("000000000000")),
            ("b", .notFound), ("", .notFound), ("@", .notFound), ("%", .notFound), ("_", .notFound), ("a%", .notFound),
            ("'; DROP TABLE records", .notFound), ("abc0000000000", .notFound), ("ab\0", .notFound), ("é", .notFound),
            ("abc00000000i", .notFound),
        ])
    func lookup(prefix: String, expected: RecordLookup) throws {
        let queue = try DatabaseQueue()
        let found = try queue.write { connection in
            try connection.execute(sql: "CREATE TABLE records (id TEXT NOT NULL UNIQUE)")
            for id in [
                "abc000000000", "abc111111111", "abczzzzzzzzz", "zzzzzzzzzzzz", "000000000000", "ABC111111111",
                "Not an id",
            ] {
                try connection.execute(sql: "INSERT INTO records VALUES (?)", arguments: [id])
            }
            return try RecordLookup.find(prefix, in: "records", connection)
        }
        #expect(found == expected)
    }
}
