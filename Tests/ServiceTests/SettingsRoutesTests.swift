import FoundationEssentials
import Glibc
import HTTPTypes
import Hummingbird
import Places
import Syntax
import Testing

@testable import Service

@Suite("Settings and tokens")
struct SettingsRoutesTests {
    @Test("Settings have defaults, change by a merge patch, and survive a restart")
    func patch() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let first = try await client.send(.get, "/api/settings", service.full)
            #expect(first.json["motion"]?.string == "system")
            #expect(first.json["downloadDirectory"] == .null)
            #expect(first.json["usualDownloadDirectory"]?.string == service.home + "/downloads")
            let changed = try await client.send(
                .patch, "/api/settings", service.full.json,
                """
                {"motion":"calm","downloadDirectory":"\(service.home)/downloads/files",
                "privateHosts":["NAS.local","0xc0.0xa8.1","nas.local"]}
                """
            )
            #expect(changed.status == .ok)
            #expect(changed.json["privateHosts"]?.array == [.string("nas.local"), .string("192.168.0.1")])
            let queued = try await client.send(
                .post, "/api/queue", service.full.json, #"{"urls":["https://example.org/x"]}"#)
            #expect(queued.status == .created)
            #expect(try SettingsFile(home: service.home).current.motion == .calm)
            let back = try await client.send(.patch, "/api/settings", service.full.json, #"{"motion":null}"#)
            #expect(back.json["motion"]?.string == "system")
            #expect(back.json["downloadDirectory"]?.string == service.home + "/downloads/files")
        }
        let path = service.home + "/settings.json"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(
        "An invalid setting is rejected, and nothing changes",
        arguments: [
            "[]", "7", #"{"x":1}"#, #"{"motion":"wild"}"#, #"{"motion":7}"#, #"{"downloadDirectory":"tmp"}"#,
            #"{"downloadDirectory":"/tmp/../etc"}"#, #"{"downloadDirectory":"/tmp/../\u0301etc"}"#,
            #"{"downloadDirectory":"/a\u0000b"}"#, #"{"privateHosts":"a"}"#,
            #"{"privateHosts":["http://a/"]}"#, #"{"privateHosts":["a:80"]}"#, #"{"privateHosts":["u@a"]}"#,
            #"{"privateHosts":[""]}"#, #"{"privateHosts":["a b"]}"#, #"{"motion":"full","x":1}"#,
            #"{"usualDownloadDirectory":"/tmp"}"#, #"{"downloadDirectory":"/proc/nope/deeper"}"#,
            #"{"copyText":1}"#, #"{"copyBudget":-1}"#, #"{"copyBudget":1.5}"#, #"{"copyBudget":1e99}"#,
            #"{"pictureImages":"no"}"#, #"{"pictureLimit":99999}"#, #"{"pictureLimit":6000001}"#,
            #"{"pictureLimit":200000.5}"#, #"{"pictureLimit":"1 MB"}"#,
            #"{"readerSize":"huge"}"#, #"{"readerSize":2}"#,
            #"{"whenCopiesAreFull":"ask"}"#, #"{"neverCaptured":["a/b"]}"#, #"{"neverCaptured":"a"}"#,
            #"{"downloadDirectory":"/etc/passwd"}"#, #"{"downloadDirectory":"/etc/passwd/x"}"#,
        ])
    func refused(body: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let response = try await client.send(.patch, "/api/settings", service.full.json, body)
            #expect(response.status == .unprocessableContent, "\(response.text)")
            #expect(try await client.send(.get, "/api/settings", service.full).json["motion"]?.string == "system")
        }
    }

