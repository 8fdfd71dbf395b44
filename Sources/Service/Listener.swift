import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Listens on one address and answers by a responder until its task is cancelled.
struct Listener: Sendable {
    /// A request that broke HTTP's rules while it was being answered; its connection is closed.
    private struct CutOff: Error {}

    let host: String
    let port: UInt16
    let configuration: ServiceConfiguration
    let logger: Logger

    /// Listens until the task is cancelled.
    ///
    /// Then no more connections are taken, and requests under way are finished.
    ///
    /// - Parameters:
    ///   - responder: What answers.
    ///   - onListening: Called once with the port, when connections are taken.
    /// - Throws: `ServiceError` if the address cannot be had.
    func run(
        _ responder: RouterResponder<ServiceContext>, onListening: @escaping @Sendable (UInt16) async -> Void
    ) async throws {
        // Not Hummingbird's application: it renews the text of a Date field each second, also when nobody asks anything.
        let server = try HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [TargetHandler.Placing()],
                idleTimeout: TimeAmount(configuration.idleTimeout))
        ).buildServer(
            configuration: ServerConfiguration(
                address: .hostname(host, port: Int(port)),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    configuration.maximumConnections, logger: logger)),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
            responder: { [logger] request, writer, channel in
                let context = ServiceContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
                let response = try await Self.answer(to: request, context, responder)
                do {
                    try await writer.write(response: response.head, body: response.body)
                } catch is HTTPParserError {
                    // Thrown as it is it would be answered, in the middle of this answer.
                    throw CutOff()
                }
            },
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? Int(port)
                await onListening(UInt16(clamping: port))
            })
        var settings = ServiceGroupConfiguration(services: [server], logger: logger)
        settings.maximumGracefulShutdownDuration = configuration.shutdownGrace
        let group = ServiceGroup(configuration: settings)
        // A task of its own, since cancellation would cut requests off where a graceful end is wanted.
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
            // The time for requests under way is over.
        }
    }

    private static func answer(
        to request: Request, _ context: ServiceContext, _ responder: RouterResponder<ServiceContext>
    ) async throws -> Response {
        var response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            context.logger.debug("an error that no layer has answered", metadata: ["error": "\(type(of: error))"])
            response = Response(status: .internalServerError)
        }
        response.headers[.date] = DateField.text(secondsSince1970: time(nil))
        return response
    }

    private func serviceError(_ error: IOError) -> ServiceError {
        error.errnoCode == EADDRINUSE
            ? .addressInUse(port: port)
            : .addressRefused(port: port, reason: String(cString: strerror(error.errnoCode)))
    }
}
