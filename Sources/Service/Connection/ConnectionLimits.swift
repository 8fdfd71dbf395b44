/// The limits of one connection to the service, except for the sizes of bodies, which belong to the routes.
package struct ConnectionLimits: Sendable {
    /// The time from the first byte of a request head to its end.
    ///
    /// The head of a request from this machine arrives at once, so only an attack takes longer.
    package var headTimeout: Duration = .seconds(10)
    /// The time from the end of a head to the end of the body.
    ///
    /// The largest body, an import of 64 MiB, takes a fraction of a second from this machine.
    package var bodyTimeout: Duration = .seconds(20)
    /// The time after which a connection without a request is closed.
    package var idleTimeout: Duration = .seconds(30)
    /// The time for which the client may read nothing of a response, once the buffers of the connection are full.
    ///
    /// With less, a browser's download that a person pauses ends; with more, a local program that never reads holds its
    /// connections for longer.
    package var stallTimeout: Duration = .seconds(60)
    /// The time for which a closed connection still discards what the client is sending.
    ///
    /// If the connection were closed while bytes arrive, the kernel would reset it, and the client would lose the
    /// response (RFC 9112, section 9.6).
    package var lingerTimeout: Duration = .seconds(2)
    /// The number of bytes that a closed connection still discards.
    package var lingerByteCount = 8 << 20
    /// The maximum number of requests that wait for their responses (RFC 9112, section 9.3.2).
    ///
    /// Browsers send one at a time. A client that sends thousands would make all others wait.
    package var pendingRequestCount = 2
    /// The maximum size of a request head, in bytes.
    package var headByteCount = 80 * 1024
    /// The maximum number of fields in a request head.
    package var headFieldCount = 1000

    /// Creates the limits of the service.
    package init() {}
}
