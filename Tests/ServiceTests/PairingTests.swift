import FoundationEssentials
import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("Pairing")
struct PairingTests {
    private static let origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"

    @Test("A code is eight unambiguous characters, and differs each time")
    func shape() {
        let codes = (0..<300).map { _ in PairingCodes(now: { .now }).issue().text }
        #expect(Set(codes).count == 300)
        for code in codes {
            #expect(code.count == 8)
            #expect(code.allSatisfy { "ABCDEFGHJKMNPQRSTUVWXYZ23456789".contains($0) })
        }
        #expect(Set(codes.joined()).count == PairingCodes.alphabet.count)
    }

    @Test("A code works once, however it is typed", arguments: ["as it is", "small", "hyphenated"])
    func once(typed: String) {
        let codes = PairingCodes(now: { .now })
        let code = codes.issue().text
        let presented =
            switch typed {
            case "small": code.lowercased()
            case "hyphenated": " \(code.prefix(4))-\(code.dropFirst(4)) "
            default: code
            }
        #expect(codes.redeem(presented) == .paired)
        #expect(codes.redeem(code) == .noCode)
    }

    @Test(
        "A code expires after five minutes",
        arguments: [(0, true), (299.9, true), (300, false), (4000, false)] as [(Double, Bool)])
    func age(seconds: Double, works: Bool) {
        let clock = Clock()
        let codes = PairingCodes(now: { clock.monotonicNow })
        let code = codes.issue()
        clock.move(by: seconds)
        let outcome = codes.redeem(code.text)
        #expect(outcome == (works ? .paired : .noCode))
    }

    @Test("Five wrong attempts invalidate a code; a new one has five again")
    func tries() {
        let codes = PairingCodes(now: { .now })
        let code = codes.issue()
        for (number, wrong) in ["", "AAAAAAA", "AAAAAAAAA", code.text + "x"].enumerated() {
            #expect(codes.redeem(wrong) == .wrong(attemptsLeft: 4 - number))
        }
        #expect(codes.redeem("IIIIIIII") == .wrong(attemptsLeft: 0))
        #expect(codes.redeem(code.text) == .noCode)
        let next = codes.issue()
        #expect(codes.redeem("IIIIIIII") == .wrong(attemptsLeft: 4))
        #expect(codes.redeem(next.text) == .paired)
    }

    @Test("A new code invalidates the previous one")
    func replaced() {
        let codes = PairingCodes(now: { .now })
        let first = codes.issue()
        let second = codes.issue()
        #expect(codes.redeem(first.text) == .wrong(attemptsLeft: 4))
        #expect(codes.redeem(second.text) == .paired)
    }

    private func shownCode(_ client: RouterClient, _ fields: HTTPFields) async throws -> String {
        let response = try await client.send(.post, "/api/pairings/code", fields)
        #expect(response.status == .created)
        #expect(response.json["expiresAt"]?.string == "2016-04-07T03:38:20.000Z")
        return try #require(response.json["code"]?.string)
    }

    @Test("A code gives the requested token", arguments: [nil, "full", "capture"])
    func tokens(access: String?) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let code = try await shownCode(client, service.session)
            let wish = access.map { #","access":"\#($0)""# } ?? ""
            let fields = HTTPFields().json.adding("Origin", Self.origin)
            let response = try await client.send(.post, "/api/pairings", fields, #"{"code":"\#(code)"\#(wish)}"#)
            #expect(response.status == .created)
            let token = access == "capture" ? service.tokens.capture : service.tokens.full
            #expect(response.json["token"]?.string == token.text)
            #expect(response.json["access"]?.string == access ?? "full")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.accessControlAllowOrigin] == nil)
        }
    }

    @Test("Only the full token can create a code")
    func showing() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            #expect(try await client.send(.post, "/api/pairings/code").status == .unauthorized)
            #expect(try await client.send(.post, "/api/pairings/code", service.capture).status == .forbidden)
            #expect(try await client.send(.get, "/api/pairings/code", service.full).status == .methodNotAllowed)
        }
    }

    @Test(
        "An invalid request does not count as an attempt",
        arguments: [
            ("{", 400), ("[]", 422), ("{}", 422), (#"{"code":7}"#, 422), (#"{"code":"X","access":"all"}"#, 422),
            ("{\"code\":\"" + String(repeating: "x", count: 20_000) + "\"}", 413),
        ])
    func malformed(body: String, status: Int) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let code = try await shownCode(client, service.full)
            for _ in 0..<6 {
                let response = try await client.send(.post, "/api/pairings", HTTPFields().json, body)
                #expect(response.status.code == status)
            }
            let text = try await client.send(.post, "/api/pairings", [.contentType: "text/plain"], body)
            #expect(text.status == .unsupportedMediaType)
            let paired = try await client.send(.post, "/api/pairings", HTTPFields().json, #"{"code":"\#(code)"}"#)
            #expect(paired.status == .created)
        }
    }

    @Test("A wrong code is refused with the number of attempts left")
    func wrongCode() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let code = try await shownCode(client, service.full)
            for words in [
                "4 attempts are left", "3 attempts", "2 attempts", "one attempt is left", "request a new one",
                "request",
            ] {
                let response = try await client.send(.post, "/api/pairings", HTTPFields().json, #"{"code":"AAAAIIII"}"#)
                #expect(response.status == .forbidden)
                #expect(response.json["detail"]?.string?.contains(words) == true, "\(response.text)")
            }
            let late = try await client.send(.post, "/api/pairings", HTTPFields().json, #"{"code":"\#(code)"}"#)
            #expect(late.status == .forbidden && late.json["token"] == nil)
        }
    }
}