    @Test("The settings of copies have defaults and change")
    func copies() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let first = try await client.send(.get, "/api/settings", service.full).json
            #expect(first["copyText"] == .bool(true) && first["copyPicture"] == .bool(false))
            #expect(first["copyBudget"]?.integer == 2_000_000_000 && first["whenCopiesAreFull"]?.string == "evict")
            #expect(first["neverCaptured"]?.array == [])
            let changed = try await client.send(
                .patch, "/api/settings", service.full.json,
                #"{"copyText":false,"copyPicture":true,"copyBudget":5,"whenCopiesAreFull":"keep","#
                    + #""neverCaptured":["Bank.example"]}"#)
            #expect(changed.json["neverCaptured"]?.array == [.string("bank.example")])
            let current = try SettingsFile(home: service.home).current
            #expect(!current.copyText && current.copyPicture && current.copyBudget == 5)
            #expect(current.whenCopiesAreFull == .keep && current.neverCaptured == ["bank.example"])
        }
    }

    @Test(
        "The size of the text of copies has a default, changes, and is reset by null",
        arguments: [
            ("{}", "medium"), (#"{"readerSize":"extra-large"}"#, "extra-large"), (#"{"readerSize":null}"#, "medium"),
        ])
    func readerSize(patch: String, size: String) async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let changed = try await client.send(.patch, "/api/settings", service.full.json, patch)
            #expect(changed.status == .ok && changed.json["readerSize"]?.string == size)
            #expect(try await client.send(.get, "/api/settings", service.full).json["readerSize"]?.string == size)
        }
    }

    @Test("The settings of pictures have defaults, change, and are reset by null")
    func pictures() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for (patch, images, limit) in [
                ("{}", true, 6_000_000), (#"{"pictureImages":false,"pictureLimit":100000}"#, false, 100_000),
                (#"{"copyPicture":true}"#, false, 100_000), (#"{"pictureLimit":null}"#, false, 6_000_000),
                (#"{"pictureImages":null,"pictureLimit":6000000}"#, true, 6_000_000),
            ] {
                let changed = try await client.send(.patch, "/api/settings", service.full.json, patch)
                #expect(changed.status == .ok, "\(changed.text)")
                let current = try await client.send(.get, "/api/settings", service.full).json
                #expect(current["pictureImages"] == .bool(images) && current["pictureLimit"]?.integer == limit)
                let stored = try SettingsFile(home: service.home).current
                #expect(stored.pictureImages == images && stored.pictureLimit == limit)
            }
        }
    }

    @Test("An error about a damaged settings file contains its path")
    func damaged() throws {
        let service = try TestService()
        try Data("{".utf8).write(to: URL(filePath: service.home + "/settings.json"))
        let error = #expect(throws: ServiceError.self) { try SettingsFile(home: service.home) }
        #expect(error.map { "\($0)" }?.contains("settings.json") == true)
    }

    @Test("After a rotation the new tokens work, the old ones do not, and the session continues with new secrets")
    func rotation() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            let secret = Token().text
            for body in [nil, "{}", #"{"secret":"short"}"#] {
                let refused = try await client.send(.post, "/api/tokens/rotate", service.session.json, body)
                #expect([.badRequest, .unprocessableContent].contains(refused.status), "\(refused.status)")
            }
            let response = try await client.send(
                .post, "/api/tokens/rotate", service.session.json, #"{"secret":"\#(secret)"}"#)
            #expect(response.status == .noContent)
            let cookie = try #require(response.headers[.setCookie])
            #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
            let pair = String(cookie.prefix { $0 != ";" })
            let fresh = try TokenFiles(home: service.home).load()
            #expect(cookie.wholeMatch(of: SessionRoutesTests.cookiePattern) != nil)
            #expect(!cookie.contains(fresh.full.text) && service.cookieOnly[.cookie]?.contains(pair) == false)
            #expect(try await client.send(.get, "/api/snapshots", service.full).status == .unauthorized)
            #expect(try await client.send(.get, "/api/snapshots", service.session).status == .unauthorized)
            #expect(
                try await client.send(.post, "/api/snapshots", service.capture.json, "{}").status == .unauthorized)
            let renewed = HTTPFields([HTTPField(name: .cookie, value: pair)]).adding("Leftoff-Session", secret)
            #expect(try await client.send(.get, "/api/snapshots", renewed).status == .ok)
            let sessions = try await client.send(.get, "/api/sessions", renewed).json["sessions"]?.array
            #expect(sessions?.count == 1)
            let bearer: HTTPFields = [.authorization: "Bearer \(fresh.full.text)"]
            let again = try await client.send(.post, "/api/tokens/rotate", bearer)
            #expect(again.status == .noContent && again.headers[.setCookie] == nil)
            #expect(try await client.send(.get, "/api/snapshots", renewed).status == .unauthorized)
        }
    }

    @Test("If the new session cannot be stored, the tokens are not replaced")
    func rotationWithoutStorage() async throws {
        let service = try TestService()
        let held = try SharedFile(home: service.home, name: SessionFile.fileName, lockName: SessionFile.lockName).lock()
        try await service.requests { client async throws in
            let refused = try await client.send(
                .post, "/api/tokens/rotate", service.session.json, #"{"secret":"\#(Token().text)"}"#)
            #expect(refused.status == .serviceUnavailable)
            #expect(try await client.send(.get, "/api/snapshots", service.session).status == .ok)
            #expect(try TokenFiles(home: service.home).load().full.text == service.tokens.full.text)
        }
        SharedFile.unlock(held)
    }

    @Test("Tokens that another process has rotated are loaded within a second")
    func rotatedElsewhere() throws {
        let service = try TestService()
        let files = TokenFiles(home: service.home)
        let keeper = RotatingTokens(service.tokens, files: files)
        let fresh = try files.rotate()
        let end = ContinuousClock.now + .seconds(60)
        while keeper.current.full.text != fresh.full.text, ContinuousClock.now < end {}
        #expect(keeper.current.full.text == fresh.full.text)
        #expect(keeper.current.capture.text == fresh.capture.text)
    }

    @Test("Only the full token can create a sign-in address")
    func logins() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            #expect(try await client.send(.post, "/api/logins", service.capture).status == .forbidden)
            let login = try await client.send(.post, "/api/logins", service.full)
            #expect(login.status == .created)
            let address = try #require(login.json["address"]?.string)
            #expect(address.hasPrefix("http://127.0.0.1:80/?token="))
            let path = String(address.dropFirst("http://127.0.0.1:80".count))
            #expect(try await client.send(.get, path).status == .seeOther)
            #expect(try await client.send(.get, path).status == .unauthorized)
        }
    }
}
