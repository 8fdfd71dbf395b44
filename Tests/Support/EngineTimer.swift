package import Fetching
import Synchronization

/// A transfer that lasts until its timeout, which shows that other transfers of the engine took longer.
///
/// The engine notices the timeout before it continues a transfer that has to wait for longer, however busy the machine
/// is.
package final class EngineTimer: Sendable {
    private final class Sink: TransferSink {
        func receive(head: ResponseHead) -> BodyDecision { .accept }
        func receive(body: UnsafeRawBufferPointer) {}
    }

    private let isOver = Atomic(false)

    /// Starts a transfer.
    ///
    /// - Parameters:
    ///   - request: A request whose response stalls.
    ///   - timeout: The time after which the transfer ends.
    ///   - engine: The engine of the transfers that are compared with this one.
    package init(_ request: TransferRequest, after timeout: Duration, on engine: TransferEngine) {
        var request = request
        request.totalTimeout = timeout
        _ = engine.start(request, into: Sink()) { [self] result in
            if case .failure(TransferError.timeout) = result { isOver.store(true, ordering: .relaxed) }
        }
    }

    /// True once the timeout has elapsed.
    package var hasEnded: Bool { isOver.load(ordering: .relaxed) }
}

extension TransferError {
    /// The name of the case, which tests compare.
    package var className: String {
        switch self {
        case .request: "request"
        case .dns: "dns"
        case .connect: "connect"
        case .refusedAddress: "refusedAddress"
        case .tls: "tls"
        case .connectionLost: "connectionLost"
        case .http: "http"
        case .truncated: "truncated"
        case .timeout: "timeout"
        case .lowSpeed: "lowSpeed"
        case .tooLarge: "tooLarge"
        case .decompressionBomb: "decompressionBomb"
        case .redirect: "redirect"
        case .unavailable: "unavailable"
        case .cancelled: "cancelled"
        case .shutDown: "shutDown"
        }
    }
}
