import Downloads
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Snapshots
import Store

@testable import Service

/// A service over a real store in a directory of its own, which goes away with it.
final class TestService: Sendable {
    /// The testing client sends no port in its Host, as a browser does for the scheme's own.
    static let port: UInt16 = 80

    let home: String
    let tokens: ServiceTokens
    let service: LeftoffService

    init(
        port: UInt16 = TestService.port, tokens: ServiceTokens = ServiceTokens(),
        archive: (any SnapshotArchive)? = nil
    ) throws {
        let directory = FileManager.default.temporaryDirectory.path + "/leftoff-service-\(Token().text)"
        home = directory
        self.tokens = tokens
        let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_460_000_000) }
        let database = try LeftoffDatabase(home: directory)
        service = LeftoffService(
            configuration: ServiceConfiguration(port: port, downloadDirectory: directory + "/downloads"),
            snapshots: archive ?? SQLiteSnapshotArchive(database: database, now: now),
            queue: SQLiteQueueStore(database: database), tokens: tokens, now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    /// Sends requests to the router.
    func requests<Value>(_ body: @Sendable (any TestClientProtocol) async throws -> Value) async throws -> Value {
        let application = Application(
            router: service.testRouter, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await application.test(.router, body)
    }

    /// Header fields of a request with the full token.
    var full: HTTPFields { [.authorization: "Bearer \(tokens.full.text)"] }
    /// Header fields of a request with the capture token.
    var capture: HTTPFields { [.authorization: "Bearer \(tokens.capture.text)"] }
    /// Header fields of a request with the session cookie.
    var session: HTTPFields { [.cookie: "theme=dark; leftoff_80=\(tokens.full.text)"] }
}

extension HTTPFields {
    /// The fields with the media type of JSON added.
    var json: HTTPFields {
        var fields = self
        fields[.contentType] = "application/json"
        return fields
    }

    /// The fields with another one.
    func adding(_ name: String, _ value: String) -> HTTPFields {
        var fields = self
        if let name = HTTPField.Name(name) { fields[name] = value }
        return fields
    }
}

extension TestResponse {
    /// The body as text.
    var text: String { String(buffer: body) }
    /// The body as a JSON value; null if it is none.
    var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(body.readableBytesView))) ?? .null }
}

extension TestClientProtocol {
    /// Sends a request with an optional body of text.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], _ body: String? = nil
    ) async throws -> TestResponse {
        try await execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
}
