import Foundation
import HTTPTypes
import Places
import Testing

@testable import Service

/// Limits of bodies on every route, over a socket.
@Suite("Limits of bodies", .timeLimit(.minutes(20)))
struct BodyLimitTests {
    /// The limits of the routes with a body, in bytes.
    private static let limits = [
        "POST /api/snapshots": PageSnapshot.maximumByteCount,
        "PATCH /api/snapshots/{id}": SnapshotRoutes.metadataLimit,
        "POST /api/snapshots/{id}/undo": PairingRoutes.bodyLimit,
        "POST /api/shelf/changes": ShelfChangeRoutes.bodyLimit,
        "POST /api/shelf/places": ShelfChangeRoutes.bodyLimit,
        "POST /api/automatic/refusals": AutomaticRoutes.bodyLimit,
        "PUT /api/snapshots/{id}/copies/text": TextCopy.maximumByteCount,
        "PUT /api/snapshots/{id}/copies/picture": PictureCopy.maximumByteCount,
        "POST /api/links/file": LinkRoutes.fileLimit,
        "POST /api/queue": QueueRoutes.bodyLimit,
        "PATCH /api/queue/{id}": PairingRoutes.bodyLimit,
        "POST /api/import": ImportExportRoutes.bodyLimit,
        "PATCH /api/settings": SettingsRoutes.bodyLimit,
        "POST /api/pairings": PairingRoutes.bodyLimit,
        "POST /api/windows": WindowSet.maximumByteCount,
        "PATCH /api/windows/{id}": PairingRoutes.bodyLimit,
        "POST /api/sessions": SessionRoutes.bodyLimit,
        "POST /api/tokens/rotate": SessionRoutes.bodyLimit,
        "POST /api/tickets": SessionRoutes.bodyLimit,
        "POST /login": LoginRoutes.formLimit,
    ]

