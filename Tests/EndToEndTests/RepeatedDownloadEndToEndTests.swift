import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of downloads whose file exists, of pages instead of files, and of hosts that do not exist.
@Suite("A repeated download, a page instead of a file, and a host that does not exist", .ownThreads)
struct RepeatedDownloadEndToEndTests: QueueScene {
    let leftoff: Leftoff
    let server: ScriptedServer

    init() throws {
        leftoff = try Leftoff()
        server = try ScriptedServer()
        for name in ["a.bin", "b.bin"] { server.route("/\(name)", .ok([1, 2])) }
        server.route("/c.zip", .page("<p>Sign in"))
    }

    private func run(_ command: [String], _ paths: String..., options: String...) throws -> Leftoff.Outcome {
        try leftoff.run(command + paths.map { server.address($0) } + ["--dir", downloads.path] + options)
    }

    private func requests(_ path: String) -> Int { server.requests(to: path).count }

    @Test("get downloads an existing file only with --again, and then numbers it")
    func get() throws {
        #expect(try run(["get"], "/a.bin").lines == [downloads.path + "/a.bin"])
        let repeated = try run(["get"], "/a.bin")
        #expect(repeated.status == 0 && repeated.lines == [downloads.path + "/a.bin"])
        #expect(repeated.errorText.contains("/a.bin exists") && repeated.errorText.contains("--again"))
        #expect(requests("/a.bin") == 1)
        let both = try run(["get"], "/a.bin", "/b.bin", options: "-q")
        #expect(both.status == 0 && Set(both.lines) == [downloads.path + "/a.bin", downloads.path + "/b.bin"])
        #expect(both.errorLines == [] && requests("/a.bin") == 1 && requests("/b.bin") == 1)
        #expect(try run(["get"], "/a.bin", options: "--again").lines == [downloads.path + "/a (1).bin"])
        #expect(try run(["get"], "/b.bin", options: "--overwrite").lines == [downloads.path + "/b.bin"])
        #expect(requests("/a.bin") == 2 && requests("/b.bin") == 2)
    }

    @Test("queue add prints the ids in the order of the addresses, also those of existing files")
    func add() throws {
        _ = try run(["get"], "/b.bin")
        let added = try run(["queue", "add"], "/a.bin", "/b.bin", "/c.zip")
        let list = try leftoff.run(["queue", "list", "--format", "json"])
        let items = try #require(try JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
        let names = added.lines.map { id in
            (items.first { $0["id"] as? String == id }?["url"] as? String)?.split(separator: "/").last.map(String.init)
        }
        #expect(names == ["a.bin", "b.bin", "c.zip"] && items.count == 3)
    }

    @Test("Rows that others can write do not name an existing file")
    func distrusted() throws {
        _ = try run(["get"], "/a.bin")
        chmod(leftoff.home.path, 0o770)
        #expect(try run(["get"], "/a.bin").lines == [downloads.path + "/a (1).bin"])
        #expect(requests("/a.bin") == 2)
    }

    @Test("A page instead of a file fails without a file, and --accept-html downloads it")
    func page() throws {
        let refused = try run(["get"], "/c.zip")
        #expect(refused.status != 0 && refused.errorText.contains("--accept-html"))
        #expect(requests("/c.zip") == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: downloads.path) == [])
        let accepted = try run(["get"], "/c.zip", options: "--accept-html")
        #expect(accepted.status == 0 && accepted.lines == [downloads.path + "/c.zip"])
    }

    @Test("A host that does not exist is asked for once")
    func missingHost() throws {
        let outcome = try leftoff.run(["get", "http://nosuchhost.invalid/a", "--dir", downloads.path])
        #expect(outcome.status != 0 && outcome.errorText.contains("no host named nosuchhost.invalid"))
        let list = try leftoff.run(["queue", "list", "--format", "json"])
        let items = try #require(try JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
        #expect(items.map { $0["attempts"] as? Int } == [1] && items.map { $0["state"] as? String } == ["failed"])
    }
}
