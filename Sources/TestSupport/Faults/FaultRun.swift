/// One client's run through one fault: where it happens on the server.
package struct FaultRun: Sendable, Hashable {
    /// The server's port.
    package let port: UInt16

    /// What stands before the names in the paths, with a slash at its start and none at its end.
    package let prefix: String

    /// Makes a run.
    ///
    /// - Parameters:
    ///   - port: The server's port.
    ///   - prefix: What stands before the names.
    package init(port: UInt16, prefix: String) {
        self.port = port
        self.prefix = prefix
    }

    /// The path of a name.
    ///
    /// - Parameter name: The name, percent-encoded.
    /// - Returns: The path.
    package func path(_ name: String) -> String { "\(prefix)/\(name)" }

    /// The address of a name.
    ///
    /// - Parameters:
    ///   - name: The name, percent-encoded.
    ///   - host: `127.0.0.1`, or `localhost` for another origin.
    /// - Returns: The address as text.
    package func address(_ name: String, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path(name))"
    }
}
