/// What the service needs to be told.
package struct ServiceConfiguration: Sendable {
    /// The port that design gives Leftoff: 5338 spells LEFT on a telephone's keys.
    package static let defaultPort: UInt16 = 5338

    /// The port to listen on; 0 takes a free one.
    package var port: UInt16
    /// Leftoff's version, which the userscript says too.
    package var version: String
    /// The directory into which items that the web page queues are downloaded.
    package var downloadDirectory: String
    /// How long requests under way may take once the service is told to end.
    package var shutdownGrace: Duration
    /// How long a connection may be idle, or a request may stand still half sent, before it is closed.
    package var idleTimeout: Duration
    /// The most connections open at once; more wait in the kernel's backlog.
    ///
    /// Bounds what a local program can use up.
    package var maximumConnections: Int
    /// How changes are told.
    var events = EventFeed.Options()

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 takes a free one.
    ///   - version: Leftoff's version.
    ///   - downloadDirectory: The directory for items that the web page queues.
    ///   - shutdownGrace: How long requests under way may take at the end.
    ///   - idleTimeout: How long a connection may be idle.
    ///   - maximumConnections: The most connections open at once.
    package init(
        port: UInt16 = ServiceConfiguration.defaultPort, version: String = "0", downloadDirectory: String,
        shutdownGrace: Duration = .seconds(5), idleTimeout: Duration = .seconds(30), maximumConnections: Int = 512
    ) {
        self.port = port
        self.version = version
        self.downloadDirectory = downloadDirectory
        self.shutdownGrace = shutdownGrace
        self.idleTimeout = idleTimeout
        self.maximumConnections = maximumConnections
    }
}
