package import Foundation
import Synchronization

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

/// The interface for other programs: the table as JSON, and paths that start and end runs.
extension FaultyServer {
    private struct Row: Encodable {
        struct Outcome: Encodable {
            var asked: String
            var end: String
            var fileName: String?
            var words: String
        }

        var slug: String
        var title: String
        var group: String
        var isSlow: Bool
        var isInTwoRuns: Bool
        var headers: [String]
        var checksum: String?
        var planted: [[String]]
        var outcomes: [Outcome]
    }

    private struct MachineRow: Encodable {
        var slug: String
        var title: String
        var words: String
        var rule: String?
    }

    private struct Table: Encodable {
        var port: UInt16
        var faults: [Row]
        var machine: [MachineRow]
    }

    /// Returns the port and the table as JSON on one line; throws the encoder's error.
    package func table() throws -> Data {
        let faults = Fault.all.map { fault in
            Row(
                slug: fault.slug, title: fault.title, group: fault.group.rawValue, isSlow: fault.isSlow,
                isInTwoRuns: fault.isInTwoRuns, headers: fault.headers, checksum: fault.checksum,
                planted: fault.planted.map { [$0.kind, $0.name] },
                outcomes: fault.outcomes.map { outcome in
                    Row.Outcome(
                        asked: outcome.requestedName, end: outcome.end.rawValue, fileName: outcome.fileName,
                        words: outcome.words)
                })
        }
        let machine = MachineFault.allCases.map { fault in
            MachineRow(slug: fault.rawValue, title: fault.title, words: fault.words, rule: fault.rule)
        }
        return try JSONEncoder().encode(Table(port: port, faults: faults, machine: machine))
    }

    /// Adds the paths by which other programs start and end runs.
    ///
    /// - `/~begin/CLIENT/SLUG` starts a run and returns its URLs as a JSON array.
    /// - `/~end/CLIENT/SLUG` returns the number of requests and the leaked secrets as a JSON object.
    /// - `/~content/SLUG/INDEX` returns the bytes that a file must have.
    /// - `/~throttled/CLIENT/COUNT/STEP/MILLISECONDS` starts a run of one large file and returns its URL.
    /// - `/~served/CLIENT` returns the number of bytes of that file that were sent.
    package func serveControl() {
        let links = ThrottledLinks()
        routeEverythingElse(
            ScriptedResponder { [self] request, connection in
                let parts = request.path.split(separator: "/").map(String.init)
                let response = try control(parts, links)
                try connection.respond(response == nil ? 404 : 200, body: response.map { Array($0) } ?? [], to: request)
            })
    }

    private func control(_ parts: [String], _ links: ThrottledLinks) throws -> Data? {
        switch (parts.first, parts.count) {
        case ("~begin", 3):
            guard let fault = Fault.named(parts[2]) else { return nil }
            return try JSONEncoder().encode(addresses(of: fault, in: begin(fault, for: parts[1])))
        case ("~end", 3):
            guard let fault = Fault.named(parts[2]) else { return nil }
            let run = FaultRun(port: port, prefix: "/\(parts[1])/\(parts[2])")
            let end = End(requests: requests(of: run).count, leaks: leaks(of: fault, in: run))
            return try JSONEncoder().encode(end)
        case ("~content", 3):
            guard let fault = Fault.named(parts[1]), let index = Int(parts[2]), fault.outcomes.indices.contains(index)
            else { return nil }
            return Data(fault.outcomes[index].content)
        case ("~throttled", 5):
            guard let count = Int(parts[2]), let step = Int(parts[3]), let pause = Int(parts[4]) else { return nil }
            let file = links.make(parts[1], count: count, bytesPerStep: step, pause: .milliseconds(pause))
            return try JSONEncoder().encode(beginThrottled(file, for: parts[1]))
        case ("~served", 2):
            return try JSONEncoder().encode(links.served(parts[1]))
        default: return nil
        }
    }

    private struct End: Encodable {
        var requests: Int
        var leaks: [String]
    }
}

extension Fault.Planted {
    /// The kind of entry, as the benchmark names it.
    fileprivate var kind: String {
        switch self {
        case .file: "file"
        case .link: "link"
        case .directory: "directory"
        case .pipe: "pipe"
        }
    }
}

/// The throttled files that other programs have requested, by the clients' names.
final class ThrottledLinks: Sendable {
    private let files = Mutex<[String: ThrottledFile]>([:])

    /// Creates a client's file.
    func make(_ client: String, count: Int, bytesPerStep: Int, pause: Duration) -> ThrottledFile {
        let file = ThrottledFile(ThrottledFile.bytes(count), bytesPerStep: bytesPerStep, pause: pause)
        files.withLock { $0[client] = file }
        return file
    }

    /// Returns the number of bytes of a client's file that were sent; 0 before the file is created.
    func served(_ client: String) -> Int { files.withLock { $0[client]?.served ?? 0 } }
}
