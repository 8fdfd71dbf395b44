import Foundation
import Glibc
import Testing

@Suite("Hostile native messages", .ownThreads, .timeLimit(.minutes(20)))
struct NativeHostAttackEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private static func snapshot(_ number: Int, size: Int = 0) -> String {
        let padding = String(repeating: "x", count: size)
        return #"{"url":"https://example.org/page","title":"\#(padding)","pageYOffset":\#(number)}"#
    }

    /// The snapshots that are stored, by their scroll offsets; each must be stored once.
    private func stored() throws -> [String: Int] {
        let host = try NativeHostProcess(leftoff)
        var places: [String: Int] = [:]
        let list = try host.ask("GET", "/api/snapshots?limit=500").body
        for place in try #require(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]]) {
            let id = try #require(place["id"] as? String)
            let whole = try host.ask("GET", "/api/snapshots/\(id)").body
            let object = try JSONSerialization.jsonObject(with: Data(whole.utf8)) as? [String: Any]
            places[id] = try #require((object?["snapshot"] as? [String: Any])?["pageYOffset"] as? Int)
        }
        #expect(try host.finish() == .exit(0))
        #expect(Set(places.values).count == places.count, "a snapshot is stored twice")
        return places
    }

    @Test("A truncated length ends the host with one line and exit code 65", arguments: 1...3)
    func truncatedLength(count: Int) throws {
        let host = try NativeHostProcess(leftoff)
        let id = try host.capture(Self.snapshot(1))
        try host.send(Data(repeating: 7, count: count))
        #expect(try host.finish() == .exit(65))
        #expect(
            host.errorLines == ["leftoff: native-host: the input ended after \(count) of the 4 bytes of a length"])
        #expect(try stored() == [id: 1])
    }

    @Test("A length of 4 GiB gets 413, and ends the host with one line and exit code 65")
    func fourGiB() throws {
        let host = try NativeHostProcess(leftoff)
        let id = try host.capture(Self.snapshot(1))
        try host.send(Data(repeating: 0xFF, count: 4) + Data(repeating: 0x20, count: 1_000))
        let response = try #require(try host.response())
        #expect(response.id == nil && response.status == 413)
        #expect(try host.ending() == .exit(65) && host.errorLines.count == 1)
        #expect(try stored() == [id: 1])
    }

    @Test("Messages that are not requests get 400, and the next request is served")
    func notJSON() throws {
        let host = try NativeHostProcess(leftoff)
        let messages = ["", "nonsense", "{", "null", "[]", "\"GET\"", "{}", #"{"id":"x"}"#, "\u{FEFF}", "\0\0\0\0"]
        for message in messages + [#"{"id":5,"method":"GET","path":7}"#] {
            try host.send(NativeHostProcess.framed(Data(message.utf8)))
            let response = try #require(try host.response())
            #expect(response.status == 400 && response.body.contains(#""status":400"#), "\(message)")
            #expect(response.id == (message.contains("\"id\":5") ? 5 : nil))
        }
        try host.send(NativeHostProcess.framed(Data([0xFF, 0xFE, 0x80])))
        #expect(try host.response()?.status == 400)
        #expect(try host.ask("GET", "/api/snapshots").status == 200)
        #expect(try host.finish() == .exit(0) && host.errorLines.isEmpty)
    }

    @Test("A message and a body that are nested deeply get 400, and the next request is served")
    func nested() throws {
        let host = try NativeHostProcess(leftoff)
        for part in ["[", #"{"a":"#, #"[{"a":"#] {
            try host.send(NativeHostProcess.framed(Data(String(repeating: part, count: 1_000_000).utf8)))
            #expect(try host.response()?.status == 400)
            let body = #"{"url":"https://example.org/","x":"# + String(repeating: part, count: 10_000)
            #expect(try host.ask("POST", "/api/snapshots", body).status == 400)
            #expect(
                try host.ask("POST", "/api/queue", #"{"urls":"# + String(repeating: part, count: 10_000)).status == 400)
        }
        _ = try host.capture(Self.snapshot(1))
        #expect(try host.finish() == .exit(0) && host.errorLines.isEmpty)
    }

    @Test(
        "Another caller is refused with exit code 77, gets no response, and creates nothing",
        arguments: [
            [], ["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"],
            ["chrome-extension://okekocdladmcglknhgnkbcnbohhfimod"], ["https://example.org/"],
            ["/usr/lib/mozilla/native-messaging-hosts/leftoff.json", "other@example.org"],
            ["/usr/lib/mozilla/native-messaging-hosts/leftoff.json"], ["leftoff@leftoff.local"], ["--parent-window=0"],
        ])
    func wrongExtension(arguments: [String]) throws {
        let host = try NativeHostProcess(leftoff, arguments: arguments)
        try? host.send(try NativeHostProcess.message(1, "POST", "/api/snapshots", Self.snapshot(1)))
        #expect(try host.receive() == nil)
        #expect(try host.ending() == .exit(77))
        #expect(host.errorLines.count == 1 && host.errorLines[0].hasPrefix("leftoff: native-host: only a browser"))
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }

    @Test(
        "A misspelt subcommand is a usage error that names the subcommands, not a refused caller",
        arguments: [["bogus"], ["instal"], ["instal", "-q"], ["serve", "bogus"]])
    func misspeltCommand(arguments: [String]) throws {
        let outcome = try leftoff.run(["native-host"] + arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        let word = try #require(arguments.first { $0 != "serve" })
        #expect(
            outcome.errorLines == [
                "leftoff: usage: there is no command 'native-host \(word)', only install, uninstall, manifest; "
                    + "see 'leftoff native-host --help'"
            ])
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }

    @Test("A flood of 5,000 messages is answered in order, and costs no memory")
    func flood() throws {
        let host = try NativeHostProcess(leftoff)
        _ = try host.capture(Self.snapshot(0))
        let body = String(repeating: "x", count: 2_000)
        let before = memory(of: host.process.processIdentifier)
        // Far more than the pipe holds is sent before the first response is read.
        let sender = Thread { [host = Unchecked(host)] in
            for number in 1...5_000 {
                let message =
                    number % 50 == 0
                    ? try? NativeHostProcess.message(number, "POST", "/api/snapshots", Self.snapshot(number))
                    : try? NativeHostProcess.message(number, "POST", "/api/snapshots", body)
                if let message { try? host.value.send(message) }
            }
        }
        sender.start()
        for number in 1...5_000 {
            let response = try #require(try host.response())
            try #require(response.id == number && response.status == (number % 50 == 0 ? 201 : 400))
        }
        #expect(memory(of: host.process.processIdentifier) - before < 20_000)
        #expect(try host.finish() == .exit(0) && host.errorLines.isEmpty)
        #expect(Set(try stored().values) == Set([0] + (1...100).map { $0 * 50 }))
    }

    /// The only reference that a sending thread shares with the test, which reads from another pipe.
    private struct Unchecked: @unchecked Sendable {
        let value: NativeHostProcess
        init(_ value: NativeHostProcess) { self.value = value }
    }

    /// Returns the largest resident memory of a process so far, in KiB; 0 where the system does not report it.
    private func memory(of process: pid_t) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
    }

    @Test("A pipe that is closed in the middle of a message ends the host with one line and exit code 65")
    func closedInMessage() throws {
        let host = try NativeHostProcess(leftoff)
        let id = try host.capture(Self.snapshot(1))
        let message = try NativeHostProcess.message(2, "POST", "/api/snapshots", Self.snapshot(2))
        try host.send(message.dropLast(10))
        #expect(try host.finish() == .exit(65) && host.errorLines.count == 1)
        #expect(try stored() == [id: 1])
    }

    @Test("A pipe that is closed in the middle of a large response ends the host with one line and exit code 74")
    func closedInResponse() throws {
        let host = try NativeHostProcess(leftoff)
        let urls = (1...4_000).map { "\"https://example.org/a/long/name/\(String(repeating: "x", count: 300))/\($0)\"" }
        for half in [urls[..<2_000], urls[2_000...]] {
            let order = "{\"urls\":[\(half.joined(separator: ","))]}"
            #expect(try host.ask("POST", "/api/queue", order).status == 201)
        }
        // Complete, the response has several messages.
        let (status, body) = try host.ask("GET", "/api/queue")
        #expect(status == 200 && body.utf8.count > 2 << 20)
        #expect((try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [Any])?.count == 4_000)
        try host.send(try NativeHostProcess.message(2, "GET", "/api/queue"))
        let first = try #require(try host.receive())
        #expect(first["more"] as? Bool == true)
        try host.endOutput()
        #expect(host.process.wait() == .exit(74))
        #expect(host.errorLines.count == 1 && host.errorLines[0].contains("the browser closed the connection"))
    }

    @Test("Two hosts at once store different snapshots separately and equal ones once")
    func twoAtOnce() async throws {
        let count = 25
        let hosts = try (0..<2).map { _ in try NativeHostProcess(leftoff) }
        for (index, host) in hosts.enumerated() {
            for number in 0..<count {
                try host.send(try NativeHostProcess.message(number, "POST", "/api/snapshots", Self.snapshot(number)))
                let own = Self.snapshot(1_000 * (index + 1) + number)
                try host.send(try NativeHostProcess.message(1_000 + number, "POST", "/api/snapshots", own))
            }
        }
        var ids: [[Int: String]] = [[:], [:]]
        var createdCount = 0
        for (index, host) in hosts.enumerated() {
            for _ in 0..<(2 * count) {
                let response = try #require(try host.response())
                #expect(response.status == 201 || response.status == 200, "\(response.body)")
                createdCount += response.status == 201 ? 1 : 0
                ids[index][response.id ?? -1] = try NativeHostProcess.id(of: response.body)
            }
            #expect(try host.finish() == .exit(0))
        }
        for number in 0..<count {
            #expect(ids[0][number] == ids[1][number])
            #expect(ids[0][1_000 + number] != ids[1][1_000 + number])
        }
        #expect(createdCount == 3 * count)
        let expected = (0..<count).flatMap { [$0, 1_000 + $0, 2_000 + $0] }
        #expect(Set(try stored().values) == Set(expected))
    }

    @Test("A giant snapshot gets 413, a giant message ends the host, and the largest snapshot is stored")
    func giant() throws {
        let host = try NativeHostProcess(leftoff)
        let frame = Self.snapshot(1).utf8.count
        #expect(try host.ask("POST", "/api/snapshots", Self.snapshot(1, size: 65_537 - frame)).status == 413)
        #expect(try host.ask("POST", "/api/snapshots", Self.snapshot(1, size: 7 << 20)).status == 413)
        let id = try host.capture(Self.snapshot(1, size: 65_536 - frame))
        #expect(try stored() == [id: 1])
        // The length alone ends the host.
        try host.send(withUnsafeBytes(of: UInt32(64 << 20 + 1)) { Data($0) })
        #expect(try host.response()?.status == 413)
        #expect(try host.ending() == .exit(65) && host.errorLines.count == 1)
        #expect(try stored() == [id: 1])
    }

    @Test("kill -9 in a loop loses no acknowledged snapshot; the others can be sent again and are stored once")
    func killedAtRandom() throws {
        var acknowledged: [String: Int] = [:]
        var next = 0
        for round in 0..<16 {
            let host = try NativeHostProcess(leftoff)
            // The first message repeats one whose response the previous host may not have sent.
            for number in next..<(next + 8) {
                try host.send(try NativeHostProcess.message(number, "POST", "/api/snapshots", Self.snapshot(number)))
            }
            for _ in 0..<(round % 8) {
                let response = try #require(try host.response())
                acknowledged[try NativeHostProcess.id(of: response.body)] = response.id
                next = (response.id ?? 0) + 1
            }
            // The host is storing the next snapshots meanwhile.
            kill(host.process.processIdentifier, SIGKILL)
            #expect(try host.ending() == .signal(SIGKILL))
        }
        let places = try stored()
        for (id, number) in acknowledged { #expect(places[id] == number) }
        #expect(!acknowledged.isEmpty)
    }

    @Test(
        "After kill -9 at any disk operation, the snapshot that is sent again is stored once",
        .enabled(if: FaultShim.isAvailable))
    func killedAtOperation() throws {
        let host = try NativeHostProcess(leftoff)
        let first = try host.capture(Self.snapshot(0))
        #expect(try host.finish() == .exit(0))
        var expected = [first: 0]
        var number = 1
        while true {
            let environment = try FaultShim.environment([.kill(at: number)], below: leftoff.directory)
            let killed = try NativeHostProcess(leftoff, environment: environment)
            try? killed.send(try NativeHostProcess.message(1, "POST", "/api/snapshots", Self.snapshot(number)))
            let id = try killed.response().map { try NativeHostProcess.id(of: $0.body) }
            try killed.endInput()
            let ending = try killed.ending()
            let again = try NativeHostProcess(leftoff)
            let place = try again.capture(Self.snapshot(number))
            #expect(try again.finish() == .exit(0))
            if let id { #expect(place == id, "operation \(number)") }
            expected[place] = number
            if ending == .exit(0) { break }
            try #require(ending == .signal(SIGKILL))
            number += 1
        }
        #expect(number > 5)
        #expect(try stored() == expected)
        print("native host: \(number - 1) operations were cut")
    }
}
