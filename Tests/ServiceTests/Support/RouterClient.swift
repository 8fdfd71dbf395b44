import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Syntax

@testable import Service

/// A client that sends requests to the service's router, without a connection.
///
/// HummingbirdTesting contains one too, but with an HTTP client, HTTP/2 and TLS, which nothing else here needs. They
/// took 90 of the 420 s of a clean debug build.
struct RouterClient: Sendable {
    private let responder: RouterResponder<ServiceContext>
    private let logger: Logger

    /// Creates a client of a service.
    init(_ service: LeftoffService) {
        responder = service.testRouter.buildResponder()
        logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    }

    /// Sends a request to `localhost` and returns the response.
    ///
    /// - Throws: What the router throws, which a server would answer with 500.
    func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        var headers = headers
        if let body { headers[.contentLength] = String(body.readableBytes) }
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers)
        let context = ServiceContext(
            source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger))
        let response = try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: body ?? ByteBuffer())), context: context)
        let writer = BufferWriter()
        try await response.body.write(writer)
        return TestResponse(head: response.head, body: writer.written.withLock { $0 })
    }

    /// Sends a request with an optional body of text.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], _ body: String? = nil
    ) async throws -> TestResponse {
        try await execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
}

/// A response with its whole body.
struct TestResponse: Sendable {
    let head: HTTPResponse
    let body: ByteBuffer

    var status: HTTPResponse.Status { head.status }
    var headers: HTTPFields { head.headerFields }
    /// The body as text.
    var text: String { String(buffer: body) }
    /// The body as a JSON value; null if it is none.
    var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(body.readableBytesView))) ?? .null }
}

/// Collects a body.
private final class BufferWriter: ResponseBodyWriter {
    let written = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) async throws { _ = written.withLock { $0.writeImmutableBuffer(buffer) } }
    func finish(_ trailers: HTTPFields?) async throws {}
}
