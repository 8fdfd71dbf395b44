import Foundation
import Places
import Store
import Syntax
import Testing

@testable import Service

/// Clients that connect to the event stream again, over a socket.
@Suite("Reconnecting to the events", .timeLimit(.minutes(20)))
struct EventReconnectTests {
    /// The first line of the response, and the ids and names of the events up to the one with the given id.
    private func events(
        _ service: TestService, target: String, fields: String = "", until last: String
    ) async throws -> (status: String, events: [String]) {
        try await service.running { address in
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        with: Result {
                            let connection = try RawConnection(port: address.port)
                            connection.send(
                                "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(address.port)\r\n"
                                    + "Authorization: Bearer \(service.tokens.full.text)\r\n\(fields)\r\n")
                            let text = connection.receive(until: last)
                            let names = text.matches(of: /event: (\w+)\nid: (\d+)/).map {
                                "\($0.output.2) \($0.output.1)"
                            }
                            return (text.prefix { $0 != "\r\n" }.description, names)
                        })
                }
            }
        }
    }

    private func service(places: Int) throws -> TestService {
        let service = try TestService(port: 0)
        for number in 1...places {
            let url = JSONValue.string("https://example.org/\(number)")
            _ = try service.archive.add(try PageSnapshot(value: .object(["url": url])))
        }
        return service
    }

    @Test("A new client receives no past event; one that has received some receives exactly the later ones")
    func resumes() async throws {
        let service = try service(places: 3)
        #expect(try await events(service, target: "/api/events", until: "id: 3").events == ["3 hello"])
        #expect(
            try await events(service, target: "/api/events?after=1", until: "id: 3").events == ["2 place", "3 place"])
        #expect(
            try await events(service, target: "/api/events", fields: "Last-Event-ID: 2\r\n", until: "id: 3").events
                == ["3 place"])
    }

    @Test("The field of a browser that reconnects takes precedence over the older number in its URL")
    func precedence() async throws {
        let service = try service(places: 3)
        let result = try await events(
            service, target: "/api/events?after=0", fields: "Last-Event-ID: 2\r\n", until: "id: 3")
        #expect(result.events == ["3 place"])
    }

    @Test("A number that the log does not have makes the client reload; one that is no number is refused")
    func unknown() async throws {
        let service = try service(places: 2)
        #expect(try await events(service, target: "/api/events?after=99", until: "id: 2").events == ["2 reset"])
        for fields in ["Last-Event-ID: -1\r\n", "Last-Event-ID: x\r\n", "Last-Event-ID: \r\n"] {
            let status = try await events(service, target: "/api/events", fields: fields, until: "}").status
            #expect(status == "HTTP/1.1 400 Bad Request", "\(fields)")
        }
    }
}
