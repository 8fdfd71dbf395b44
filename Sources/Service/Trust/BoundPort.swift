import Synchronization

/// The port on which the service listens: asked for at first, known for certain once the socket is bound.
final class BoundPort: Sendable {
    private let port: Mutex<UInt16>

    /// Starts with the port that was asked for.
    init(_ port: UInt16) {
        self.port = Mutex(port)
    }

    /// The port; 0 until a free one has been found.
    var number: UInt16 {
        get { port.withLock { $0 } }
        set { port.withLock { $0 = newValue } }
    }
}
