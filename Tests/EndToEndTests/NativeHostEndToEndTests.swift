import Foundation
import FoundationNetworking
import Glibc
import TestSupport
import Testing

@Suite("The native host as a process", .ownThreads, .timeLimit(.minutes(10)))
struct NativeHostEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private static func snapshot(_ number: Int) -> String {
        #"{"url":"https://example.org/\#(number)","title":"Page \#(number)","pageYOffset":\#(number)}"#
    }

    private var fileNames: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: leftoff.home.path)) ?? []).sorted()
    }

    @Test(
        "It captures and lists places for each browser, exits with 0 at the end of its input, and writes no message",
        arguments: [NativeHostProcess.chromium, NativeHostProcess.firefox, NativeHostProcess.chromium + ["--x=1"]])
    func captures(arguments: [String]) throws {
        let host = try NativeHostProcess(leftoff, arguments: arguments)
        let id = try host.capture(Self.snapshot(1))
        #expect(try leftoff.run(["show", id]).status == 0)
        let listed = try host.ask("GET", "/api/snapshots?page=https://example.org/1&limit=1")
        #expect(listed.status == 200 && listed.body.contains(id))
        #expect(try host.finish() == .exit(0) && host.errorLines.isEmpty)
    }

    /// Returns the sockets that a host has open; none where the system does not list them.
    private func sockets(of host: NativeHostProcess) -> Set<String> {
        let directory = "/proc/\(host.process.processIdentifier)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let files = names.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\($0)")
        }
        return Set(files.filter { $0.hasPrefix("socket:") })
    }

    @Test("It creates no token, opens no socket, and does not run downloads")
    func leavesNoTrace() throws {
        let host = try NativeHostProcess(leftoff)
        // Other tests of this process may have sockets that every program inherits.
        let inherited = sockets(of: host)
        #expect(try host.ask("GET", "/api/queue").body == "[]")
        _ = try host.capture(Self.snapshot(1))
        #expect(try host.ask("POST", "/api/queue", #"{"urls":["https://download.invalid/a"]}"#).status == 201)
        #expect(fileNames.filter { !$0.hasPrefix("leftoff.sqlite") } == [])
        #expect(sockets(of: host).isSubset(of: inherited))
        #expect(try host.ask("GET", "/api/queue").body.contains(#""state":"ready""#))
        #expect(try host.finish() == .exit(0))
    }

    @Test("A picture of 6 MiB passes in both directions")
    func pictures() throws {
        let host = try NativeHostProcess(leftoff)
        let id = try host.capture(Self.snapshot(1))
        let frame = #"{"html":"","omissions":{},"schema":1,"url":"https://example.org/1"}"#
        let html = String(repeating: "<", count: 6 << 20 - frame.utf8.count)
        let picture = frame.replacing(#""html":"""#, with: #""html":"\#(html)""#)
        #expect(picture.utf8.count == 6 << 20)
        #expect(try host.ask("PUT", "/api/snapshots/\(id)/copies/picture", picture).status == 201)
        let shown = try host.ask("GET", "/api/snapshots/\(id)/copies/picture")
        #expect(shown.status == 200 && shown.body == picture)
        #expect(try host.ask("PUT", "/api/snapshots/\(id)/copies/picture", picture + " ").status == 413)
        #expect(try host.ask("GET", "/api/settings").status == 200)
        #expect(try host.finish() == .exit(0))
    }

    @Test("It ends with the browser even if another process keeps the pipes open")
    func parentDeath() throws {
        // The shell stands in for the browser. The test keeps the pipes open.
        let host = try NativeHostProcess(
            leftoff, program: ["/bin/sh", "-c", "\"$0\" \"$@\"; exit 1"])
        _ = try host.capture(Self.snapshot(1))
        kill(host.process.processIdentifier, SIGKILL)
        #expect(try host.receive() == nil)
        #expect(try leftoff.run(["list"]).lines.count == 1)
    }

    @Test("A message that arrived before the browser ended is still stored")
    func lastMessage() throws {
        let host = try NativeHostProcess(
            leftoff, program: ["/bin/sh", "-c", "\"$0\" \"$@\"; exit 1"])
        #expect(try host.ask("GET", "/api/snapshots").status == 200)
        for number in 1...5 {
            try host.send(try NativeHostProcess.message(number, "POST", "/api/snapshots", Self.snapshot(number)))
        }
        kill(host.process.processIdentifier, SIGKILL)
        var count = 0
        while try host.response() != nil { count += 1 }
        #expect(count == 5)
        #expect(try leftoff.run(["list"]).lines.count == 5)
    }

    @Test(
        "A running service reports places and downloads that were added through the native host",
        .enabled(if: Tool("curl") != nil, "curl is not installed"))
    func events() throws {
        let curl = try #require(Tool("curl"))
        let service = try ServiceEndToEndTests.Running(leftoff)
        let token = try String(contentsOf: leftoff.home.appending(path: "token"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let pipe = ChildProcess.privatePipe()
        let stream = try ChildProcess(
            curl.path,
            [
                "-sN", "--max-time", "300", "-H", "Authorization: Bearer \(token)",
                service.url("/api/events").absoluteString,
            ], environment: [:], input: -1, output: pipe.fileHandleForWriting.fileDescriptor, errors: -1)
        try pipe.fileHandleForWriting.close()
        var received = ""
        func waitForEvent(_ text: String) throws {
            while !received.contains(text) {
                let data = pipe.fileHandleForReading.availableData
                try #require(!data.isEmpty, "the stream ended without \(text): \(received)")
                received += String(decoding: data, as: UTF8.self)
            }
        }
        try waitForEvent("event: hello")
        let host = try NativeHostProcess(leftoff)
        let id = try host.capture(Self.snapshot(1))
        try waitForEvent(id)
        let added = try host.ask("POST", "/api/queue", #"{"urls":["https://download.invalid/a.bin"]}"#)
        #expect(added.status == 201)
        try waitForEvent("https://download.invalid/a.bin")
        stream.terminate()
        stream.wait()
        #expect(try host.finish() == .exit(0))
    }

    @Test("A FIFO in place of a record does not stop the host", arguments: ["browsers.json", "service.json"])
    func fifo(name: String) throws {
        try leftoff.createStore()
        #expect(mkfifo(leftoff.home.appending(path: name).path, 0o600) == 0)
        let host = try NativeHostProcess(leftoff)
        #expect(try host.ask("POST", "/host", #"{"version":"0.1.0","browser":"Firefox"}"#).status == 200)
        #expect(try host.finish() == .exit(0))
    }

    @Test("The extension learns the version and the service, whose one-time code signs a browser in")
    func page() async throws {
        let host = try NativeHostProcess(leftoff)
        let greeting = #"{"version":"0.1.0","browser":"Firefox"}"#
        let version = try leftoff.run(["--version"]).text.dropFirst("leftoff ".count).dropLast()
        #expect(try host.ask("POST", "/host", greeting) == (200, #"{"service":null,"version":"\#(version)"}"#))
        let file = leftoff.home.appending(path: "browsers.json")
        let record = try Data(contentsOf: file)
        let records = try #require(try JSONSerialization.jsonObject(with: record) as? [String: [String: String]])
        #expect(records["Firefox"]?["extension"] == "0.1.0" && records["Firefox"]?["lastUsed"]?.count == 10)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try host.ask("POST", "/host", greeting).status == 200)
        let later = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(later[.systemFileNumber] as? Int == attributes[.systemFileNumber] as? Int)
        #expect(try host.ask("POST", "/host", #"{"version":"0.1.0","browser":"Chromium"}"#).status == 200)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("Firefox"))

        let service = try ServiceEndToEndTests.Running(leftoff)
        let origin = "http://127.0.0.1:\(service.address.port ?? 0)"
        #expect(try host.ask("POST", "/host", greeting).body.contains(#""service":"\#(origin)""#))
        let (status, body) = try host.ask("POST", "/host/page")
        let page = try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: String])
        #expect(status == 201 && page["origin"] == origin)
        let url = try #require(URL(string: "\(origin)/?token=\(page["code"] ?? "")"))
        let (_, response) = try await URLSession(configuration: .ephemeral).data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(try host.finish() == .exit(0) && host.errorLines.isEmpty)
    }

    @Test("If the store is deleted while the host runs, the next place goes to a new one")
    func deletedStore() throws {
        let host = try NativeHostProcess(leftoff)
        _ = try host.capture(Self.snapshot(1))
        try FileManager.default.removeItem(at: leftoff.home)
        let id = try host.capture(Self.snapshot(2))
        #expect(try leftoff.run(["list", "--format", "ndjson"]).lines.count == 1)
        #expect(try leftoff.run(["show", id]).status == 0)
        #expect(try host.finish() == .exit(0))
    }

    @Test("Settings that were changed while the host runs apply to the next download")
    func settings() throws {
        let host = try NativeHostProcess(leftoff)
        let order = #"{"urls":["http://127.0.0.1:9/a"]}"#
        #expect(try host.ask("POST", "/api/queue", order).status == 403)
        let hosts = Data(#"{"privateHosts":["127.0.0.1"]}"#.utf8)
        // A request could have written this machine into the settings, but not into the configuration.
        try hosts.write(to: leftoff.home.appending(path: "settings.json"))
        #expect(try host.ask("POST", "/api/queue", order).status == 403)
        try hosts.write(to: leftoff.home.appending(path: "config.json"))
        #expect(try host.ask("POST", "/api/queue", order).status == 201)
        try Data("nonsense".utf8).write(to: leftoff.home.appending(path: "settings.json"))
        let broken = try host.ask("POST", "/api/queue", order)
        #expect(broken.status == 500 && broken.body.contains("settings.json"))
        #expect(try host.finish() == .exit(0))
        #expect(host.errorLines.allSatisfy { $0.hasPrefix("leftoff: ") })
    }
}
