import Synchronization

/// The port of the service: at first the configured port, later the one that the socket is bound to.
final class BoundPort: Sendable {
    private let port: Mutex<UInt16>
    private let isLocalhostOurs = Mutex(true)

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
        get { isLocalhostOurs.withLock { $0 } }
        set { isLocalhostOurs.withLock { $0 = newValue } }
    }
}
