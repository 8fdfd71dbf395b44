import Foundation
import Places
import Testing

@testable import ImportExport

@Suite("Tables of other programs and spreadsheets")
struct TableImportTests {
    private func read(
        _ text: String, _ format: ImportFormat? = nil, now: Date? = nil
    ) throws -> (places: [ImportedPlace], source: PlaceImport) {
        var source = try PlaceImport(Array(text.utf8), format: format, now: now)
        var places: [ImportedPlace] = []
        while let place = try source.next() { places.append(place) }
        return (places, source)
    }

    @Test(
        "A table with semicolons or tabs is read like one with commas",
        arguments: [
            "title;url;time_added;tags;status\nA, b;https://a.example/;1600322788;one|two;archive\n",
            "\u{FEFF}title;url;time_added;tags;status\r\n\"A, b\";https://a.example/;1600322788;one|two;archive\r\n",
            "title\turl\ttime_added\ttags\tstatus\nA, b\thttps://a.example/\t1600322788\tone|two\tarchive\n",
        ])
    func separators(table: String) throws {
        #expect(ImportFormat.mayBegin(with: Array(table.utf8)))
        let found = try read(table)
        let place = try #require(found.places.first)
        #expect(found.source.format == .pocket && found.places.count == 1 && found.source.omissions.isEmpty)
        #expect(place.snapshot.title == "A, b" && place.metadata.tags == ["one", "two"])
        #expect(place.mark == PageMark(.finished))
        #expect(try FileImport(Array(table.utf8)).format == .pocket)
    }

