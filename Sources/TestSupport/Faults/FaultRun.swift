/// A run of one fault by one client, which has its own paths on the server.
package struct FaultRun: Sendable, Hashable {
    /// The server's port.
    package let port: UInt16

    /// The prefix of the run's paths, which starts with a slash and does not end with one.
    package let prefix: String

    /// Creates a run.
    package init(port: UInt16, prefix: String) {
        self.port = port
        self.prefix = prefix
    }

    /// Returns the path of a percent-encoded name.
    package func path(_ name: String) -> String { "\(prefix)/\(name)" }

    /// Returns the URL of a percent-encoded name on `127.0.0.1`, or on `localhost`, which is another origin.
    package func address(_ name: String, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path(name))"
    }
}
