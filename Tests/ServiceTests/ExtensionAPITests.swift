import DownloadQueue
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import Places
import Store
import Synchronization
import Syntax
import Testing

@testable import Service

@Suite("The API for the extension")
struct ExtensionAPITests {
    private static let place = #"{"schema":1,"url":"https://example.org/read","title":"Reading","pageYOffset":12.5}"#

    /// The native host's functions, with recorded calls.
    private final class Host: Sendable {
        let records = Mutex<[String]>([])
        let origin: String?
        let failure: ServiceError?

        init(origin: String? = nil, failure: ServiceError? = nil) {
            self.origin = origin
            self.failure = failure
        }

        var functions: ExtensionHost {
            ExtensionHost(
                version: "1.2.3", runningOrigin: { self.origin },
                signIn: {
                    if let failure = self.failure { throw failure }
                    return (self.origin ?? "", "a-code")
                },
                record: { browser, version in
                    if let failure = self.failure { throw failure }
                    self.records.withLock { $0.append("\(browser) \(version)") }
                })
        }
    }

    /// Returns the API with the stores of a service.
    private func api(_ service: TestService, host: Host = Host()) -> ExtensionAPI {
        ExtensionAPI(
            // The service removes its directory when it is released.
            stores: {
                ExtensionStores(
                    snapshots: service.archive, queue: service.queue, copies: service.copies,
                    settings: service.settings, windows: service.windows, shelf: service.shelf)
            }, directories: ConfirmedDirectories(standard: service.home + "/downloads"), host: host.functions,
            now: { Date(timeIntervalSince1970: 1_460_000_000) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func json(_ response: ExtensionResponse) -> JSONValue {
        (try? JSONValue(json: response.body.utf8, limit: .max)) ?? .null
    }

    @Test("The extension captures, shows, lists, removes and restores places, and queues and lists downloads")
    func allowed() async throws {
        let service = try TestService()
        let api = api(service)
        let added = await api.respond(method: "POST", path: "/api/snapshots", body: Self.place)
        let id = try #require(json(added)["id"]?.string)
        #expect(added.status == 201 && json(added)["forgettable"]?.bool == true && json(added)["undo"] == nil)
        let shown = await api.respond(method: "GET", path: "/api/snapshots/\(id)", body: nil)
        #expect(shown.status == 200 && json(shown)["snapshot"]?["pageYOffset"]?.number == 12.5)
        let page = "/api/snapshots?page=https%3A%2F%2Fexample.org%2Fread%3Futm_source%3Dx&limit=1"
        #expect(json(await api.respond(method: "GET", path: page, body: nil)).array?.map { $0["id"]?.string } == [id])
        let removed = await api.respond(method: "DELETE", path: "/api/snapshots/\(id)", body: nil)
        #expect(removed == ExtensionResponse(status: 204, body: ""))
        #expect(await api.respond(method: "GET", path: "/api/snapshots/\(id)", body: nil).status == 404)
        for body in [nil, "{}"] {
            let undone = await api.respond(method: "POST", path: "/api/snapshots/\(id)/undo", body: body)
            #expect(undone.status == 200 && json(undone)["id"]?.string == id)
        }
        let order = #"{"urls":["https://example.org/file.zip"],"snapshot":"\#(id)"}"#
        let queued = await api.respond(method: "POST", path: "/api/queue", body: order)
        #expect(queued.status == 201 && json(queued)[0]?["url"]?.string == "https://example.org/file.zip")
        let items = await api.respond(method: "GET", path: "/api/queue?limit=10&state=ready", body: nil)
        #expect(items.status == 200 && json(items).array?.count == 1)
        #expect(try service.queue.items(QueueListing()).map(\.directory) == [service.home + "/downloads"])
    }

    @Test("Every other route of the service is refused, and changes nothing")
    func forbidden() async throws {
        let service = try TestService()
        let api = api(service)
        let id = json(await api.respond(method: "POST", path: "/api/snapshots", body: Self.place))["id"]?.string ?? ""
        let others = service.service.testRoutes.filter { route in
            !ExtensionAPI.allowed.contains { $0.method == route.method && $0.path == route.path }
        }
        #expect(others.count > 30)
        #expect(service.service.testRoutes.count - others.count == ExtensionAPI.allowed.count)
        for route in others {
            let path = route.path.replacing("{id}", with: id)
            for body in [nil, "{}", Self.place] {
                let response = await api.respond(method: route.method.rawValue, path: path, body: body)
                #expect(response.status == 403, "\(route.method) \(path)")
                #expect(json(response)["status"]?.integer == 403)
            }
        }
        #expect(try service.archive.snapshots(matching: nil, limit: nil, offset: 0).map(\.id) == [id])
    }

    @Test(
        "Other methods and unknown paths are refused",
        arguments: [
            ("HEAD", "/api/snapshots"), ("PUT", "/api/snapshots"), ("post", "/api/snapshots"), ("GET", "/"),
            ("GET", "/api"), ("GET", "/api/snapshots/a/b"), ("GET", "/host"), ("GET", "/host/page"),
            ("POST", "/host/other"), ("GET", "/nonsense"), ("OPTIONS", "/api/queue"), ("GET", "/api/../api/settings"),
            ("GET", "/api/snapshots/%2E%2E/settings/x"),
        ])
    func unknown(method: String, path: String) async throws {
        let response = await api(try TestService()).respond(method: method, path: path, body: nil)
        #expect(response.status == 403)
    }

    @Test(
        "A path that no client could send is refused",
        arguments: [
            "api/snapshots", "//api/snapshots", "http://127.0.0.1/api/snapshots", "/api/snapshots?q=a b",
            "/api/snapshots?q=é", "/api/snapshots\r\nHost: x", "/api/snapshots\0", "/api/snapshots#x", "*",
        ])
    func targets(path: String) async throws {
        #expect(await api(try TestService()).respond(method: "GET", path: path, body: nil).status == 400)
    }

    @Test("A method that is no token, and a path that is too long, are refused")
    func sizes() async throws {
        let api = api(try TestService())
        #expect(await api.respond(method: "GET /x", path: "/api/snapshots", body: nil).status == 400)
        let path = "/api/snapshots?q=" + String(repeating: "a", count: 80 * 1024)
        #expect(await api.respond(method: "GET", path: path, body: nil).status == 431)
    }

    /// Requests whose responses are the same through native messaging and on the port.
    private static let shared: [(method: HTTPRequest.Method, path: String, body: String?)] = [
        (.post, "/api/snapshots", ""), (.post, "/api/snapshots", "nonsense"), (.post, "/api/snapshots", "[]"),
        (.post, "/api/snapshots", "{}"), (.post, "/api/snapshots", #"{"url":"javascript:alert(1)"}"#),
        (.post, "/api/snapshots", #"{"url":"https://a.example/","schema":99}"#),
        (.post, "/api/snapshots", #"{"url":"https://a.example/","anchors":7}"#),
        (.post, "/api/snapshots", String(repeating: "[", count: 10_000)),
        (.post, "/api/snapshots", #"{"url":"https://a.example/","x":"\#(String(repeating: "x", count: 65_536))"}"#),
        (.get, "/api/snapshots?limit=0", nil), (.get, "/api/snapshots?limit=501", nil),
        (.get, "/api/snapshots?nonsense=1", nil), (.get, "/api/snapshots?page=javascript:x", nil),
        (.get, "/api/snapshots?after=x", nil), (.get, "/api/snapshots/nonsense", nil),
        (.get, "/api/snapshots", "not allowed"), (.delete, "/api/snapshots/@", nil),
        (.delete, "/api/snapshots/nonsense", nil), (.delete, "/api/snapshots/nonsense", "more than an object"),
        (.post, "/api/snapshots/nonsense/undo", nil), (.post, "/api/snapshots/nonsense/undo", #"{"ticket":"x"}"#),
        (.post, "/api/snapshots/nonsense/undo", "["), (.get, "/api/queue?limit=0", nil),
        (.get, "/api/queue?state=nonsense", nil), (.get, "/api/queue?after=nonsense", nil),
        (.post, "/api/queue", "{"), (.post, "/api/queue", "{}"), (.post, "/api/queue", #"{"urls":[]}"#),
        (.post, "/api/queue", #"{"urls":["javascript:x"]}"#), (.post, "/api/queue", #"{"urls":["http://127.0.0.1/"]}"#),
        (.post, "/api/queue", #"{"urls":["https://a.example/"],"snapshot":"nonsense"}"#),
        (.post, "/api/queue", #"{"urls":["https://a.example/"],"referer":"ftp://a.example/"}"#),
        (.post, "/api/queue", String(repeating: "x", count: 1024 * 1024 + 1)),
    ]

    @Test("Each invalid request gets the same response as on the port", arguments: shared.indices)
    func sameResponses(index: Int) async throws {
        let service = try TestService()
        let (method, path, body) = Self.shared[index]
        let response = await api(service).respond(method: method.rawValue, path: path, body: body)
        try await service.requests { client async throws in
            let other = try await client.send(method, path, service.full.json, body)
            #expect(response.status == other.status.code && (400..<500).contains(response.status))
            #expect(response.body == other.text)
        }
    }

    @Test("The size of an accepted snapshot and of an accepted order is the same as on the port")
    func largestBodies() async throws {
        let api = api(try TestService())
        let start = #"{"url":"https://a.example/","x":""#
        let room = PageSnapshot.maximumByteCount - start.utf8.count - 2
        let largest = start + String(repeating: "x", count: room) + "\"}"
        #expect(await api.respond(method: "POST", path: "/api/snapshots", body: largest).status == 201)
        #expect(await api.respond(method: "POST", path: "/api/snapshots", body: largest + " ").status == 413)
        let order = #"{"urls":["https://a.example/"]}"#
        let padding = String(repeating: " ", count: QueueRoutes.bodyLimit - order.utf8.count)
        #expect(await api.respond(method: "POST", path: "/api/queue", body: order + padding).status == 201)
        #expect(await api.respond(method: "POST", path: "/api/queue", body: order + padding + " ").status == 413)
    }

    @Test("A capture that is sent again through native messaging is one place, with the metadata that it has by now")
    func sentAgain() async throws {
        let service = try TestService()
        let api = api(service)
        let first = json(await api.respond(method: "POST", path: "/api/snapshots", body: Self.place))
        let id = try #require(first["id"]?.string)
        _ = try service.archive.updateMetadata(id: id) { _ in try SnapshotMetadata(tags: ["kept"], note: "") }
        let spaced = Self.place.replacing(",", with: " , ")
        let again = await api.respond(method: "POST", path: "/api/snapshots", body: spaced)
        #expect(again.status == 200 && json(again)["id"]?.string == id && json(again)["tags"]?[0]?.string == "kept")
        let other = Self.place.replacing("12.5", with: "12.25")
        #expect(json(await api.respond(method: "POST", path: "/api/snapshots", body: other))["id"]?.string != id)
        #expect(try service.archive.snapshots(matching: nil, limit: nil, offset: 0).count == 2)
    }

    @Test("On the port, a snapshot that is sent again is the same place, too")
    func sentAgainOnPort() async throws {
        let service = try TestService()
        try await service.requests { client async throws in
            for _ in 1...2 { _ = try await client.send(.post, "/api/snapshots", service.full.json, Self.place) }
        }
        #expect(try service.archive.snapshots(matching: nil, limit: nil, offset: 0).count == 1)
    }

    @Test("The extension learns the version and the running service, and its browser is recorded")
    func host() async throws {
        let greeting = #"{"version":"0.1.0","browser":"Firefox Developer Edition","more":1}"#
        let stopped = Host()
        var response = await api(try TestService(), host: stopped).respond(
            method: "POST", path: "/host", body: greeting)
        #expect(response == ExtensionResponse(status: 200, body: #"{"service":null,"version":"1.2.3"}"#))
        #expect(stopped.records.withLock { $0 } == ["Firefox Developer Edition 0.1.0"])
        let running = Host(origin: "http://127.0.0.1:5338")
        response = await api(try TestService(), host: running).respond(method: "POST", path: "/host", body: greeting)
        #expect(json(response)["service"]?.string == "http://127.0.0.1:5338")
    }

    @Test(
        "A greeting with wrong or long texts is refused and not recorded",
        arguments: [
            ("", 400), ("[", 400), ("[]", 422), ("{}", 422), (#"{"version":"1"}"#, 422),
            (#"{"version":1,"browser":"x"}"#, 422), (#"{"version":"","browser":"x"}"#, 422),
            (#"{"version":"1","browser":""}"#, 422), (#"{"version":"1","browser":"a\nb"}"#, 422),
            (#"{"version":"1","browser":"\u001b[31m"}"#, 422), (#"{"version":"1","browser":"é"}"#, 422),
            (#"{"version":"<b>","browser":"x"}"#, 422),
            (#"{"version":"1","browser":"\#(String(repeating: "x", count: 41))"}"#, 422),
            (#"{"version":"1","browser":"x","y":"\#(String(repeating: "x", count: 1024))"}"#, 413),
        ])
    func wrongGreeting(body: String, status: Int) async throws {
        let host = Host()
        let response = await api(try TestService(), host: host).respond(method: "POST", path: "/host", body: body)
        #expect(response.status == status)
        #expect(host.records.withLock { $0.isEmpty })
    }

    @Test("The extension gets the origin and a one-time code, or the reason why the service does not start")
    func page() async throws {
        let host = Host(origin: "http://127.0.0.1:5338")
        let response = await api(try TestService(), host: host).respond(method: "POST", path: "/host/page", body: nil)
        #expect(response.body == #"{"code":"a-code","origin":"http://127.0.0.1:5338"}"# && response.status == 201)
        let broken = Host(failure: .addressInUse(port: 5338))
        let refused = await api(try TestService(), host: broken).respond(method: "POST", path: "/host/page", body: "{}")
        #expect(refused.status == 503 && json(refused)["detail"]?.string?.contains("port 5338 is in use") == true)
    }

    @Test("With a damaged store, the host still responds, and other requests get the reason")
    func damagedStore() async throws {
        let host = Host(failure: .settingsFile(path: "/x", reason: "full"))
        let api = ExtensionAPI(
            stores: { throw StoreError.newer(path: "/x/leftoff.sqlite") },
            directories: ConfirmedDirectories(standard: nil), host: host.functions,
            now: { Date() }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let greeting = #"{"version":"0.1.0","browser":"Firefox"}"#
        #expect(await api.respond(method: "POST", path: "/host", body: greeting).status == 200)
        let response = await api.respond(method: "POST", path: "/api/snapshots", body: Self.place)
        #expect(response.status == 500 && json(response)["detail"]?.string?.contains("leftoff.sqlite") == true)
    }
}
