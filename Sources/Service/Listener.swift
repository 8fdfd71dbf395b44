import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Listens on one address and answers by a responder until its task is cancelled.
struct Listener: Sendable {
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
        let idle = TimeAmount(configuration.idleTimeout)
        let application = Application(
            responder: responder,
            server: .http1(configuration: HTTP1Channel.Configuration(idleTimeout: idle)),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: Int(port)),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    configuration.maximumConnections, logger: logger)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? Int(port)
                await onListening(UInt16(clamping: port))
            },
            logger: logger)
        var settings = ServiceGroupConfiguration(services: [application], logger: logger)
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

    private func serviceError(_ error: IOError) -> ServiceError {
        error.errnoCode == EADDRINUSE
            ? .addressInUse(port: port)
            : .addressRefused(port: port, reason: String(cString: strerror(error.errnoCode)))
    }
}