    /// Runs blocking work on its own thread while the service runs.
    private static func beside<Value: Sendable>(
        _ service: TestService, _ work: @escaping @Sendable (UInt16) throws -> Value
    ) async throws -> Value {
        try await service.running { address in
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try work(address.port) }) }
            }
        }
    }

    private static func head(_ service: TestService, _ method: String, _ path: String, _ port: UInt16) -> String {
        let path = path.replacing("{id}", with: "000").replacing("{name}", with: "app.css")
        return "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
            + "Authorization: Bearer \(service.tokens.full.text)\r\n"
            // A session replaces the tokens with a body, and a token without one.
            + "Cookie: \(service.cookieOnly[.cookie]?.replacing("_80=", with: "_\(port)=") ?? "")\r\n"
            + "Leftoff-Session: \(service.session[.leftoffSession] ?? "")\r\n"
    }

    /// Returns the Content-Type field that the route of a request head accepts.
    private static func mediaType(_ head: String) -> String {
        let isForm = head.hasPrefix("POST /login ")
        return "Content-Type: application/\(isForm ? "x-www-form-urlencoded" : "json")\r\n"
    }

    /// Sends a body in chunks, of which none is larger than half the limit, and returns the response.
    private static func sendChunks(_ head: String, count: Int, port: UInt16) throws -> String {
        let connection = try RawConnection(port: port)
        connection.send(head + "\(mediaType(head))Transfer-Encoding: chunked\r\n\r\n")
        // No route reads beyond the first byte of this, so that 64 MiB are only received, also by a debug build.
        let part = String(repeating: "]", count: min(1 << 20, count / 2))
        var rest = count
        while rest > 0 {
            let size = min(rest, part.utf8.count)
            guard connection.send("\(String(size, radix: 16))\r\n\(part.prefix(size))\r\n") else { break }
            rest -= size
        }
        connection.send("0\r\n\r\n")
        connection.endOutput()
        return connection.receive()
    }

    @Test("The parts of a chunked body are summed against the limit on every route with a body")
    func chunks() async throws {
        let service = try TestService(port: 0)
        let withBody = service.service.testRoutes.filter(\.takesBody).map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(withBody) == Set(Self.limits.keys))
        let responses = try await Self.beside(service) { port in
            try Self.limits.map { name, limit in
                let parts = name.split(separator: " ").map(String.init)
                let head = Self.head(service, parts[0], parts[1], port)
                return (
                    name, try Self.sendChunks(head, count: limit, port: port),
                    try Self.sendChunks(head, count: limit + 1, port: port)
                )
            }
        }
        for (name, fitting, large) in responses {
            #expect(fitting.hasPrefix("HTTP/1.1 4"), "\(name): \(fitting)")
            for status in [408, 413] { #expect(!fitting.hasPrefix("HTTP/1.1 \(status)"), "\(name): \(fitting)") }
            #expect(large.hasPrefix("HTTP/1.1 413"), "\(name): \(large)")
        }
    }

    @Test("A length above the limit is refused before any byte of the body, and the connection closes")
    func lengths() async throws {
        let service = try TestService(port: 0)
        let responses = try await Self.beside(service) { port in
            try Self.limits.flatMap { name, limit in
                // Beyond Int, the parser still counts up to 2^64 - 1.
                try ["\(limit + 1)", "9223372036854775808", "18446744073709551615"].map { length in
                    let parts = name.split(separator: " ").map(String.init)
                    let connection = try RawConnection(port: port)
                    let head = Self.head(service, parts[0], parts[1], port)
                    connection.send("\(head)\(Self.mediaType(head))Content-Length: \(length)\r\n\r\n")
                    return ("\(name) \(length)", connection.receive())
                }
            }
        }
        for (name, response) in responses {
            #expect(response.hasPrefix("HTTP/1.1 413") && response.contains("Connection: close\r\n"), "\(name)")
        }
    }

    @Test(
        "Every operation without a body refuses one before it has been read, with and without a length",
        arguments: [
            "Content-Length: 3145728\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n11\r\n{               }\r\n",
        ])
    func unexpectedBodies(body: String) async throws {
        let service = try TestService(port: 0)
        let names = service.service.testRoutes.filter { !$0.takesBody }.flatMap { route in
            let methods = route.method == .get ? ["GET", "HEAD"] : [route.method.rawValue]
            return methods.map { ($0, route.path) }
        }
        #expect(names.count > 30)
        let responses = try await Self.beside(service) { port in
            try names.map { method, path in
                let connection = try RawConnection(port: port)
                connection.send(Self.head(service, method, path, port) + "Content-Type: application/json\r\n" + body)
                return ("\(method) \(path)", connection.receive())
            }
        }
        for (name, response) in responses {
            #expect(response.hasPrefix("HTTP/1.1 413"), "\(name): \(response.prefix(200))")
            #expect(response.contains("Connection: close\r\n"), "\(name)")
        }
    }

    @Test(
        "An empty JSON object is no body of an action, but is one of a GET request; no other object is",
        arguments: [
            ("POST /api/logins", "Content-Length: 2\r\n\r\n{}", "201"),
            ("POST /api/logins", "Content-Length: 4\r\n\r\n{ }\n", "201"),
            ("POST /api/logins", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n", "201"),
            ("POST /api/logins", "Content-Length: 7\r\n\r\n{\"a\":1}", "413"),
            ("GET /api/queue", "Content-Length: 2\r\n\r\n{}", "413"),
        ])
    func emptyObjects(operation: String, body: String, status: String) async throws {
        let service = try TestService(port: 0)
        let parts = operation.split(separator: " ").map(String.init)
        let response = try await Self.beside(service) { port in
            let connection = try RawConnection(port: port)
            connection.send(
                Self.head(service, parts[0], parts[1], port) + "Content-Type: application/json\r\n" + body)
            connection.endOutput()
            return connection.receive()
        }
        #expect(response.hasPrefix("HTTP/1.1 \(status)"), "\(response.prefix(200))")
    }

    @Test("A chunked body without bytes is no body")
    func emptyBodies() async throws {
        let service = try TestService(port: 0)
        let response = try await Self.beside(service) { port in
            let connection = try RawConnection(port: port)
            let chunks = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            connection.send(Self.head(service, "GET", "/api/queue", port) + chunks)
            connection.send(Self.head(service, "POST", "/api/logins", port) + chunks)
            connection.endOutput()
            return connection.receive()
        }
        let statuses = response.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.output.1) }
        #expect(statuses == ["200", "201"], "\(response)")
    }

    @Test("A client that waits for 100 Continue receives it before the response")
    func continuation() async throws {
        let service = try TestService(port: 0)
        let response = try await Self.beside(service) { port in
            let connection = try RawConnection(port: port)
            let body = #"{"url":"https://example.org/"}"#
            connection.send(
                Self.head(service, "POST", "/api/snapshots", port) + "Content-Type: application/json\r\n"
                    + "Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
            guard connection.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n" else {
                return connection.receive()
            }
            connection.send(body)
            connection.endOutput()
            return connection.receive()
        }
        let statuses = response.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.output.1) }
        #expect(statuses == ["100", "201"], "\(response)")
    }

    @Test(
        "A request that its head alone makes invalid is refused instead of continued",
        arguments: [
            ("POST /api/snapshots", "Content-Type: application/json\r\nContent-Length: 99999999\r\n", 413),
            ("POST /api/snapshots", "Content-Type: text/plain\r\nContent-Length: 9\r\n", 415),
            ("POST /api/logins", "Content-Type: application/json\r\nContent-Length: 99\r\n", 413),
            ("PUT /api/snapshots", "Content-Type: application/json\r\nContent-Length: 9\r\n", 405),
            ("POST /api/snapshots", "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n", 400),
            ("POST /api/snapshots", "Host: 127.0.0.1\r\nContent-Length: 9\r\n", 400),
        ])
    func refusedExpectations(line: String, fields: String, status: Int) async throws {
        let service = try TestService(port: 0)
        let response = try await Self.beside(service) { port in
            let parts = line.split(separator: " ").map(String.init)
            let connection = try RawConnection(port: port)
            connection.send(
                Self.head(service, parts[0], parts[1], port) + "\(fields)Expect: 100-continue\r\n\r\n")
            return connection.receive()
        }
        #expect(response.hasPrefix("HTTP/1.1 \(status)") && response.contains("Connection: close\r\n"), "\(response)")
    }

    @Test("While two files are received for an import, another one is refused before its body, and later accepted")
    func imports() async throws {
        let service = try TestService(port: 0)
        let (refused, accepted) = try await Self.beside(service) { port in
            func begin() throws -> RawConnection {
                let connection = try RawConnection(port: port)
                connection.send(
                    Self.head(service, "POST", "/api/import", port) + "Content-Type: text/csv\r\n"
                        + "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n")
                return connection
            }
            var connections = [try begin(), try begin()]
            for connection in connections { _ = connection.receive(until: "100 Continue\r\n\r\n") }
            let refused = try begin().receive()
            // The end of the input ends an incomplete request.
            for connection in connections {
                connection.endOutput()
                _ = connection.receive()
            }
            connections = [try begin()]
            return (refused, connections[0].receive(until: "\r\n\r\n"))
        }
        #expect(refused.hasPrefix("HTTP/1.1 503") && refused.contains("Retry-After: 5\r\n"), "\(refused)")
        #expect(accepted.hasPrefix("HTTP/1.1 100"), "\(accepted)")
    }

    @Test("An allowance is never exceeded, and what is released can be used again")
    func allowance() {
        let allowance = Allowance(limit: 10)
        #expect(allowance.reserve(7) && !allowance.reserve(4) && allowance.reserve(3) && !allowance.reserve(1))
        allowance.release(7)
        #expect(!allowance.reserve(.max) && !allowance.reserve(8) && allowance.reserve(7))
    }

    @Test("A request without a token is refused before its body, even if the client waits for 100 Continue")
    func refusedTokens() async throws {
        let service = try TestService(port: 0)
        let response = try await Self.beside(service) { port in
            let connection = try RawConnection(port: port)
            connection.send(
                "POST /api/snapshots HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
                    + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n")
            return connection.receive()
        }
        #expect(response.hasPrefix("HTTP/1.1 401"), "\(response)")
    }
}
