/// A server of all faults, on which each run of a client has its own paths and its own state.
package final class FaultyServer: Sendable {
    private let server: ScriptedServer

    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// - Throws: ``ScriptedServerError``.
    package init() throws {
        server = try ScriptedServer()
    }

    /// The port it listens on.
    package var port: UInt16 { server.port }

    /// Starts a run of a fault.
    ///
    /// - Parameters:
    ///   - fault: The fault whose responders are added.
    ///   - client: A name that identifies the run among those of this fault, and is part of its paths.
    ///   - onRequest: A function that receives each request before the response.
    /// - Returns: The run with its paths.
    package func begin(
        _ fault: Fault, for client: String, onRequest: @escaping @Sendable (ScriptedRequest) -> Void = { _ in }
    ) -> FaultRun {
        let run = FaultRun(port: server.port, prefix: "/\(client)/\(fault.slug)")
        for (path, responder) in fault.routes(run) {
            server.route(path) { request, connection in
                onRequest(request)
                try responder.respond(request, connection)
            }
        }
        return run
    }

    /// Starts a run of a throttled file.
    ///
    /// - Parameters:
    ///   - file: The file to serve.
    ///   - client: A name that identifies the run, and is part of the path.
    /// - Returns: The file's URL.
    package func beginThrottled(_ file: ThrottledFile, for client: String) -> String {
        server.route("/\(client)/large.bin", file.responder)
        return server.address("/\(client)/large.bin")
    }

    /// Returns the URLs that a client requests in a run, in order.
    package func addresses(of fault: Fault, in run: FaultRun) -> [String] {
        fault.outcomes.map { outcome in
            guard let address = outcome.address else { return run.address(outcome.requestedName) }
            return address.replacing("{port}", with: "\(server.port)").replacing("{prefix}", with: run.prefix)
        }
    }

    /// Returns the requests of a run so far, in order of their arrival.
    package func requests(of run: FaultRun) -> [ScriptedRequest] {
        server.requests.filter { $0.path.hasPrefix(run.prefix + "/") }
    }

    /// Returns the names of the secret header fields that were sent to another origin in a run.
    package func leaks(of fault: Fault, in run: FaultRun) -> [String] {
        let strangers = requests(of: run).filter { $0.value(of: "Host")?.hasPrefix("localhost") ?? false }
        return fault.secrets.filter { name in strangers.contains { $0.value(of: name) != nil } }
    }

    /// Sets the responder for requests outside of all runs.
    package func routeEverythingElse(_ responder: ScriptedResponder) {
        server.routeEverythingElse(responder)
    }

    /// Stops the server.
    package func stop() { server.stop() }
}
