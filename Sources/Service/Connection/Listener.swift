import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Synchronization
import Syntax

/// A listener on one address that passes requests to a responder.
struct Listener: Sendable {
    let host: String
    let port: UInt16
    let configuration: ServiceConfiguration
    let logger: Logger

    /// Listens until the task is cancelled.
    ///
    /// Once it is cancelled, no more connections are accepted, and requests in progress are finished.
    ///
    /// - Parameters:
    ///   - responder: Creates the response to each request.
    ///   - onListening: Called once with the port, when connections are accepted.
    /// - Throws: `ServiceError` if the address cannot be bound.
    func run(
        _ responder: RouterResponder<ServiceContext>, onListening: @escaping @Sendable (UInt16) async -> Void
    ) async throws {
        // Hummingbird's application is not used, because it updates the text of a Date field each second, even without
        // requests.
        let limits = configuration.connections
        let server = try HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionHandler.Installer(limits: limits)],
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: limits.headByteCount, maxHeaderListSize: limits.headByteCount,
                    maxHeaderFieldCount: limits.headFieldCount))
        ).buildServer(
            configuration: ServerConfiguration(
                address: .hostname(host, port: Int(port)),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    configuration.maximumConnections, logger: logger)),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
            responder: { [logger] request, writer, channel in
                let context = ServiceContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
                var request = request
                if request.headers[.expect] != nil, request.hasBody {
                    request.body = RequestBody(asyncSequence: ExpectedBody(body: request.body, channel: channel))
                }
                let response = try await Self.respond(to: request, context, responder)
                try await writer.write(response: response.head, body: response.body)
            },
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? Int(port)
                await onListening(UInt16(clamping: port))
            })
        var settings = ServiceGroupConfiguration(services: [server], logger: logger)
        settings.maximumGracefulShutdownDuration = configuration.shutdownGrace
        let group = ServiceGroup(configuration: settings)
        // A separate task, because cancellation would abort requests, but a graceful shutdown is intended.
        let running = Task { try await group.run() }
        do {
            try await withTaskCancellationHandler {
                try await running.value
            } onCancel: {
                Task { await group.triggerGracefulShutdown() }
            }
        } catch let error as IOError {
            throw serviceError(error)
        } catch is CancellationError {
            // The grace period for requests in progress has elapsed.
        }
    }

    private static func respond(
        to request: Request, _ context: ServiceContext, _ responder: RouterResponder<ServiceContext>
    ) async throws -> Response {
        var response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch {
            context.logger.debug("unhandled error", metadata: ["error": "\(type(of: error))"])
            response = Response(status: .internalServerError)
        }
        response.headers[.date] = DateField.now()
        return response
    }

    private func serviceError(_ error: IOError) -> ServiceError {
        error.errnoCode == EADDRINUSE
            ? .addressInUse(port: port)
            : .addressRefused(port: port, reason: String(cString: strerror(error.errnoCode)))
    }
}

/// The port of the service: at first the configured port, later the one that the socket is bound to.
final class BoundPort: Sendable {
    private let port: Mutex<UInt16>
    private let ownsLocalhost = Mutex(true)

    /// Creates a port with its configured value.
    init(_ port: UInt16) {
        self.port = Mutex(port)
    }

    /// The port; 0 until a free one has been found.
    var number: UInt16 {
        get { port.withLock { $0 } }
        set { port.withLock { $0 = newValue } }
    }

    /// True if the name `localhost` leads to this service; false if another program listens on the port of `::1`.
    ///
    /// Browsers try `::1` first, so that program then owns the origin `http://localhost:PORT` and its storage.
    var servesLocalhost: Bool {
        get { ownsLocalhost.withLock { $0 } }
        set { ownsLocalhost.withLock { $0 = newValue } }
    }
}

/// The body of a request with an Expect field (RFC 9110, section 10.1.1).
///
/// The client may send the body only after 100 Continue, which is sent when the body is read. A request that is refused
/// for its head gets the refusal instead.
private struct ExpectedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(parts: body.makeAsyncIterator(), channel: channel) }

    /// An iterator over the parts of the body.
    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var parts: RequestBody.AsyncIterator
        /// The connection; nil after the first part has been requested.
        fileprivate var channel: (any Channel)?

        mutating func next() async throws -> ByteBuffer? {
            if let channel {
                self.channel = nil
                // On a closed connection, the next part fails too.
                try? await channel.triggerUserOutboundEvent(ConnectionHandler.BodyRead()).get()
            }
            return try await parts.next()
        }
    }
}

/// A channel handler for request targets in absolute form (RFC 9112, section 3.2.2).
///
/// It replaces the Host field by the host of the target, so that the guard checks that host. Later handlers in the
/// pipeline discard the host of such a target.
final class AbsoluteTargetHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), let target = RequestTarget(absolute: head.uri) else {
            return context.fireChannelRead(data)
        }
        // A request without a Host field, or with several, is invalid with any target; the guard refuses it.
        if head.headers["Host"].count == 1 { head.headers.replaceOrAdd(name: "Host", value: target.authority) }
        head.uri = target.path
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

/// A request target in absolute form (RFC 9112, section 3.2.2), split into host and path.
struct RequestTarget: Equatable {
    /// The host and port of the target; empty if its scheme is not http.
    let authority: String
    /// The path and query.
    let path: String

    /// Parses a target.
    ///
    /// - Parameter target: The target in the request line. The result is nil for any other form of target.
    init?(absolute target: String) {
        guard let colon = target.firstIndex(of: ":"), target[colon...].hasPrefix("://"),
            let first = target.utf8.first, ASCII.isAlpha(first),
            target[..<colon].utf8.dropFirst().allSatisfy({ ASCII.isAlphanumeric($0) || "+-.".utf8.contains($0) })
        else { return nil }
        let rest = target[target.index(colon, offsetBy: 3)...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        authority = target[..<colon].lowercased() == "http" ? String(rest[..<end]) : ""
        path = (rest[end...].hasPrefix("/") ? "" : "/") + rest[end...]
    }
}
