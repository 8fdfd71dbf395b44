import FoundationEssentials
import HTTPTypes
import Hummingbird
import Syntax
import Testing

@testable import Service

@Suite("Codes and sign-ins after the access of their issuer has ended")
struct CodeRevocationTests {
    /// An action that ends the access of the issuer.
    enum End: String, CaseIterable {
        /// The full token is replaced on the web page or with the API.
        case rotated
        /// Another process ends the issuing session, as `leftoff devices revoke` does.
        case revokedElsewhere
        /// The issuing session signs out.
        case signedOut
        /// The issuing session is not used for a week.
        case expired
    }

    private func perform(_ end: End, _ service: TestService, _ client: RouterClient) async throws {
        switch end {
        case .rotated:
            let response = try await client.send(.post, "/api/tokens/rotate", service.full)
            #expect(response.status == .noContent)
        case .revokedElsewhere:
            let id = try await client.send(.get, "/api/sessions/current", service.session).json["id"]?.string
            try SessionFile(home: service.home).end(
                [try #require(id)], token: service.tokens.full, at: service.time.now)
        case .signedOut:
            let response = try await client.send(.delete, "/api/sessions/current", service.session)
            #expect(response.status == .noContent)
        case .expired: service.time.move(by: Session.idleLifetime)
        }
    }

    private func code(_ client: RouterClient, _ path: String, _ fields: HTTPFields) async throws -> String {
        let response = try await client.send(.post, path, fields)
        #expect(response.status == .created)
        return try #require(response.json["code"]?.string)
    }

    private func signIn(_ code: String, _ isForm: Bool, _ client: RouterClient) async throws -> TestResponse {
        guard isForm else {
            return try await client.send(.get, "/?token=\(code)", HTTPFields().adding("Sec-Fetch-Mode", "navigate"))
        }
        return try await client.send(
            .post, "/login", [.contentType: "application/x-www-form-urlencoded"], "code=\(code)")
    }

    private func pair(_ code: String, _ client: RouterClient) async throws -> TestResponse {
        try await client.send(.post, "/api/pairings", HTTPFields().json, #"{"code":"\#(code)"}"#)
    }

    /// Registers a secret with the claim in the response to a sign-in.
    private func claim(_ response: TestResponse, _ client: RouterClient) async throws -> HTTPResponse.Status {
        let cookie = String(try #require(response.headers[.setCookie]).prefix { $0 != ";" })
        let claim = try #require(response.headers[.location]).dropFirst("/#leftoff-claim=".count)
        return try await client.send(
            .post, "/api/sessions", HTTPFields([HTTPField(name: .cookie, value: cookie)]).json,
            #"{"claim":"\#(claim)","secret":"\#(Token().text)"}"#
        ).status
    }

    @Test(
        "A one-time code of a session signs nobody in once the session or the token has ended",
        arguments: End.allCases, [true, false])
    func loginCode(end: End, isForm: Bool) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let code = try await code(client, "/api/logins", service.session)
            try await perform(end, service, client)
            #expect(try await signIn(code, isForm, client).status == .unauthorized)
        }
    }

    @Test("A pairing code of a session gives no token once the session or the token has ended", arguments: End.allCases)
    func pairingCode(end: End) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let code = try await code(client, "/api/pairings/code", service.session)
            try await perform(end, service, client)
            let response = try await pair(code, client)
            #expect(response.status == .forbidden && response.json["token"] == nil, "\(response.text)")
        }
    }

    @Test("A sign-in that has begun ends with the session or the token", arguments: End.allCases)
    func pendingSignIn(end: End) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await signIn(try await code(client, "/api/logins", service.session), false, client)
            #expect(response.status == .seeOther)
            try await perform(end, service, client)
            #expect(try await claim(response, client) == .unauthorized)
        }
    }

    @Test("Codes of a client with the token survive the end of a session, but not the replacement of the token")
    func bearer() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let codes = [
                try await code(client, "/api/logins", service.full),
                try await code(client, "/api/logins", service.full),
                service.service.issueLoginCode(), service.service.issueLoginCode(),
            ]
            let pairing = try await code(client, "/api/pairings/code", service.full)
            let begun = try await signIn(service.tokens.full.text, false, client)
            let beforeRotation = try await signIn(service.tokens.full.text, false, client)
            try await perform(.signedOut, service, client)
            #expect(try await signIn(codes[0], true, client).status == .ok)
            #expect(try await signIn(codes[2], true, client).status == .ok)
            #expect(try await claim(begun, client) == .noContent)
            try await perform(.rotated, service, client)
            #expect(try await signIn(codes[1], true, client).status == .unauthorized)
            #expect(try await signIn(codes[3], false, client).status == .unauthorized)
            #expect(try await claim(beforeRotation, client) == .unauthorized)
            #expect(try await pair(pairing, client).status == .forbidden)
        }
    }
}
