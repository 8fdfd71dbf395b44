/// A server for the whole table of faults; each client's run has its own paths and its own memory.
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

    /// Makes a fault ready for one client.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - client: A name that no other run of this fault has, fit for a path.
    ///   - hear: Is told of every request before it is answered.
    /// - Returns: The run.
    package func begin(
        _ fault: Fault, for client: String, hear: @escaping @Sendable (ScriptedRequest) -> Void = { _ in }
    ) -> FaultRun {
        let run = FaultRun(port: server.port, prefix: "/\(client)/\(fault.slug)")
        for (path, responder) in fault.routes(run) {
            server.route(path) { request, connection in
                hear(request)
                try responder.respond(request, connection)
            }
        }
        return run
    }

    /// Makes a large file behind a slow line ready for one client.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - client: A name that no other run has.
    /// - Returns: Its address.
    package func beginThrottled(_ file: ThrottledFile, for client: String) -> String {
        server.route("/\(client)/large.bin", file.responder)
        return server.address("/\(client)/large.bin")
    }

    /// The addresses that a client asks for, one after the other.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - run: The client's run.
    /// - Returns: The addresses.
    package func addresses(of fault: Fault, in run: FaultRun) -> [String] {
        fault.outcomes.map { outcome in
            guard let address = outcome.address else { return run.address(outcome.asked) }
            return address.replacing("{port}", with: "\(server.port)").replacing("{prefix}", with: run.prefix)
        }
    }

    /// The requests of a run so far.
    ///
    /// - Parameter run: The run.
    /// - Returns: The requests in order of their arrival.
    package func requests(of run: FaultRun) -> [ScriptedRequest] {
        server.requests.filter { $0.path.hasPrefix(run.prefix + "/") }
    }

    /// The secrets that reached another origin than the one that they were meant for.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - run: The run.
    /// - Returns: The names of the request fields.
    package func leaks(of fault: Fault, in run: FaultRun) -> [String] {
        let strangers = requests(of: run).filter { $0.value(of: "Host")?.hasPrefix("localhost") ?? false }
        return fault.secrets.filter { name in strangers.contains { $0.value(of: name) != nil } }
    }

    /// Sets what answers requests outside of all runs.
    ///
    /// - Parameter responder: The responder.
    package func routeEverythingElse(_ responder: ScriptedResponder) {
        server.routeEverythingElse(responder)
    }

    /// Stops the server.
    package func stop() { server.stop() }
}
