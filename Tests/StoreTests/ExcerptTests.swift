import GRDB
import Places
import Testing

@testable import Store

@Suite struct ExcerptTests {
    private func copy(_ text: String) -> [UInt8] {
        TextCopy(
            url: "https://example.org/", title: nil, byline: nil, language: nil, direction: nil,
            blocks: [CopyBlock(kind: .paragraph, runs: [CopyRun(text: text, link: nil, style: nil)])]
        ).encoded()
    }

    private func excerpt(_ query: String, _ text: String) throws -> TextExcerpt? {
        ExcerptBuilder(query: try #require(try CopyQuery(query))).excerpt(content: copy(text))
    }

    /// `w0 w1 …`, with some words replaced.
    private func words(_ count: Int, _ replaced: [Int: String]) -> String {
        (0..<count).map { replaced[$0] ?? "w\($0)" }.joined(separator: " ")
    }

    @Test func `The match is in the middle of 24 words`() throws {
        let excerpt = try #require(try excerpt("fox", words(100, [50: "Foxes"])))
        #expect(excerpt.match == "Foxes")
        #expect(excerpt.before == "…w39 w40 w41 w42 w43 w44 w45 w46 w47 w48 w49 ")
        #expect(excerpt.after == " w51 w52 w53 w54 w55 w56 w57 w58 w59 w60 w61 w62…")
    }

    @Test func `At the ends of a text the excerpt has no ellipsis, and keeps punctuation`() throws {
        let start = try #require(try excerpt("fox", "“Fox!” said she. " + words(60, [:])))
        #expect(start.before == "“" && start.match == "Fox" && start.after.hasSuffix("w20…"))
        let end = try #require(try excerpt("fox", words(60, [:]) + " the fox."))
        #expect(end.before.hasPrefix("…w38 ") && end.after == ".")
        #expect(try excerpt("fox", "fox") == TextExcerpt(before: "", match: "fox", after: ""))
        #expect(try excerpt("fox", "fo") == nil)
    }

    @Test func `The first part with the most different words is shown`() throws {
        let text = words(200, [10: "fox", 60: "fox", 65: "hound", 120: "hound", 125: "fox"])
        let excerpt = try #require(try excerpt("hound fox", text))
        #expect(excerpt.match == "fox" && excerpt.after.hasPrefix(" w61 ") && excerpt.after.contains("hound"))
        let apart = try #require(try self.excerpt("hound fox", words(200, [10: "fox", 160: "hound"])))
        #expect(apart.match == "fox")
    }

    @Test func `Words are folded as in the index, whatever their length in UTF-8`() throws {
        let excerpt = try #require(try excerpt("uber", "Große ÄPFEL fliegen ÜBER\n\n  den Bach 🦊 davon"))
        #expect(excerpt == TextExcerpt(before: "Große ÄPFEL fliegen ", match: "ÜBER", after: " den Bach 🦊 davon"))
    }

    @Test func `In a script without spaces, thirty characters on both sides are shown`() throws {
        let excerpt = try #require(try excerpt("狐狸", String(repeating: "山", count: 40) + "狐狸跑了。"))
        #expect(excerpt.before == "…" + String(repeating: "山", count: 30))
        #expect(excerpt.match == "狐狸" && excerpt.after == "跑了。")
    }

    @Test func `A word of megabytes is shortened, before the match, after it and as the match`() throws {
        let long = String(repeating: "k", count: 1_000_000)
        let shown = String(repeating: "k", count: 300)
        #expect(
            try excerpt("fox", "a \(long) fox \(long) b")
                == TextExcerpt(before: "…\(shown.dropLast()) ", match: "fox", after: " \(shown.dropLast())…"))
        #expect(try excerpt("kk", "a \(long) fox") == TextExcerpt(before: "a ", match: shown + "…", after: " fox"))
    }

    @Test func `Only the first 64 words of a query count`() throws {
        let query = (0..<80).map { "z\($0)x" }.joined(separator: "-")
        let excerpt = try #require(try excerpt(query, words(100, [50: "z3x", 51: "z4x"])))
        #expect(excerpt.match == "z3x" && excerpt.after.hasPrefix(" z4x "))
    }

    @Test(
        arguments: [
            ("fox", ["a quick fox", "foxes in the title"], "a quick |fox|"),
            ("title", ["a quick fox", "foxes in the title"], "foxes in the |title|"),
            ("fox title", ["a quick fox", "foxes in the title"], "|foxes| in the title"),
            ("strasse", ["", "https://example.org/Straße/strasse"], "https://example.org/Straße/|strasse|"),
            ("cafe", ["https://example.org/café"], "https://example.org/|café|"),
            ("--", ["a fox", "one -- two"], "one |--| two"), ("🦊", ["a fox", "a 🦊!"], "a |🦊|!"),
            ("👩‍🚀", ["an 👩‍🚀 astronaut"], "an |👩‍🚀| astronaut"),
            ("-- fox", ["one -- two", "a fox"], "a |fox|"), ("*** %_", ["100 %_ of ***"], "100 %_ of |***|"),
            ("Go狐", ["some go狐狸"], "some |go狐|狸"), ("狐 --", ["一 -- 狐"], "一 -- |狐|"),
        ] as [(String, [String], String)])
    func `A word or a symbol is shown in the field that contains it`(
        query: String, fields: [String], expected: String
    ) throws {
        let excerpt = try #require(try ExcerptBuilder(text: query).excerpt(fields: fields))
        #expect(excerpt.before + "|" + excerpt.match + "|" + excerpt.after == expected)
    }

    @Test(arguments: ["", " ", "\0", "--", "wolf", "狼", "\u{FEFF}", "\u{200B}", "🐺"])
    func `What no field contains has no excerpt, and neither has a blank query`(query: String) throws {
        #expect(try ExcerptBuilder(text: query).excerpt(fields: ["a fox", "狐狸", "", "\0"]) == nil)
    }

    @Test func `Only the beginnings of a long query and its first pieces count`() throws {
        let many = (0..<100).map { "z\($0)" }.joined(separator: " ") + " fox"
        #expect(try ExcerptBuilder(text: many).excerpt(fields: ["a fox"]) == nil)
        let symbols = String(repeating: "-", count: 100_000)
        #expect(try ExcerptBuilder(text: symbols).excerpt(fields: [symbols])?.match.utf8.count == 200)
    }

    @Test func `Excerpts have the words that SQLite's snippet shows`() throws {
        let queue = try DatabaseQueue()
        for (query, text) in [
            ("fox", words(100, [50: "fox"])), ("fox hound", words(90, [3: "hound", 80: "fox", 85: "hound"])),
            ("w1", words(40, [:])), ("fox", words(30, [29: "fox"])),
            ("q qswift", words(90, [2: "qso", 60: "qstart", 61: "qswift"])),
            ("qswift q", words(90, [2: "qso", 60: "qstart", 61: "qswift"])),
        ] {
            let expected = try queue.write { database in
                try database.execute(
                    sql: """
                        DROP TABLE IF EXISTS shown;
                        CREATE VIRTUAL TABLE shown USING fts5(text, tokenize='unicode61 remove_diacritics 2');
                        """)
                try database.execute(sql: "INSERT INTO shown VALUES (?)", arguments: [text])
                let match = query.split(separator: " ").map { "\"\($0)\"*" }.joined(separator: " OR ")
                return try String.fetchOne(
                    database, sql: "SELECT snippet(shown, 0, '', '', '…', 24) FROM shown WHERE shown MATCH ?",
                    arguments: [match])
            }
            #expect(try excerpt(query, text).map { $0.before + $0.match + $0.after } == expected)
        }
    }
}
