/// Where the running service is reached.
package struct ServiceAddress: Sendable, Hashable {
    /// The port on which it listens.
    package var port: UInt16
    /// The code that opens the web page once.
    package var loginCode: String
    /// Whether it listens on `[::1]` too; false on a machine without IPv6 or where another program has the port there.
    package var listensOnIPv6: Bool

    /// The service's origin, for instance `http://127.0.0.1:5338`.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// The address to open: it signs the browser in, once.
    package var loginAddress: String { "\(origin)/?token=\(loginCode)" }
}
