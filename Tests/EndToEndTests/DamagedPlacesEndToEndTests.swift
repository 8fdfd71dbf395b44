import Foundation
import TestSupport
import Testing

@Suite("Damaged places on the command line", .enabled(if: Tool.all("python3")), .ownThreads)
struct DamagedPlacesEndToEndTests {
    let leftoff: Leftoff

    init() throws {
        leftoff = try Leftoff()
        var places = (1...6).map { number in
            #"{"id":"00000000000\#(number)","storedAt":"2026-03-01T12:30:00Z","snapshot":"#
                + #"{"url":"https://a.example/\#(number)","progress":{"text":0.5}}}"#
        }
        places.append(#"{"id":"000000000007","storedAt":"2026-03-01T12:30:00Z","snapshot":7}"#)
        let backup = """
            {"leftoff":1,"places":[
            \(places.joined(separator: ",\n"))
            ],"windows":[
            {"id":"0000000000aa","request":"request-aa","storedAt":"2026-03-01T12:30:00Z",
            "tabs":[{"url":"https://a.example/1"}]},
            {"id":"0000000000ab","request":"request-ab","storedAt":"2026-03-01T12:30:00Z",
            "tabs":[{"url":"https://a.example/2"}]}
            ]}

            """
        let outcome = try leftoff.run(["import", try leftoff.file("backup.json", backup.utf8).path])
        #expect(outcome.status == 1 && outcome.errorLines[0].hasPrefix("leftoff: place 7: not imported: "))
    }

    @Test("Numbers out of range in rows end no command, and are shown within their ranges")
    func numbers() throws {
        try leftoff.changeStore(
            """
            UPDATE snapshots SET json = '{"url":"https://a.example/1","progress":{"text":1e300}}'
                WHERE id = '000000000001';
            UPDATE snapshots SET json = '{"url":"https://a.example/2","progress":{"px":-1e300}}'
                WHERE id = '000000000002';
            UPDATE snapshots SET json = '{"url":"https://a.example/3","pageYOffset":1e300}' WHERE id = '000000000003';
            UPDATE snapshots SET version = 9223372036854775807, stored_at = 9223372036854775807
                WHERE id = '000000000004';
            UPDATE window_tab SET progress = 1e300, group_index = 9223372036854775807;
            """)
        let table = try leftoff.run(["list"])
        #expect(table.status == 0 && table.lines.count == 6 && table.errors.isEmpty, "\(table.errorText)")
        #expect(table.lines[5].contains(" 100 % ") && table.lines[4].contains(" 0 % "))
        for format in ["json", "ndjson"] {
            #expect(try leftoff.run(["list", "--format", format]).status == 0)
            #expect(try leftoff.run(["windows", "list", "--format", format]).status == 0)
        }
        for limit in ["1", "2147483648", "9223372036854775807"] {
            #expect(try leftoff.run(["list", "--limit", limit]).status == 0)
            #expect(try leftoff.run(["windows", "list", "--limit", limit]).status == 0)
        }
        for format in ["json", "csv", "bookmarks"] {
            #expect(try leftoff.run(["export", "--format", format]).status == 0)
        }
        for id in ["000000000001", "000000000003"] {
            #expect(try leftoff.run(["show", id]).status == 0)
            #expect(try leftoff.run(["show", "--editions", id]).status == 0)
            for form in ["script", "bookmarklet", "fragment", "json"] {
                #expect(try leftoff.run(["restore", id, "--as", form]).status == 0)
            }
        }
        #expect(try leftoff.run(["doctor"]).text.contains("records") == false)
    }

    @Test("Commands list the other places, report the damaged ones, and end with 1; forget removes them")
    func damaged() throws {
        try leftoff.changeStore("UPDATE snapshots SET json = '{' WHERE id = '000000000002'")
        let reason = "leftoff: place 000000000002 cannot be read: "
        for arguments in [
            ["list"], ["list", "--format", "json"], ["list", "--format", "ndjson"], ["list", "example"],
            ["export"], ["export", "--format", "csv"], ["export", "--format", "bookmarks"],
        ] {
            let outcome = try leftoff.run(arguments)
            #expect(outcome.status == 1 && outcome.text.contains("a.example/1"), "\(arguments)")
            #expect(outcome.errorLines.count == 1 && outcome.errorText.contains("place 000000000002 "))
            #expect(arguments[0] == "export" || outcome.errorText.hasPrefix(reason))
        }
        let shown = try leftoff.run(["show", "000000000002"])
        #expect(shown.status == 65 && shown.errorText.hasPrefix(reason))
        #expect(try leftoff.run(["show", "000000000001"]).status == 0)
        let doctor = try leftoff.run(["doctor"])
        #expect(doctor.status == 1 && doctor.text.contains("leftoff forget '000000000002'"), "\(doctor.text)")
        let exported = try leftoff.run(["export", "--query", "", "--site", "a.example"])
        #expect(exported.status == 1 && exported.errorLines.first == "leftoff: exported 5 places")
        let forgotten = try leftoff.run(["forget", "000000000002"])
        #expect(forgotten.status == 0)
        #expect(
            forgotten.errorLines == [
                "leftoff: forgot 1 place", "leftoff: 1 place cannot be read, and cannot be put back",
            ])
        let undone = try leftoff.run(["undo"])
        #expect(undone.status == 1 && undone.errorLines == ["leftoff: 1 place cannot be read"])
        #expect(try leftoff.run(["list"]).status == 0)
        let erased = try leftoff.run(["forget", "--erase", "-y", "000000000001"])
        #expect(erased.status == 0 && erased.errorLines == ["leftoff: erased 1 place"])
    }

    @Test("Three damaged places are reported one by one, and the others by their number")
    func many() throws {
        try leftoff.changeStore("UPDATE snapshots SET json = '' WHERE id <> '000000000001'")
        let outcome = try leftoff.run(["list"])
        #expect(outcome.status == 1 && outcome.lines.count == 1 && outcome.errorLines.count == 4)
        #expect(outcome.errorLines[3] == "leftoff: 2 more places cannot be read: run 'leftoff doctor'")
    }

    @Test("A damaged window is reported, and the others are listed")
    func windows() throws {
        try leftoff.changeStore("UPDATE window_set SET groups = '{' WHERE id = '0000000000aa'")
        for format in ["table", "json", "ndjson"] {
            let outcome = try leftoff.run(["windows", "list", "--format", format])
            #expect(outcome.status == 1 && outcome.text.contains("0000000000ab"))
            #expect(outcome.errorText.contains("window 0000000000aa "))
        }
        let doctor = try leftoff.run(["doctor"])
        #expect(doctor.text.contains("leftoff windows forget '0000000000aa'"), "\(doctor.text)")
        #expect(try leftoff.run(["windows", "forget", "0000000000aa"]).status == 0)
        #expect(try leftoff.run(["windows", "list"]).status == 0)
    }
}
