import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("Undoing what the capture token added")
struct UndoTests {
    private static let body = #"{"url":"https://example.org/"}"#

    @Test("A ticket removes its own place, once")
    func undo() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let first = try await client.send(.post, "/api/snapshots", service.capture.json, Self.body)
            let second = try await client.send(
                .post, "/api/snapshots", service.capture.json, #"{"url":"https://example.org/2"}"#)
            let id = try #require(first.json["id"]?.string)
            let other = try #require(second.json["id"]?.string)
            let ticket = try #require(first.json["undo"]?.string)
            func undo(_ id: String, _ ticket: String, _ fields: HTTPFields) async throws -> Int {
                try await client.send(
                    .post, "/api/snapshots/\(id)/undo", fields.json, #"{"ticket":"\#(ticket)"}"#
                ).status.code
            }
            #expect(try await undo(other, ticket, service.capture) == 403)
            #expect(try await undo(String(id.prefix(4)), ticket, service.capture) == 403)
            #expect(try await undo("@", ticket, service.capture) == 403)
            #expect(try await undo(id, Token().text, service.capture) == 403)
            #expect(try await undo(id, ticket, [:]) == 401)
            #expect(try await undo(id, ticket, service.capture) == 204)
            #expect(try await undo(id, ticket, service.capture) == 403)
            let left = try await client.send(.get, "/api/snapshots", service.full)
            #expect(left.json.array?.map { $0["id"]?.string } == [other])
        }
    }

    @Test("A client with the full token gets no ticket")
    func full() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let added = try await client.send(.post, "/api/snapshots", service.full.json, Self.body)
            #expect(added.json["undo"] == nil && added.json["forgettable"]?.bool == true)
        }
    }

    @Test("Tickets expire after ten minutes, and the oldest are discarded when there are many")
    func limits() {
        let clock = Clock()
        let tickets = UndoTickets(now: { clock.monotonicNow })
        let old = tickets.issue(for: "a")
        clock.move(by: 600)
        #expect(!tickets.redeem(old, for: "a"))
        let first = tickets.issue(for: "a")
        let all = (0..<UndoTickets.limit).map { tickets.issue(for: "\($0)") }
        #expect(!tickets.redeem(first, for: "a"))
        clock.move(by: 599)
        #expect(tickets.redeem(all[0], for: "0"))
    }

    @Test("A ticket is valid once, and for its own place only")
    func single() {
        let tickets = UndoTickets(now: { .now })
        let ticket = tickets.issue(for: "a")
        _ = tickets.issue(for: "b")
        #expect(!tickets.redeem(ticket, for: "b"))
        #expect(tickets.redeem(ticket, for: "a"))
        #expect(!tickets.redeem(ticket, for: "a"))
    }
}
