import Synchronization

/// The port of the service: at first the configured port, later the one that the socket is bound to.
final class BoundPort: Sendable {
    private let port: Mutex<UInt16>

    /// Creates a port with its configured value.
    init(_ port: UInt16) {
        self.port = Mutex(port)
    }

    /// The port; 0 until a free one has been found.
    var number: UInt16 {
        get { port.withLock { $0 } }
        set { port.withLock { $0 = newValue } }
    }
}
