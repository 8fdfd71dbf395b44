/// The address of the running service.
package struct ServiceAddress: Sendable, Hashable {
    /// The state of the port on `::1`.
    package enum IPv6: Sendable, Hashable {
        /// The service listens there.
        case listening
        /// The machine has no IPv6.
        case unavailable
        /// Another program uses the port. The service then refuses requests for `localhost`, because browsers may send
        /// them to that program.
        case usedByOther
    }

    /// The port on which it listens.
    package var port: UInt16
    /// A login code, which signs a browser in once.
    package var loginCode: String
    /// The state of the port on `::1`.
    package var ipv6: IPv6

    /// The service's origin, for instance `http://127.0.0.1:5338`.
    package var origin: String { "http://127.0.0.1:\(port)" }

    /// The address that signs a browser in once, when it is opened.
    package var loginAddress: String { "\(origin)/?token=\(loginCode)" }
}
