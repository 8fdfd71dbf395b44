package import Foundation

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