    @Test("Of columns with the same name, the first text of a row counts, which is said once")
    func repeatedColumns() throws {
        let found = try read(
            """
            URL,Note,note,Title,Note,,
            https://a.example/1,,second,T,third,x,y
            https://a.example/2,first,second,T,,,
            https://a.example/3,,,T,third,,
            """)
        #expect(found.places.map(\.metadata.note) == ["second", "first", "third"])
        #expect(
            found.source.omissions == [
                "the column \"note\" occurs several times: the first of its texts in a row counts"
            ])
        #expect(found.source.unreadableCount == 0)
    }

    @Test(
        "The number of a day in a spreadsheet is a date if all values of the column are",
        arguments: [
            ("Date", ["44321"], ["2021-05-05T00:00:00Z"]), ("date added", ["44321.5"], ["2021-05-05T12:00:00Z"]),
            ("created", ["44321,75", ""], ["2021-05-05T18:00:00Z", nil]),
            ("Date", ["44321.0006944444"], ["2021-05-05T00:01:00Z"]),
            ("Date", ["32874", "73050"], ["1990-01-01T00:00:00Z", "2099-12-31T00:00:00Z"]),
            ("Date", ["44321", "2021-05-05"], [nil, "2021-05-05T00:00:00Z"]),
            ("Date", ["44321", "1620172800"], [nil, "2021-05-05T00:00:00Z"]),
            ("Date", ["32873"], [nil]), ("Date", ["73051"], [nil]),
        ] as [(String, [String], [String?])])
    func serialDates(column: String, values: [String], expected: [String?]) throws {
        let isDate = column == "Date"
        let header = isDate ? "url;Date;title" : "url;\(column);title;date"
        let rows = values.enumerated().map { index, value in
            "https://a.example/\(index);\(value);T" + (isDate ? "" : ";\(value)")
        }
        let found = try read(([header] + rows).joined(separator: "\n") + "\n")
        let dates = found.places.map(\.snapshot.capturedAt)
        #expect(dates == expected.map { $0.flatMap { try? Date($0, strategy: .iso8601) } })
        // Each date that is left out is listed with its line.
        let missing = zip(values, expected).count { !$0.isEmpty && $1 == nil }
        #expect(found.source.omissions.count == missing && found.source.unreadableCount == 0)
    }

    @Test(
        "The number of a day is a date in each column of dates",
        arguments: [
            "url;Highlighted at;title\nhttps://a.example/;44321,5;T\n",
            "URL,Title,Selection,Folder,Timestamp\nhttps://a.example/,T,,Unread,44321.5\n",
        ])
    func serialColumns(table: String) throws {
        let found = try read(table)
        #expect(found.places.map(\.snapshot.capturedAt) == [Date(timeIntervalSince1970: 1_620_216_000)])
        #expect(found.source.omissions.isEmpty)
    }

    @Test("A number of a day after the first 100 rows, and one in another column, is no date")
    func serialSample() throws {
        let rows = (0..<100).map { "https://a.example/\($0),44321,x\n" }.joined()
        let found = try read("url,date,title\n\(rows)https://a.example/last,yesterday,44321\n")
        #expect(found.places.count == 101 && found.places.last?.snapshot.capturedAt == nil)
        #expect(found.places.dropLast().allSatisfy { $0.snapshot.capturedAt != nil })
        #expect(found.places.last?.snapshot.title == "44321" && found.source.omissions.count == 1)
    }

    @Test("Dates that are zero, negative or in the future are left out with one line", arguments: [true, false])
    func impossibleDates(isTimeKnown: Bool) throws {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let table = """
            title,url,time_added,tags,status
            A,https://a.example/1,0,,unread
            B,https://a.example/2,-5,,unread
            C,https://a.example/3,0001-01-01T00:00:00Z,,unread
            D,https://a.example/4,1700086399,,unread
            E,https://a.example/5,1700086401,,unread

            """
        let found = try read(table, now: isTimeKnown ? now : nil)
        #expect(found.places.count == 5 && found.source.unreadableCount == 0)
        let isDated = found.places.map { $0.snapshot.capturedAt != nil }
        #expect(isDated == [false, false, false, true, !isTimeKnown])
        let count = isTimeKnown ? 4 : 3
        #expect(
            found.source.omissions == ["the dates of \(count) places were left out: zero, negative or in the future"])
    }

    @Test("Rows that are read ahead on several cores keep their order, lines and remarks")
    func order() throws {
        let rows = (0..<2_000).map { number -> String in
            let url = number % 500 == 3 ? "ftp://a.example/" : "https://a.example/\(number)"
            return "T\(number),\(url),\(number % 500 == 4 ? "soon" : "1600322788"),,unread\n"
        }
        let found = try read("title,url,time_added,tags,status\n" + rows.joined())
        #expect(found.places.compactMap(\.snapshot.title) == (0..<2_000).filter { $0 % 500 != 3 }.map { "T\($0)" })
        let lines = found.source.omissions.map { $0.prefix { $0 != ":" } }
        #expect(lines == [0, 500, 1_000, 1_500].flatMap { ["line \($0 + 5)", "line \($0 + 6)"] })
    }

    @Test("An entry with more places than are read ahead is read with the budget of the file")
    func largeEntry() throws {
        let quotes = (0..<2_000).map { #"{"quote":"words \#($0)"}"# }.joined(separator: ",")
        let text = #"[{"url":"https://a.example/","title":"T","highlights":[\#(quotes)]}]"#
        let found = try read(text)
        #expect(found.source.format == .pocket && found.places.count == 2_000 && found.source.omissions.isEmpty)
        #expect(found.places.last?.snapshot.quotes == ["words 1999"])
    }

    // MARK: - Quotation marks

    private static let wrongMark = "one of its quotation marks may be wrong"
    private static let unclosedMark = "its quotation mark is never closed"

    @Test(
        "A quotation mark too many costs only the row with it",
        arguments: [
            // The mark closes at the next one, several rows later.
            (
                ["\"A,U/1,,,", "B,U/2,,,", "C,U/3,,,", "\"D, d\",U/4,,,"], ["B", "C", "D, d"],
                ["line 2: not imported: it has 6 fields instead of 5 and extends to line 5: \(wrongMark)"]
            ),
            (
                ["\"A,U/1,,,", "B,U/2,,,", "\"C\",U/3,,,"], ["B", "C"],
                ["line 2: not imported: it has text after a closing quotation mark and extends to line 4: \(wrongMark)"]
            ),
            // The mark is never closed.
            (
                ["A,U/1,,,", "B,U/2,,\"x,", "C,U/3,,,", "\"D, d\",U/4,,,\"", "E,U/5,,,"], ["A", "C", "E"],
                ["line 3: not imported: \(unclosedMark)", "line 5: not imported: \(unclosedMark)"]
            ),
            (
                ["\"A\na\",U/1,,\"x,", "B,U/2,,,", "C,U/3,,,"], ["B", "C"],
                ["line 2: not imported: \(unclosedMark)", "line 3: not imported: \(unclosedMark)"]
            ),
            // The marks are right.
            (["\"A\na\",U/1,,,", "\"B\"b,U/2,,,"], ["A a", "Bb"], []),
        ] as [([String], [String], [String])])
    func quotationMarks(rows: [String], titles: [String], omissions: [String]) throws {
        let table = (["title,url,time_added,tags,status"] + rows).joined(separator: "\n") + "\n"
        let found = try read(table.replacing("U/", with: "https://a.example/"))
        #expect(found.places.compactMap(\.snapshot.title) == titles)
        #expect(found.source.omissions == omissions && found.source.unreadableCount == omissions.count)
    }

    @Test("A table whose quotation marks could belong to any row is read a limited number of times")
    func quotationMarkLimit() throws {
        let rows = String(repeating: "x\"y,\"z\n", count: 10_000)
        let found = try read("url,title,date\n\(rows)\",,\nhttps://a.example/,A,\n")
        #expect(found.places.map(\.snapshot.title) == ["A"])
        #expect(found.source.omissions.last?.hasSuffix(", and the lines up to 10002 were left out") == true)
        #expect(found.source.unreadableCount < 12)
    }

    @Test("A joined row does not hide the dates of a spreadsheet")
    func serialDatesAfterWrongMark() throws {
        let found = try read("url;date;title\n\"https://a.example/1;x\nhttps://a.example/2;44321;\"T;t\"\n")
        #expect(found.places.map(\.snapshot.capturedAt) == [Date(timeIntervalSince1970: 1_620_172_800)])
        #expect(found.source.unreadableCount == 1)
    }

    // MARK: - Truncated tables

    @Test(
        "A last row that is too short and has no line break is not imported",
        arguments: [
            ("words,T,https://a.example/a/lo", 0), ("words,T,https://a.example/a/lo\n", 1),
            ("words,T,https://a.example/a/lo\r", 1), ("words,T,https://a.example/a/long,n", 1),
            ("words,T,https://a.example/a/long,n\nwo", 1), ("words,T,https://a.example/a/long,n\n  ", 1),
            ("words,T,https://a.example/a/long\nwords two,T,https://a.example/a/long,", 2),
        ])
    func truncated(rows: String, count: Int) throws {
        let found = try read("highlight,title,url,note\n\(rows)")
        #expect(found.places.count == count)
        let isCut = rows.hasSuffix("lo") || rows.hasSuffix("wo")
        #expect(found.source.omissions.count == (isCut ? 1 : 0))
        #expect(
            found.source.omissions.allSatisfy {
                $0.hasSuffix("fields instead of 4, and no line break: the table may be truncated")
            })
    }

    // MARK: - Size

    @Test("A table has at most 4,096 columns", arguments: [4_096, 4_097, 70_000])
    func columns(count: Int) throws {
        let table = "url,title" + String(repeating: ",", count: count - 2) + "\nhttps://a.example/,T\n"
        if count <= TableEntries.maximumColumnCount {
            #expect(try read(table).places.count == 1)
        } else {
            #expect(throws: ImportExportError.malformed("the table has more than 4096 columns")) { try read(table) }
        }
    }

    @Test("An empty field takes no memory, and each other one counts with more than its text")
    func emptyFields() throws {
        let names = (0..<4_000).map { "c\($0)" }.joined(separator: ",")
        let rows = [String(repeating: ",", count: 4_000), String(repeating: ",x", count: 4_000)]
        let table = "url,\(names)\n" + rows.map { "https://a.example/\($0)\n" }.joined()
        var entries = try TableEntries(Array(table.utf8), formats: [QuoteTable.self], isForced: false)
        let sizes = try (0..<2).map { _ in try #require(try entries.next()).byteCount }
        #expect(sizes[0] < 100 && sizes[1] > 4_000 * 64)
    }
}
