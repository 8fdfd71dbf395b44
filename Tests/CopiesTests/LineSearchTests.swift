import Places
import Syntax
import Testing

@testable import Copies

@Suite("Finding the line of a place in a copy")
struct LineSearchTests {
    /// Returns a snapshot whose anchors have these quotes.
    static func snapshot(
        _ exact: String, prefix: String = "", suffix: String = "", character: Int = 0, y: Double = 120,
        occurrences: Int = 1, ordinal: Int = 0, others: [(role: String, exact: String)] = []
    ) throws -> PageSnapshot {
        func anchor(_ role: String, _ exact: String, prefix: String = "", suffix: String = "") -> JSONValue {
            .object([
                "role": .string(role),
                "quote": .object([
                    "exact": .string(exact), "prefix": .string(prefix), "suffix": .string(suffix),
                ]),
                "offset": .object([
                    "character": .number(role == "primary" ? Double(character) : 0), "x": .number(0),
                    "y": .number(role == "primary" ? y : y + 200),
                ]),
                "occurrences": .number(role == "primary" ? Double(occurrences) : 1),
                "ordinal": .number(role == "primary" ? Double(ordinal) : 0),
            ])
        }
        let anchors =
            [anchor("primary", exact, prefix: prefix, suffix: suffix)] + others.map { anchor($0.role, $0.exact) }
        return try PageSnapshot(
            value: .object([
                "url": .string("https://example.org/a"), "title": .string("A page"), "anchors": .array(anchors),
                "capturedAt": .string("2026-11-03T10:20:30Z"),
            ]))
    }

    private func text(_ pieces: [String]) -> CopyText {
        var text = CopyText()
        for piece in pieces {
            text.append(piece)
            text.endBlock()
        }
        return text
    }

    private func line(_ snapshot: PageSnapshot, _ pieces: [String]) -> CopyLine? {
        LineSearch(for: snapshot, in: text(pieces)).line()
    }

    @Test("Text is collapsed as the scripts collapse it, and each character leads back to its piece")
    func collapsed() {
        var text = CopyText()
        text.append("  One\u{AD}\n two ")
        text.append("three")
        text.endBlock()
        text.append("   ")
        text.append("\u{A0}four🙂")
        #expect(String(decoding: text.units, as: UTF16.self) == "One two three four🙂")
        #expect(text.position(of: 0) == CopyText.Position(piece: 0, offset: 2))
        #expect(text.position(of: 4) == CopyText.Position(piece: 0, offset: 8))
        #expect(text.position(of: 8) == CopyText.Position(piece: 1, offset: 0))
        #expect(text.position(of: 14) == CopyText.Position(piece: 3, offset: 1))
        #expect(text.position(of: 20) == nil)
    }

    @Test(
        "A text is found wherever it occurs, also overlapping itself, and in a long text of one character",
        arguments: [
            ("aaaa", "aa", [0, 1, 2]), ("abababa", "aba", [0, 2, 4]), ("aabaabaaab", "aabaaab", [3]), ("abc", "c", [2]),
            ("abc", "abcd", []), ("abc", "", []), ("", "a", []), ("abcabd", "abd", [3]), ("xaxbxaxc", "xaxc", [4]),
            (String(repeating: "a", count: 200_000), String(repeating: "a", count: 20_000) + "b", []),
            (String(repeating: "a", count: 1_000), "a", Array(0..<500)),
        ] as [(String, String, [Int])])
    func occurrences(text: String, words: String, expected: [Int]) {
        #expect(SearchableText(units: Array(text.utf16)).occurrences(of: Array(words.utf16)) == expected)
    }

    @Test("The exact words are found, at the character of the reading line")
    func exact() throws {
        let snapshot = try Self.snapshot("the quick brown fox jumps over the dog", character: 10)
        let found = try #require(line(snapshot, ["Before.", "Once the quick brown fox jumps over the dog."]))
        #expect(found.position == CopyText.Position(piece: 1, offset: 15) && found.height == 120 && found.isExact)
    }

    @Test(
        "Other white space, case and typographic signs are tolerated",
        arguments: [
            "THE QUICK brown “fox” jumps – over the dog", "The quick\n brown\u{A0}\"fox\"   jumps-over the dog",
            "the quickbrown \"fox\" jumps - over the dog",
        ])
    func folded(copy: String) throws {
        let snapshot = try Self.snapshot("the quick brown \"fox\" jumps - over the dog", character: 4)
        let found = try #require(line(snapshot, ["Before.", copy]))
        #expect(found.position == CopyText.Position(piece: 1, offset: 4))
    }

    @Test("Duplicates are told apart by the words around them, by their neighbours and by their order")
    func duplicates() throws {
        let pieces = ["Alpha one", "the same words again here", "Beta two", "the same words again here", "Gamma"]
        let around = try Self.snapshot(
            "the same words again here", prefix: "Beta two ", suffix: " Gamma", occurrences: 2, ordinal: 1)
        #expect(line(around, pieces)?.position.piece == 3)
        let ordered = try Self.snapshot("the same words again here", occurrences: 2, ordinal: 0)
        #expect(line(ordered, pieces)?.position.piece == 1)
        let ambiguous = try Self.snapshot("the same words again here", occurrences: 3, ordinal: 1)
        #expect(line(ambiguous, pieces) == nil)
    }

    @Test("An occurrence that is one of several on the page needs the right words around it")
    func oneOfSeveral() throws {
        let elsewhere = try Self.snapshot(
            "the title of another page", prefix: "Read also: ", suffix: " Advertisement", occurrences: 2, ordinal: 1)
        #expect(line(elsewhere, ["the title of another page", "Its text."]) == nil)
        #expect(line(try Self.snapshot("Share", prefix: "Print ", suffix: " Mail"), ["I like to Share it."]) == nil)
    }

    @Test("Without the words, a text near the line stands where it stood, and the result says so")
    func neighbour() throws {
        let snapshot = try Self.snapshot(
            "words that the copy does not have", others: [("below", "but it has the words below the line")])
        let found = try #require(line(snapshot, ["Before.", "but it has the words below the line."]))
        #expect(found.position.piece == 1 && found.height == 320 && !found.isExact)
        #expect(line(snapshot, ["Nothing of that is here."]) == nil)
        #expect(line(snapshot, []) == nil)
    }

    @Test("A part of the quote is enough if it is long and occurs once")
    func part() throws {
        let quote = "[12] The first thing that one notices is the silence of the place"
        let snapshot = try Self.snapshot(quote, character: 5)
        let found = line(snapshot, ["The first thing that one notices is the silence of the place"])
        #expect(found?.position == CopyText.Position(piece: 0, offset: 0))
    }
}
