import Foundation
import Testing

@Suite("Automatic places in processes", .ownThreads, .timeLimit(.minutes(20)))
struct AutomaticEndToEndTests {
    private static func snapshot(_ page: Int, y: Int) -> String {
        #"{"url":"https://example.org/\#(page)","title":"Page \#(page)","pageYOffset":\#(y)}"#
    }

    @Test("Two processes that keep the place of one page at once leave one place, which list and show mark")
    func race() throws {
        let leftoff = try Leftoff()
        let hosts = try (0..<2).map { _ in try NativeHostProcess(leftoff) }
        for number in 1...20 {
            for host in hosts {
                try host.send(
                    try NativeHostProcess.message(
                        number, "POST", "/api/snapshots?origin=automatic", Self.snapshot(1, y: number)))
            }
        }
        for host in hosts {
            for _ in 1...20 {
                let response = try #require(try host.response())
                #expect([200, 201].contains(response.status), "\(response.body)")
            }
        }
        let clicked = try hosts[0].capture(Self.snapshot(2, y: 3))
        for host in hosts { #expect(try host.finish() == .exit(0)) }
        let table = try leftoff.run(["list"])
        #expect(table.lines.count == 1 && table.text.hasPrefix(clicked))
        #expect(table.errorLines == ["leftoff: 1 automatic place is not listed; --all lists it"])
        #expect(try leftoff.run(["list", "--format", "ndjson"]).lines.count == 2)
        let all = try leftoff.run(["list", "--all"])
        #expect(all.lines.count == 2 && all.text.contains("[automatic] Page 1") && all.errors.isEmpty)
        let automatic = try leftoff.run(["list", "--automatic"])
        #expect(automatic.lines.count == 1)
        let id = String(automatic.text.prefix { $0 != " " })
        #expect(try leftoff.run(["list", "--no-automatic"]).text.hasPrefix(clicked))
        #expect(try leftoff.run(["list", "--no-automatic"]).lines.count == 1)
        let json = try leftoff.run(["list", "--automatic", "--format", "ndjson"]).text
        #expect(json.contains(#""origin":"automatic""#) && json.contains(#""expiresAt":"2"#))
        let shown = try leftoff.run(["show", id])
        #expect(shown.errorLines.count == 1 && shown.errorLines[0].contains("kept automatically"))
        #expect(try leftoff.run(["show", clicked]).errorLines.isEmpty)
    }
}
