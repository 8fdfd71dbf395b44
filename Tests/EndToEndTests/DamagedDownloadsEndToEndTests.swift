import Foundation
import TestSupport
import Testing

@Suite("Damaged downloads on the command line", .enabled(if: Tool.all("python3")), .ownThreads)
struct DamagedDownloadsEndToEndTests {
    let leftoff: Leftoff

    init() throws {
        leftoff = try Leftoff()
        let added = try leftoff.run(["queue", "add", "http://127.0.0.1:9/x", "http://127.0.0.1:9/y"])
        try #require(added.status == 0 && added.lines.count == 2, "\(added.errorText)")
    }

    @Test(
        "Each list and export leaves out only the damaged download, reports it and ends with 1",
        arguments: [
            "url = ''", "state = 'bogus'", "headers = ''", "checksum = 'zz'", "id = CAST(x'FFF08041' AS TEXT)",
        ])
    func reports(damage: String) throws {
        try leftoff.changeStore("UPDATE queue_item SET \(damage) WHERE position = 1")
        for command in [
            ["export"], ["queue", "list", "--format", "json"],
            ["queue", "list", "--state", "ready", "--format", "ndjson"],
            ["queue", "list", "--state", "ready,failed", "--limit", "1", "--format", "json"],
            ["queue", "export", "--format", "json"], ["queue", "export", "--format", "aria2"],
        ] {
            let outcome = try leftoff.run(command)
            #expect(outcome.status == 1, "\(command): \(outcome.errorText)")
            #expect(outcome.text.contains("http://127.0.0.1:9/y") && !outcome.text.contains("http://127.0.0.1:9/x"))
            #expect(outcome.errorLines.count == 1, "\(command): \(outcome.errorText)")
        }
        let doctor = try leftoff.run(["doctor", "--port", "1"])
        let advice = try #require(doctor.lines.first { $0.contains("→ leftoff queue remove ") })
        let name = try #require(advice.split(separator: "'").dropFirst().first)
        #expect(try leftoff.run(["queue", "remove", String(name)]).status == 0)
        #expect(try leftoff.run(["export"]).status == 0)
    }

    @Test("doctor names a damaged index, and repairs it on request")
    func repair() throws {
        let store = leftoff.home.appending(path: "leftoff.sqlite")
        var bytes = try Data(contentsOf: store)
        let header = Data([0x06, 0x17, 0x08, 0x09, 0x23, 0x09])
        let range = try #require(bytes.range(of: header))
        bytes[range.lowerBound + 1] = 0x07
        try bytes.write(to: store)
        let doctor = try leftoff.run(["doctor", "--port", "1"])
        #expect(doctor.status == 1 && doctor.lines.contains { $0.hasSuffix("→ leftoff doctor --repair") })
        let refused = try leftoff.run(["queue", "add", "http://127.0.0.1:9/z"])
        #expect(refused.status == 65 && refused.errorText.contains("leftoff doctor --repair"), "\(refused.errorText)")
        let repaired = try leftoff.run(["doctor", "--repair", "--port", "1"])
        #expect(!repaired.lines.contains { $0.hasPrefix("wrong store") || $0.contains("doctor --repair") })
        let kept = "/leftoff.sqlite.damaged"
        #expect(repaired.lines.contains { $0.hasPrefix("ok    repair") && $0.hasSuffix(kept) }, "\(repaired.text)")
        let again = try leftoff.run(["doctor", "--repair", "--port", "1"])
        #expect(!again.lines.contains { $0.contains(" repair ") }, "\(again.text)")
        #expect(try leftoff.run(["queue", "add", "http://127.0.0.1:9/z"]).status == 0)
        let list = try leftoff.run(["queue", "list", "--state", "ready", "--format", "ndjson"])
        #expect(list.status == 0 && list.lines.count == 3, "\(list.text)\(list.errorText)")
    }
}
