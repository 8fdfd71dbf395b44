import Foundation
import TestSupport
import Testing

/// Kills the service at each stage of a request, restarts it, and examines what it has kept.
@Suite(
    "Crashes of the service", .ownThreads, .timeLimit(.minutes(20)), .enabled(if: FaultShim.isAvailable),
    .enabled(if: Tool.all("python3"), "python3 is not installed"))
struct ServiceCrashEndToEndTests {
    /// A request that changes something.
    enum Change: String, CaseIterable {
        case place
        case download
        case imported
        case settings
        case session
        case tokens
    }

    /// The stages of a request at which nothing has been changed yet, or nothing is.
    enum Stage: CaseIterable {
        case halfHead
        case halfBody
        case openEvents
        case waitingExport
    }

    /// A data directory whose service has a session, and a copy of it to begin with.
    private final class Scene {
        let leftoff: Leftoff
        let server: ScriptedServer
        let files: URL
        let arm: URL
        private let template: URL
        private let token: String
        private(set) var session: [String: String] = [:]

        /// The secret that the page of a new session makes.
        static let secret = String(repeating: "s", count: 43)
        private static let oldSecret = String(repeating: "o", count: 43)

        init() throws {
            leftoff = try Leftoff()
            server = try ScriptedServer(["/f.bin": .ok(Array("contents".utf8))])
            template = leftoff.directory.appending(path: "template")
            arm = leftoff.directory.appending(path: "arm")
            files = leftoff.directory.appending(path: "files")
            let service = try ServiceEndToEndTests.Running(leftoff)
            token = try String(contentsOf: leftoff.home.appending(path: "token"), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let port = try Self.port(of: service)
            let (cookie, claim) = try signIn(port)
            let claimed = ServiceExchange.response(
                "POST /api/sessions", ["Cookie": cookie], body: Self.claimBody(claim, Self.oldSecret), port: port)
            try #require(claimed?.status == 204)
            session = ["Cookie": cookie, "Leftoff-Session": Self.oldSecret]
            service.process.terminate()
            try #require(service.process.wait() == .exit(0))
            try FileManager.default.copyItem(at: leftoff.home, to: template)
        }

        deinit { server.stop() }

        static func port(of service: ServiceEndToEndTests.Running) throws -> UInt16 {
            try #require(service.address.port.flatMap { UInt16(exactly: $0) })
        }

        static func claimBody(_ claim: String, _ secret: String) -> String {
            #"{"claim":"\#(claim)","secret":"\#(secret)"}"#
        }

        var bearer: [String: String] { ["Authorization": "Bearer \(token)"] }

        /// Returns the session's fields for a service on another port.
        func session(at port: UInt16) -> [String: String] { renamed(session, port) }

        func renamed(_ fields: [String: String], _ port: UInt16) -> [String: String] {
            var fields = fields
            if let value = fields["Cookie"]?.split(separator: "=", maxSplits: 1).last {
                fields["Cookie"] = "leftoff_\(port)=\(value)"
            }
            return fields
        }

        /// Restores the data directory, and starts the service with faults.
        func start(_ faults: FaultShim.Fault...) throws -> ServiceEndToEndTests.Running {
            let manager = FileManager.default
            for url in [leftoff.home, arm, files] { try? manager.removeItem(at: url) }
            try manager.copyItem(at: template, to: leftoff.home)
            let environment = try FaultShim.environment(faults + [.armed(by: arm)], below: leftoff.directory)
            return try ServiceEndToEndTests.Running(
                leftoff, arguments: ["--allow-private", "127.0.0.1"], environment: environment)
        }

        /// Begins to sign a browser in.
        func signIn(_ port: UInt16) throws -> (cookie: String, claim: String) {
            let response = try #require(
                ServiceExchange.response("GET /?token=\(token)", ["Sec-Fetch-Mode": "navigate"], port: port))
            let location = try #require(response.fields["location"])
            return (try #require(response.cookie), String(location.dropFirst("/#leftoff-claim=".count)))
        }

        /// Sends the request of a change; the faults have effect from here on.
        func send(_ change: Change, _ port: UInt16) throws -> (
            response: ServiceExchange.Response?, session: [String: String]
        ) {
            var fields = session(at: port)
            var (line, body) = ("", "")
            switch change {
            case .place: (line, body) = ("POST /api/snapshots", #"{"url":"https://example.org/crash"}"#)
            case .download:
                (line, body) = ("POST /api/queue", #"{"urls":["\#(server.address("/f.bin"))"]}"#)
            case .imported:
                (line, body) = (
                    "POST /api/import",
                    #"{"leftoff":1,"exportedAt":"2026-01-01T00:00:00Z","places":["#
                        + (1...3).map { id in
                            #"{"id":"00000000000\#(id)","storedAt":"2026-01-01T00:00:00Z","#
                                + #""snapshot":{"url":"https://example.org/\#(id)"}}"#
                        }.joined(separator: ",") + #"],"queue":[]}"#
                )
            case .settings: (line, body) = ("PATCH /api/settings", #"{"motion":"calm"}"#)
            case .session:
                let (cookie, claim) = try signIn(port)
                fields = ["Cookie": cookie]
                (line, body) = ("POST /api/sessions", Self.claimBody(claim, Self.secret))
            case .tokens: (line, body) = ("POST /api/tokens/rotate", #"{"secret":"\#(Self.secret)"}"#)
            }
            try Data().write(to: arm)
            let response = ServiceExchange.response(line, fields, body: body, port: port)
            let cookie = change == .session ? fields["Cookie"] : response?.cookie ?? fields["Cookie"]
            return (response, ["Cookie": cookie ?? "", "Leftoff-Session": Self.secret])
        }

        /// Checks what the change has left, with a new service.
        ///
        /// - Parameters:
        ///   - change: The request whose effect is counted.
        ///   - isStored: True if the change must be there; false if it may be there, but not in part.
        ///   - fields: The fields of the session that the change has begun.
        ///   - what: The description of the case.
        /// - Throws: An error if the service does not start.
        func check(_ change: Change, isStored: Bool, _ fields: [String: String], _ what: Comment) throws {
            let check = try #require(Tool("python3")).run(
                [
                    "-c",
                    "import sqlite3, sys\n"
                        + "print(sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check').fetchall())",
                    leftoff.home.appending(path: "leftoff.sqlite").path,
                ], in: leftoff.directory)
            #expect(check.text.contains("[('ok',)]"), what)
            let service = try ServiceEndToEndTests.Running(leftoff)
            let port = try Self.port(of: service)
            let token = try String(contentsOf: leftoff.home.appending(path: "token"), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let full = ["Authorization": "Bearer \(token)"]
            func get(_ path: String, _ fields: [String: String]) -> ServiceExchange.Response? {
                ServiceExchange.response("GET \(path)", fields, port: port)
            }
            #expect(get("/api/service", full)?.status == 200, what)
            let isOldSession = get("/api/sessions/current", session(at: port))?.status == 200
            if change != .tokens { #expect(isOldSession, what) }
            switch change {
            case .place, .imported:
                let places = try #require(get("/api/snapshots", full)?.body)
                let count = String(decoding: places, as: UTF8.self).ranges(of: "\"storedAt\"").count
                let whole = change == .place ? 1 : 3
                #expect(count == whole || !isStored && count == 0, what)
            case .download:
                let list = try leftoff.run(["queue", "list", "--format", "json"])
                let items = try #require(try JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
                #expect(items.count == 1 || !isStored && items.isEmpty, what)
                let isReady = items.allSatisfy { $0["state"] as? String == "ready" }
                #expect(isReady, what)
                let run = try leftoff.run(["queue", "run", "--quiet", "--allow-private", "127.0.0.1"])
                #expect(run.status == 0, "\(what): \(run.errorText)")
                let saved = try? Data(contentsOf: files.appending(path: "f.bin"))
                #expect(items.isEmpty || saved == Data("contents".utf8), what)
            case .settings:
                let motion = try #require(get("/api/settings", full)).json["motion"] as? String
                #expect(motion == "calm" || !isStored && motion != "calm", what)
            case .session, .tokens:
                let status = get("/api/sessions/current", renamed(fields, port))?.status
                #expect(status == 200 || !isStored && status == 401, what)
            }
        }
    }

    @Test("A kill at any disk operation of a request loses nothing that was acknowledged", arguments: Change.allCases)
    func everyOperation(change: Change) throws {
        let scene = try Scene()
        var number = 1
        while true {
            let service = try scene.start(.kill(at: number))
            let port = try Scene.port(of: service)
            let (response, fields) = try scene.send(change, port)
            let isComplete = response != nil && ServiceExchange.response("GET /healthz", port: port)?.status == 200
            if isComplete { service.process.terminate() }
            let ending = service.process.wait()
            if let response {
                #expect((200..<300).contains(response.status), "\(change) \(number): \(response.status)")
            } else {
                #expect(ending == .signal(SIGKILL), "\(change) \(number)")
            }
            try scene.check(change, isStored: response != nil, fields, "\(change), operation \(number)")
            if isComplete { break }
            number += 1
            try #require(number < 200)
        }
        // Each change is at least written and synchronized.
        #expect(number > 2)
        print("crashes: \(number - 1) operations of \(change) were cut")
    }

    @Test(
        "A response is sent only once the change is stored: a kill while it is sent loses nothing",
        arguments: Change.allCases, [0, 20])
    func sending(change: Change, count: Int) throws {
        let scene = try Scene()
        let service = try scene.start(.killSending(after: count))
        let (response, fields) = try scene.send(change, try Scene.port(of: service))
        #expect(response == nil && service.process.wait() == .signal(SIGKILL))
        // The browser has not received the new cookie, and must sign in again.
        guard change != .tokens else { return try scene.check(change, isStored: false, fields, "\(change)") }
        try scene.check(change, isStored: true, fields, "\(change), after \(count) bytes")
    }

    @Test("A kill during a request that changes nothing leaves everything as it is", arguments: Stage.allCases)
    func stages(stage: Stage) throws {
        let scene = try Scene()
        let service = try scene.start()
        let port = try Scene.port(of: service)
        let fields = scene.session(at: port)
        let stored = ServiceExchange.response(
            "POST /api/snapshots", fields, body: #"{"url":"https://example.org/kept"}"#, port: port)
        #expect(stored?.status == 201)
        let exchange = try ServiceExchange(port: port)
        switch stage {
        case .halfHead: exchange.send("POST /api/snapshots HTTP/1.1\r\nHost: 127.0.0")
        case .halfBody:
            let body = #"{"url":"https://example.org/half"}"#
            exchange.send(exchange.head("POST /api/snapshots", fields, length: body.utf8.count) + body.prefix(20))
        case .openEvents:
            exchange.send(exchange.head("GET /api/events", fields, length: 0))
            #expect(!exchange.receive(until: "event: hello").isEmpty)
        case .waitingExport: exchange.send(exchange.head("GET /api/export", fields, length: 0))
        }
        // SIGILL, with which a trap ends a process, would only start the handler that prints the stack.
        kill(service.process.processIdentifier, SIGKILL)
        #expect(service.process.wait() == .signal(SIGKILL))
        try scene.check(.place, isStored: true, [:], "\(stage)")
    }
}
