/// The address of the running service.
package struct ServiceAddress: Sendable, Hashable {
    /// The port on which it listens.
    package var port: UInt16
    /// A login code, which signs a browser in once.
    package var loginCode: String
    /// True if it also listens on `[::1]`; false without IPv6, or if another program uses the port there.
    package var listensOnIPv6: Bool

    /// The service's origin, for instance `http://127.0.0.1:5338`.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// The address that signs a browser in once, when it is opened.
    package var loginAddress: String { "\(origin)/?token=\(loginCode)" }
}
