/// The configuration of a service.
package struct ServiceConfiguration: Sendable {
    /// The default port of Leftoff: 5338 spells LEFT on a telephone's keypad.
    package static let defaultPort: UInt16 = 5338

    /// The port to listen on; 0 chooses a free one.
    package var port: UInt16
    /// Leftoff's version, which is part of the userscript.
    package var version: String
    /// The directories below which downloads of the web page are saved.
    package var directories: ConfirmedDirectories
    /// The grace period for requests in progress at shutdown.
    package var shutdownGrace: Duration
    /// The limits of each connection.
    package var connections = ConnectionLimits()
    /// The maximum number of simultaneous connections; more wait in the kernel's backlog.
    ///
    /// It limits the resources that a local program can exhaust.
    package var maximumConnections: Int
    /// The timing and the limits of the event feed.
    var events = EventFeed.Options()

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 chooses a free one.
    ///   - version: Leftoff's version, which is part of the userscript.
    ///   - directories: The directories below which downloads of the web page are saved.
    ///   - shutdownGrace: The grace period for requests in progress at shutdown.
    ///   - maximumConnections: The maximum number of simultaneous connections.
    package init(
        port: UInt16 = ServiceConfiguration.defaultPort, version: String = "0", directories: ConfirmedDirectories,
        shutdownGrace: Duration = .seconds(5), maximumConnections: Int = 512
    ) {
        self.port = port
        self.version = version
        self.directories = directories
        self.shutdownGrace = shutdownGrace
        self.maximumConnections = maximumConnections
    }
}
