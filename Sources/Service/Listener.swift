import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
