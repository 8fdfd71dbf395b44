import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Places
import Store
import Synchronization
import Syntax
import Testing

@testable import Service

/// Attacks on the wire, as docs/security.md lists them.
@Suite("Attacks on the wire", .timeLimit(.minutes(20)))
struct WireAttackTests {
    /// Runs blocking work while the service runs.
    private func beside<Value: Sendable>(
        _ service: TestService, _ work: @escaping @Sendable (UInt16) throws -> Value
    ) async throws -> Value {
        try await service.running { address in
            try await Self.onThread { try work(address.port) }
        }
    }

    /// Runs blocking work on its own thread: the service needs those of the pool.
    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }

    private static func head(_ service: TestService, _ line: String, _ port: UInt16, _ fields: String = "") -> String {
        "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(service.tokens.full.text)\r\n\(fields)"
    }

    @Test(
        "Ambiguous requests are refused and the connection is closed, so that no request is smuggled behind them",
        arguments: [
            "Content-Length: 5\r\nContent-Length: 6\r\n", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked, identity\r\n", "Transfer-Encoding: xchunked\r\n", "Content-Length: +5\r\n",
            "Content-Length: 5,6\r\n", "Content-Length : 5\r\n", "Transfer-Encoding : chunked\r\n",
            "Content-Length: 0x5\r\n", "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n",
            "X: a\r\n b\r\nContent-Length: five\r\n",
        ])
    func smuggling(fields: String) async throws {
        let service = try TestService(port: 0)
        let response = try await beside(service) { port in
            let connection = try RawConnection(port: port)
            let inner = Self.head(service, "DELETE /api/queue/000", port, "Content-Length: 0\r\n\r\n")
            connection.send(
                Self.head(service, "POST /api/queue/000/pause", port, fields + "\r\n") + "0\r\n\r\n" + inner)
            return connection.receive()
        }
        // One response to the first request, and none to the request hidden behind it.
        let responses = response.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.output.1) }
        #expect(responses == ["400"] || responses == ["501"], "\(response)")
    }

    @Test("An open event stream ends when its token is replaced, here or by another process", arguments: [true, false])
    func rotatedStreams(isHere: Bool) async throws {
        let service = try TestService(port: 0)
        try await beside(service) { port in
            let old = try RawConnection(port: port)
            old.send(Self.head(service, "GET /api/events", port, "\r\n"))
            #expect(old.receive(until: "event: hello").contains("200 OK"))
            if isHere {
                let rotating = try RawConnection(port: port)
                rotating.send(Self.head(service, "POST /api/tokens/rotate", port, "Content-Length: 0\r\n\r\n"))
                #expect(rotating.receive(until: "\r\n\r\n").contains("204 No Content"))
            } else {
                _ = try TokenFiles(home: service.home).rotate()
            }
            #expect(old.isEnded())
            let fresh = try TokenFiles(home: service.home).load().full.text
            let new = try RawConnection(port: port)
            new.send(
                "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(fresh)\r\n\r\n")
            #expect(new.receive(until: "event: hello").contains("200 OK"))
            _ = try service.archive.add(try PageSnapshot(value: .object(["url": .string("https://example.org/new")])))
            #expect(new.receive(until: "event: place").contains("event: place"))
        }
    }

    @Test("An open event stream ends with its session, and other streams go on")
    func streamsOfEndedSession() async throws {
        let service = try TestService(port: 0)
        try await beside(service) { port in
            let cookie = try #require(service.cookieOnly[.cookie]).replacing("leftoff_80", with: "leftoff_\(port)")
            let secret = try #require(service.session[.leftoffSession])
            let stream = try RawConnection(port: port)
            stream.send(
                "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\n"
                    + "Leftoff-Session: \(secret)\r\n\r\n")
            #expect(stream.receive(until: "event: hello").contains("200 OK"))
            let other = try RawConnection(port: port)
            other.send(Self.head(service, "GET /api/events", port, "\r\n"))
            #expect(other.receive(until: "event: hello").contains("200 OK"))
            let ending = try RawConnection(port: port)
            ending.send(Self.head(service, "DELETE /api/sessions", port, "Content-Length: 0\r\n\r\n"))
            #expect(ending.receive(until: "\r\n\r\n").contains("204 No Content"))
            #expect(stream.isEnded())
            _ = try service.archive.add(try PageSnapshot(value: .object(["url": .string("https://example.org/new")])))
            #expect(other.receive(until: "event: place").contains("event: place"))
        }
    }

    @Test(
        "A target whose path does not begin with exactly one slash is refused",
        arguments: [
            "//api/snapshots", "//evil.example/api/snapshots", "///healthz", "http://127.0.0.1:PORT//api/snapshots",
        ])
    func targets(target: String) async throws {
        let service = try TestService(port: 0)
        let response = try await beside(service) { port in
            let connection = try RawConnection(port: port)
            let target = target.replacing("PORT", with: "\(port)")
            connection.send(Self.head(service, "GET \(target)", port, "Connection: close\r\n\r\n"))
            return connection.receive()
        }
        #expect(response.hasPrefix("HTTP/1.1 400"), "\(response)")
    }

    @Test(
        "The host of a target in absolute form replaces the Host field; several Host fields are refused",
        arguments: [
            ("http://evil.example/api/snapshots", "", 421), ("http://evil.example:PORT/api/snapshots", "", 421),
            ("https://127.0.0.1:PORT/api/snapshots", "", 421), ("http://u@127.0.0.1:PORT/api/snapshots", "", 421),
            ("http://localhost:PORT/api/snapshots", "", 200), ("http://127.0.0.1:PORT/api/snapshots?q=a", "", 200),
            ("/api/snapshots", "Host: evil.example\r\n", 400), ("/api/snapshots", "Host: 127.0.0.1:PORT\r\n", 400),
            ("http://127.0.0.1:PORT/api/snapshots", "Host: evil.example\r\n", 400),
        ])
    func hosts(target: String, fields: String, status: Int) async throws {
        let service = try TestService(port: 0)
        let response = try await beside(service) { port in
            let connection = try RawConnection(port: port)
            let request = Self.head(service, "GET \(target)", port, "\(fields)Connection: close\r\n\r\n")
            connection.send(request.replacing("PORT", with: "\(port)"))
            return connection.receive()
        }
        #expect(response.hasPrefix("HTTP/1.1 \(status)"), "\(response)")
    }

    /// Begins twenty heads that never end.
    private static func slowHeads(_ port: UInt16) throws -> [RawConnection] {
        try (0..<20).map { number in
            let connection = try RawConnection(port: port)
            connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX-\(number): ")
            return connection
        }
    }

    /// Begins a body that never ends.
    private static func slowBody(_ service: TestService, _ port: UInt16) throws -> RawConnection {
        let connection = try RawConnection(port: port)
        connection.send(
            head(
                service, "POST /api/snapshots", port,
                "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"))
        return connection
    }

    @Test("Heads and bodies that never end do not delay other clients")
    func slowloris() async throws {
        let service = try TestService(port: 0)
        try await beside(service) { port in
            let slow = try Self.slowHeads(port) + [Self.slowBody(service, port)]
            let honest = try RawConnection(port: port)
            honest.send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            #expect(honest.receive(until: "\"ok\"").contains("200 OK"))
            withExtendedLifetime(slow) {}
        }
    }

    @Test("A head that never ends times out")
    func endlessHead() async throws {
        let service = try TestService(port: 0) { $0.connections.headTimeout = .milliseconds(50) }
        try await beside(service) { port in
            for connection in try Self.slowHeads(port) {
                #expect(connection.receive().hasPrefix("HTTP/1.1 408 "))
            }
        }
    }

    @Test("A body that arrives too slowly times out")
    func endlessBody() async throws {
        let service = try TestService(port: 0) { $0.connections.bodyTimeout = .milliseconds(50) }
        try await beside(service) { port in
            let response = try Self.slowBody(service, port).receive()
            #expect(response.hasPrefix("HTTP/1.1 408 "), "\(response)")
        }
    }

    @Test("A head that is too large is refused")
    func largeHead() async throws {
        let service = try TestService(port: 0)
        let response = try await beside(service) { port in
            let connection = try RawConnection(port: port)
            connection.send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX: ")
            for _ in 0..<64 where connection.send(String(repeating: "a", count: 4096)) {}
            connection.send("\r\n\r\n")
            return connection.receive(until: "\r\n\r\n")
        }
        #expect(!response.contains("200 OK"))
    }

    @Test("Two thousand event streams do not block other requests")
    func streams() async throws {
        let service = try TestService(port: 0)
        try await beside(service) { port in
            var open: [RawConnection] = []
            var refused = 0
            for _ in 0..<2_000 {
                let connection = try RawConnection(port: port)
                connection.send(Self.head(service, "GET /api/events", port, "\r\n"))
                let response = connection.receive(until: "\r\n\r\n")
                #expect(
                    response.contains("X-Content-Type-Options: nosniff") && response.contains("Cache-Control: no-store")
                )
                if response.contains("200 OK") {
                    open.append(connection)
                } else {
                    #expect(response.contains("503 Service Unavailable"), "\(response)")
                    refused += 1
                }
            }
            #expect(open.count == 32 && refused == 1_968)
            let honest = try RawConnection(port: port)
            honest.send(
                Self.head(
                    service, "POST /api/snapshots", port, "Content-Type: application/json\r\nContent-Length: 30\r\n\r\n"
                )
                    + #"{"url":"https://example.org/"}"#)
            #expect(honest.receive(until: "\r\n\r\n").contains("201 Created"))
            // All of them receive the event.
            for connection in open {
                #expect(connection.receive(until: "event: place").contains("https://example.org/"))
            }
        }
    }

    @Test("A client that leaves makes room at once, and the service ends while clients are connected")
    func leaving() async throws {
        let service = try TestService(port: 0)
        let readers = try await beside(service) { port in
            var readers: [RawConnection] = []
            var served = 0
            for _ in 0..<10_000 where served < 100 {
                let connection = try RawConnection(port: port)
                connection.send(Self.head(service, "GET /api/events", port, "\r\n"))
                let response = connection.receive(until: "\r\n\r\n")
                // The service takes a moment to notice a closed connection.
                guard response.contains("200 OK") else { continue }
                served += 1
                if readers.count < 5 { readers.append(connection) }
            }
            #expect(served == 100)
            return readers
        }
        #expect(readers.count == 5)
        for reader in readers { #expect(reader.isEnded()) }
    }

    @Test(
        "No token and no secret of a session appears in the log, however it was presented",
        arguments: ServiceLog.Format.allCases)
    func logs(form: ServiceLog.Format) async throws {
        let lines = Mutex<[String]>([])
        let tokens = ServiceTokens()
        var logger = Logger(label: "test") { _ in
            ServiceLog(format: form, secrets: []) { line in lines.withLock { $0.append(line) } }
        }
        logger.logLevel = .trace
        let service = try TestService(port: 0, tokens: tokens, logger: logger)
        let cookie = try #require(service.cookieOnly[.cookie]?.suffix(43))
        let secret = try #require(service.session[.leftoffSession])
        try await beside(service) { port in
            for (line, field) in [
                ("GET /api/snapshots", "Cookie: leftoff_\(port)=\(cookie)\r\nLeftoff-Session: \(secret)\r\n"),
                ("GET /api/snapshots", "Cookie: leftoff_\(port)=\(cookie)\r\nLeftoff-Session: x\(secret)\r\n"),
                ("GET /api/export?ticket=\(secret)", "Cookie: leftoff_\(port)=\(cookie)\r\n"),
                ("GET /?token=\(tokens.full.text)", ""), ("GET /?token=\(tokens.capture.text)", ""),
                ("GET /api/snapshots", "Cookie: leftoff_\(port)=\(tokens.full.text)\r\n"),
                ("GET /api/nothing?token=\(tokens.full.text)", "Authorization: Bearer \(tokens.capture.text)\r\n"),
                ("POST /api/snapshots", "Authorization: Bearer \(tokens.capture.text)\r\nContent-Length: 2\r\n"),
                ("GET /%00", "Authorization: Bearer \(tokens.full.text)\r\n"),
                ("BREW /", "Authorization: Bearer \(tokens.full.text)\r\n"),
            ] {
                let connection = try RawConnection(port: port)
                connection.send("\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(field)Connection: close\r\n\r\n{}")
                _ = connection.receive(until: "\r\n\r\n")
            }
        }
        let all = lines.withLock { $0.joined(separator: "\n") }
        #expect(all.contains("/api/snapshots"), "\(all)")
        #expect(!all.contains(tokens.full.text) && !all.contains(tokens.capture.text), "\(all)")
        #expect(!all.contains(cookie) && !all.contains(secret), "\(all)")
        // A wrong secret is a sign of theft, and logged once a minute.
        #expect(all.ranges(of: "had the cookie of a session").count == 1, "\(all)")
    }

    @Test("Secrets that are logged by mistake are redacted")
    func redacted() {
        let lines = Mutex<[String]>([])
        let (token, code) = (Token().text, Token().text)
        let log = ServiceLog(format: .json, secrets: [token]) { line in lines.withLock { $0.append(line) } }
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .trace
        logger.info(
            "it is \(token)",
            metadata: [
                "path": "/?token=abc&x=1", "field": "Bearer abc-def", "cookie": "leftoff_80=abc",
                "secret": "Leftoff-Session: abc", "y": "claim=abc", "x": "\(token)\u{1B}",
                "unknown": "/places/\(code) /token%3D\(code) {\"code\":\"\(code)\"} x\(code)-",
            ])
        let line = lines.withLock { $0.joined() }
        #expect(!line.contains(token) && !line.contains(code) && line.contains("/places/[secret]"))
        #expect(!line.contains("abc") && line.contains("[secret]") && line.contains("&x=1"))
    }

    @Test("Requests in progress are finished when the service ends, and their responses are true")
    func shutdown() async throws {
        let service = try TestService(port: 0) { $0.shutdownGrace = .seconds(900) }
        let (responses, response) = AsyncStream.makeStream(of: String.self)
        try await service.running { address in
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let bodies = (0..<10).map { #"{"url":"https://example.org/\#($0)"}"# }
                    let requests = bodies.compactMap { body in
                        (try? RawConnection(port: address.port)).map { (connection: $0, body: body) }
                    }
                    for (connection, body) in requests {
                        connection.send(
                            Self.head(
                                service, "POST /api/snapshots", address.port,
                                "Content-Type: application/json\r\nExpect: 100-continue\r\n"
                                    + "Content-Length: \(body.utf8.count)\r\n\r\n"))
                        _ = connection.receive(until: "100 Continue\r\n\r\n")
                    }
                    continuation.resume()
                    // A service that is ending refuses connections.
                    while (try? RawConnection(port: address.port)) != nil {}
                    for (connection, body) in requests { connection.send(body) }
                    for (connection, _) in requests { response.yield(connection.receive()) }
                    response.finish()
                }
            }
        }
        var ids: Set<String> = []
        for await text in responses {
            #expect(text.contains("201 Created"), "\(text)")
            let id = String(try #require(text.firstMatch(of: /"id":"([^"]+)"/)).output.1)
            #expect(try service.archive.snapshot(id: id).id == id)
            ids.insert(id)
        }
        #expect(ids.count == 10)
    }
}
