import Foundation
import TestSupport
import Testing

@Suite("The browsers that are signed in", .ownThreads)
struct DevicesEndToEndTests {
    let leftoff: Leftoff

    init() throws { leftoff = try Leftoff() }

    private static let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"

    private func port(of service: ServiceEndToEndTests.Running) throws -> UInt16 {
        try #require(service.address.port.flatMap { UInt16(exactly: $0) })
    }

    /// Signs a browser in with the full token.
    ///
    /// - Returns: The header fields of its session, for this port.
    private func signIn(_ port: UInt16) throws -> [String: String] {
        let token = try String(contentsOf: leftoff.home.appending(path: "token"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let response = try #require(
            ServiceExchange.response(
                "GET /?token=\(token)", ["Sec-Fetch-Mode": "navigate", "User-Agent": Self.agent], port: port))
        let claim = try #require(response.fields["location"]).dropFirst("/#leftoff-claim=".count)
        let cookie = try #require(response.cookie)
        let secret = String((0..<43).compactMap { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() })
        let claimed = ServiceExchange.response(
            "POST /api/sessions", ["Cookie": cookie], body: #"{"claim":"\#(claim)","secret":"\#(secret)"}"#, port: port)
        try #require(claimed?.status == 204)
        return ["Cookie": cookie, "Leftoff-Session": secret]
    }

    private func status(_ fields: [String: String], _ port: UInt16) -> Int? {
        ServiceExchange.response("GET /api/sessions/current", fields, port: port)?.status
    }

    private func devices() throws -> [[String: Any]] {
        let list = try leftoff.run(["devices", "--format", "json"])
        #expect(list.status == 0 && list.errors.isEmpty, "\(list.errorText)")
        return try #require(try JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
    }

    @Test("devices lists the browsers without their secrets, and revoke signs one out at once")
    func revoke() throws {
        let service = try ServiceEndToEndTests.Running(leftoff)
        let port = try port(of: service)
        let (first, second) = (try signIn(port), try signIn(port))
        #expect(status(first, port) == 200 && status(second, port) == 200)
        let current = try #require(ServiceExchange.response("GET /api/sessions/current", first, port: port)).json
        let id = try #require(current["id"] as? String)
        let listed = try devices()
        #expect(listed.count == 2)
        for device in listed {
            #expect(device.keys.sorted() == ["browser", "createdAt", "endsAt", "id", "usedAt"])
            #expect(device["browser"] as? String == "Firefox on Linux")
        }
        let table = try leftoff.run(["devices", "list"])
        #expect(table.lines.count == 2 && table.text.contains(id) && table.text.contains("Firefox on Linux"))
        #expect(try leftoff.run(["devices", "--format", "ndjson"]).lines.count == 2)

        let unknown = try leftoff.run(["devices", "revoke", id, "zzzzzzzzzzzz"])
        #expect(unknown.status == 66 && unknown.errorLines.count == 1)
        #expect(status(first, port) == 200)
        #expect(try leftoff.run(["devices", "revoke", id]).status == 0)
        #expect(status(first, port) == 401 && status(second, port) == 200)
        #expect(try leftoff.run(["devices", "revoke", id]).status == 66)
        let mode =
            try FileManager.default.attributesOfItem(
                atPath: leftoff.home.appending(path: "sessions.json").path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("Sessions survive a restart, are revoked without the service, and end when the tokens are replaced")
    func restart() throws {
        var service: ServiceEndToEndTests.Running? = try ServiceEndToEndTests.Running(leftoff)
        let session = try signIn(try port(of: #require(service)))
        service = nil
        service = try ServiceEndToEndTests.Running(leftoff)
        var current = try port(of: #require(service))
        // The name of the cookie contains the port.
        func fields(_ port: UInt16) -> [String: String] {
            var fields = session
            fields["Cookie"] = session["Cookie"].map { "leftoff_\(port)=\($0.split(separator: "=")[1])" }
            return fields
        }
        #expect(status(fields(current), current) == 200)
        service = nil
        let ids = try devices().compactMap { $0["id"] as? String }
        #expect(ids.count == 1)
        #expect(try leftoff.run(["devices", "revoke"] + ids).status == 0)
        #expect(try devices().isEmpty)
        service = try ServiceEndToEndTests.Running(leftoff)
        current = try port(of: #require(service))
        #expect(status(fields(current), current) == 401)
        let other = try signIn(current)
        #expect(try devices().count == 1)
        #expect(try leftoff.run(["token", "rotate"]).status == 0)
        #expect(try devices().isEmpty)
        service = nil
        #expect(status(other, current) == nil)
    }

    @Test("Without a service and without tokens there are no browsers, and no file is created")
    func nothing() throws {
        #expect(try devices().isEmpty)
        #expect(try leftoff.run(["devices", "revoke", "abc"]).status == 66)
        #expect(!FileManager.default.fileExists(atPath: leftoff.home.path))
    }

    @Test("A file of the sessions that others can read is ignored with a message, and doctor names it")
    func readable() throws {
        var service: ServiceEndToEndTests.Running? = try ServiceEndToEndTests.Running(leftoff)
        _ = try signIn(try port(of: #require(service)))
        service = nil
        let path = leftoff.home.appending(path: "sessions.json").path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let list = try leftoff.run(["devices"])
        #expect(list.status == 0 && list.output.isEmpty && list.errorText.contains("sessions.json"))
        let doctor = try leftoff.run(["doctor", "--port", "1"])
        #expect(doctor.text.contains("sessions.json"), "\(doctor.text)")
    }
}
