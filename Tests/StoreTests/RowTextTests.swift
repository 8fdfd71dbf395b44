import DownloadQueue
import GRDB
import Places
import Syntax
import Testing

@testable import Store

@Suite("Texts in rows")
struct RowTextTests {
    /// A text with many combining characters, which is compared in quadratic time.
    private static let hostile = "a" + String(repeating: "\u{301}\u{316}", count: 2_000)

    @Test("Long runs of combining characters are shortened, and other texts stay as they are")
    func streamSafe() throws {
        try DatabaseQueue().read { connection in
            let texts = [Self.hostile, "Zo\u{308}e \u{306}\u{307}", "漢字", ""]
            for (index, text) in texts.enumerated() {
                let row = try #require(try Row.fetchOne(connection, sql: "SELECT ?, 7, x'00'", arguments: [text]))
                var raw: String?
                try RawStatement("SELECT ?", connection).read([.text(text)]) { row in
                    raw = row.text(0)
                    return false
                }
                for read in [row.value(0), raw] as [String?] {
                    let read = try #require(read)
                    #expect(!read.hasLongCombiningRun)
                    #expect(index == 0 ? read.unicodeScalars.count < 100 : read.utf8.elementsEqual(text.utf8))
                }
                #expect((row.value(1) as Int?) == 7 && row.json(0)?.utf8.count == text.utf8.count)
            }
        }
    }

    @Test("The tags of a row with long runs of combining characters can be used as keys")
    func tags() throws {
        let setup = try CopySetup()
        defer { setup.home.remove() }
        let place = try setup.place()
        try setup.database.write {
            try $0.execute(
                sql: "INSERT INTO snapshot_tag (tag, seq, name) VALUES (?1, ?2, ?1)",
                arguments: [Self.hostile, place.position])
        }
        let names = try setup.places.counts(of: .tags).map(\.name)
        #expect(names.map(\.hasLongCombiningRun) == [false])
    }
}
