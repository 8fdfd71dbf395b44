package import DownloadQueue
package import FoundationEssentials
import HTTPTypes
import Hummingbird
package import Logging
import NIOCore
package import Places
import Synchronization

/// The part of the API that the browser extension uses through native messaging, without a port and without a token.
///
/// The requests pass through the routes of the service, so that their limits and their validation are the same. The
/// browser lets only the extension start the native host, which replaces the guard.
///
/// ```swift
/// let api = ExtensionAPI(
///     stores: { stores }, directories: ConfirmedDirectories(standard: "/home/ada/Downloads"), host: host,
///     now: { Date() },
///     logger: Logger(label: "leftoff"))
/// let response = await api.respond(method: "GET", path: "/api/snapshots?limit=1", body: nil)
/// print(response.status, response.body)
/// ```
package struct ExtensionAPI: Sendable {
    /// The routes of the service that the extension may use.
    static let allowed: [(method: HTTPRequest.Method, path: String)] = [
        (.post, "/api/snapshots"), (.get, "/api/snapshots"), (.get, "/api/snapshots/{id}"),
        (.patch, "/api/snapshots/{id}"), (.delete, "/api/snapshots/{id}"), (.post, "/api/snapshots/{id}/undo"),
        (.get, "/api/queue"),
        (.post, "/api/queue"), (.delete, "/api/automatic"), (.get, "/api/automatic/refusals"),
        (.post, "/api/automatic/refusals"), (.delete, "/api/automatic/refusals"),
        (.get, "/api/snapshots/{id}/copies"),
        (.get, "/api/snapshots/{id}/copies/text"), (.get, "/api/snapshots/{id}/copies/picture"),
        (.put, "/api/snapshots/{id}/copies/text"), (.put, "/api/snapshots/{id}/copies/picture"),
        (.delete, "/api/snapshots/{id}/copies/text"), (.delete, "/api/snapshots/{id}/copies/picture"),
        (.get, "/api/settings"), (.get, "/api/tags"), (.get, "/api/shelf/page"), (.get, "/api/shelf/highlights"),
        (.get, "/api/shelf/highlight-sites"), (.post, "/api/shelf/changes"),
        (.post, "/api/windows"), (.get, "/api/windows"), (.get, "/api/windows/{id}"),
        (.get, "/api/windows/{id}/tab"), (.delete, "/api/windows/{id}"), (.post, "/api/windows/{id}/undo"),
    ]

    private let stores: @Sendable () throws -> ExtensionStores
    private let directories: ConfirmedDirectories
    private let host: ExtensionHost
    private let now: @Sendable () -> Date
    private let logger: Logger

    /// Creates the API.
    ///
    /// - Parameters:
    ///   - stores: Returns the stores; called for each request except those to the native host itself.
    ///   - directories: The directories below which downloads are saved.
    ///   - host: The functions of the native host.
    ///   - now: The clock for the queue.
    ///   - logger: Receives internal errors.
    package init(
        stores: @escaping @Sendable () throws -> ExtensionStores, directories: ConfirmedDirectories,
        host: ExtensionHost,
        now: @escaping @Sendable () -> Date, logger: Logger
    ) {
        self.stores = stores
        self.directories = directories
        self.host = host
        self.now = now
        self.logger = logger
    }

    /// Responds to a request.
    ///
    /// - Parameters:
    ///   - method: The method in upper case, such as `GET`.
    ///   - path: The path and the query, as a client of the service sends them.
    ///   - body: The body in JSON; nil if there is none.
    /// - Returns: The response; for an error its body contains problem details (RFC 9457).
    package func respond(method: String, path: String, body: String?) async -> ExtensionResponse {
        do {
            let request = try Self.request(method: method, path: path, body: body)
            // These work without the store, which may be damaged.
            let hostTable = RouteTable(routes: HostRoutes(host: host).routes)
            if Self.contains(hostTable, request) { return try await respond(to: request, from: hostTable) }
            let table = RouteTable(routes: routes(of: try stores()))
            guard Self.contains(table, request) else {
                throw Problem(.forbidden, "native messaging does not offer this method and path")
            }
            return try await respond(to: request, from: table)
        } catch let problem as Problem {
            return ExtensionResponse(problem)
        } catch {
            logger.error("request failed", metadata: ["error": "\(error)"])
            return ExtensionResponse(Problem(.internalServerError, "\(error)"))
        }
    }

    /// Returns the allowed routes of the service.
    private func routes(of stores: ExtensionStores) -> [Route] {
        let (archive, settings) = (stores.snapshots, stores.settings)
        let batcher = SnapshotBatcher(archive: archive) { _ in }
        let tickets = UndoTickets(now: { .now })
        let groups = [
            SnapshotRoutes(
                archive: archive, batcher: batcher, tickets: tickets, settings: settings
            ).routes,
            ShelfRoutes(shelf: stores.shelf, now: now).routes,
            ShelfChangeRoutes(
                shelf: stores.shelf, settings: settings, onPlacesAdded: { _ in }, onUntitled: { _ in }, now: now
            ).routes,
            AutomaticRoutes(archive: archive).routes,
            UndoRoutes(archive: archive, tickets: tickets).routes,
            CopyRoutes(
                archive: archive, copies: stores.copies, tickets: tickets, settings: settings
            ).routes,
            [SettingsRoutes.reading(settings, directories: directories)],
            QueueRoutes(
                store: stores.queue, archive: archive, settings: settings,
                directories: directories,
                onChange: {}, now: now
            ).routes,
            WindowRoutes(archive: stores.windows, settings: settings).routes,
        ]
        return groups.flatMap { $0 }.filter { route in
            Self.allowed.contains { $0.method == route.method && $0.path == route.path }
        }
    }

    private static func contains(_ table: RouteTable, _ request: Request) -> Bool {
        table.routes(at: request.uri.path).contains { $0.method == request.method }
    }

    private func respond(to request: Request, from table: RouteTable) async throws -> ExtensionResponse {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: ResponseMiddleware(routes: table))
        table.add(to: router)
        let context = ServiceContext(logger: logger, access: .full)
        let response = try await router.buildResponder().respond(to: request, context: context)
        return ExtensionResponse(status: response.status.code, body: try await Self.text(of: response.body))
    }

    /// Creates the request that a client of the service would send.
    private static func request(method: String, path: String, body: String?) throws(Problem) -> Request {
        guard let method = HTTPRequest.Method(rawValue: method) else {
            throw Problem(.badRequest, "the method is not a method of HTTP")
        }
        guard path.utf8.count <= ConnectionLimits().headByteCount else {
            throw Problem(.requestHeaderFieldsTooLarge, "the path is too long")
        }
        let isTarget = path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
        guard isTarget, path.hasPrefix("/"), !path.hasPrefix("//") else {
            throw Problem(
                .badRequest, "the path must begin with exactly one slash and have only characters of an encoded URL")
        }
        var fields: HTTPFields = [:]
        if body != nil || method == .post || method == .patch { fields[.contentType] = "application/json" }
        if let body { fields[.contentLength] = String(body.utf8.count) }
        let head = HTTPRequest(method: method, scheme: "http", authority: nil, path: path, headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body ?? "")))
    }

    /// A writer that collects the body of a response.
    private final class BodyCollector: ResponseBodyWriter, Sendable {
        private let collected = Mutex(ByteBuffer())

        var text: String { collected.withLock { String(buffer: $0) } }

        func write(_ buffer: ByteBuffer) async throws {
            collected.withLock { _ = $0.writeImmutableBuffer(buffer) }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private static func text(of body: ResponseBody) async throws -> String {
        let collector = BodyCollector()
        try await body.write(collector)
        return collector.text
    }
}

/// The stores that the browser extension's part of the API reads and changes.
package struct ExtensionStores: Sendable {
    /// The places.
    package var snapshots: any SnapshotArchive
    /// The downloads.
    package var queue: any QueueStore
    /// The copies of pages.
    package var copies: any CopyArchive
    /// The settings of the service, which limit the downloads.
    package var settings: SettingsFile
    /// The window sets.
    package var windows: any WindowSetArchive
    /// The pages with their states.
    package var shelf: any PageShelf

    /// Creates a set of stores.
    package init(
        snapshots: any SnapshotArchive, queue: any QueueStore, copies: any CopyArchive, settings: SettingsFile,
        windows: any WindowSetArchive, shelf: any PageShelf
    ) {
        self.snapshots = snapshots
        self.queue = queue
        self.copies = copies
        self.settings = settings
        self.windows = windows
        self.shelf = shelf
    }
}

/// The functions of the native host that the browser extension can use besides the API.
package struct ExtensionHost: Sendable {
    /// Leftoff's version.
    package var version: String
    /// Returns the origin of the running service; nil if it does not run.
    var runningOrigin: @Sendable () async -> String?
    /// Starts the service if it does not run, and returns its origin and a one-time login code.
    var signIn: @Sendable () async throws -> (origin: String, code: String)
    /// Records a browser and the version of its extension.
    package var record: @Sendable (_ browser: String, _ version: String) throws -> Void

    /// Creates a set of functions.
    package init(
        version: String, runningOrigin: @escaping @Sendable () async -> String?,
        signIn: @escaping @Sendable () async throws -> (origin: String, code: String),
        record: @escaping @Sendable (_ browser: String, _ version: String) throws -> Void
    ) {
        self.version = version
        self.runningOrigin = runningOrigin
        self.signIn = signIn
        self.record = record
    }
}

/// A response to the browser extension.
package struct ExtensionResponse: Sendable, Hashable {
    /// The status code of HTTP.
    package let status: Int
    /// The body in JSON; empty if the response has none.
    package let body: String

    /// Creates a response.
    init(status: Int, body: String) {
        self.status = status
        self.body = body
    }

    /// Creates the response with the details of a problem (RFC 9457).
    init(_ problem: Problem) {
        self.init(status: problem.status.code, body: String(buffer: problem.document))
    }

    /// Returns the response to a message that is not a request.
    ///
    /// - Parameter detail: The explanation of the problem.
    /// - Returns: The response with its details.
    package static func badRequest(_ detail: String) -> ExtensionResponse {
        ExtensionResponse(Problem(.badRequest, detail))
    }

    /// Returns the response to a message that is too large.
    ///
    /// - Parameter detail: The explanation of the problem.
    /// - Returns: The response with its details.
    package static func tooLarge(_ detail: String) -> ExtensionResponse {
        ExtensionResponse(Problem(.contentTooLarge, detail))
    }
}

/// `/host`: the routes of the native host, which the service on the port does not have.
private struct HostRoutes: Sendable {
    let host: ExtensionHost

    /// The maximum size of a body, in bytes.
    private static let bodyLimit = 1024
    /// The maximum length of a browser's name, and of a version.
    private static let textLimit = 40

    private struct Handshake: Decodable {
        var version: String
        var browser: String
    }

    private struct HostDocument: Encodable {
        var version: String
        /// The origin of the running service; null if it does not run.
        var service: String?

        private enum Key: CodingKey { case version, service }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(version, forKey: .version)
            try object.encode(service, forKey: .service)
        }
    }

    private struct PageDocument: Encodable {
        var origin: String
        var code: String
    }

    /// The routes.
    var routes: [Route] { [.post("/host", receiveHandshake), .action("/host/page", openPage)] }

    @Sendable
    private func receiveHandshake(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let handshake = try await request.decoded(
            Handshake.self, limit: Self.bodyLimit,
            expected: "an object with the strings \"version\" and \"browser\"")
        try Self.check(handshake.version, key: "version")
        try Self.check(handshake.browser, key: "browser")
        do { try host.record(handshake.browser, handshake.version) } catch {
            // Only `leftoff doctor` needs the record.
            context.logger.warning("the browser cannot be recorded", metadata: ["error": "\(error)"])
        }
        return try .json(HostDocument(version: host.version, service: await host.runningOrigin()))
    }

    @Sendable
    private func openPage(_ request: Request, _ context: ServiceContext) async throws -> Response {
        do {
            let (origin, code) = try await host.signIn()
            return try .json(PageDocument(origin: origin, code: code), status: .created)
        } catch {
            throw Problem(.serviceUnavailable, "\(error)")
        }
    }

    private static func check(_ text: String, key: String) throws(Problem) {
        let isValid = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: " .-_+".utf8.contains(byte)
            }
        }
        guard isValid, (1...textLimit).contains(text.utf8.count) else {
            throw Problem(
                .unprocessableContent,
                "\"\(key)\" must have 1 to \(textLimit) letters, digits, spaces or characters of .-_+")
        }
    }
}
