import Synchronization
import TestSupport
import Testing
import WHATWGURL

@testable import Fetching

@Suite("Limits of an engine", .timeLimit(.minutes(20)))
struct LimitTests {
    @Test(
        "200 concurrent requests reach both limits and do not exceed them",
        arguments: [(8, 4, 8), (5, 100, 5), (100, 3, 6)])
    func concurrency(total: Int, perHost: Int, reached: Int) async throws {
        let configuration = TransferEngine.Configuration(maximumConcurrent: total, maximumPerHost: perHost)
        let gate = ScriptedGate()
        try await withServerAndEngine(configuration: configuration) { server, engine in
            server.routeEverythingElse(ScriptedResponder.ok(Array("x".utf8)).behind(gate))
            let urls = try (0..<200).map { try server.url("/\($0)", host: $0 < 150 ? "127.0.0.1" : "localhost") }
            let threads = try await withThrowingTaskGroup(of: Set<UInt>.self) { group in
                for url in urls {
                    group.addTask { try await engine.get(url).sink.threads }
                }
                try await gate.arrivals(reached)
                gate.open()
                return try await group.reduce(into: Set<UInt>()) { $0.formUnion($1) }
            }
            #expect(server.requests.count == 200)
            #expect(server.maximumActiveRequests == reached)
            #expect(server.maximumActiveRequests(host: "127.0.0.1") <= perHost)
            #expect(server.maximumActiveRequests(host: "localhost") <= perHost)
            #expect(threads.count == 1)
        }
    }

    @Test("Each of 600 transfers receives its own body while socket numbers are reused")
    func descriptorsAgain() async throws {
        let configuration = TransferEngine.Configuration(maximumConcurrent: 40, maximumPerHost: 40)
        try await withServerAndEngine(configuration: configuration) { server, engine in
            server.routeEverythingElse(
                ScriptedResponder { request, connection in
                    let number = Int(request.path.dropFirst()) ?? 0
                    // Some connections stay open, some close after the body, and some are slow.
                    if number % 7 == 0 { try connection.pause(.milliseconds(2)) }
                    let body = Array(String(repeating: "\(number) ", count: 1 + number * 37 % 9_000).utf8)
                    let fields = number % 3 == 0 ? [("Connection", "close")] : []
                    try connection.respond(200, fields, body: body, to: request)
                    if number % 3 == 0 { connection.close() }
                })
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<600 {
                    let url = try server.url("/\(number)")
                    group.addTask {
                        let text = try await engine.get(url).sink.text
                        #expect(text == String(repeating: "\(number) ", count: 1 + number * 37 % 9_000))
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.requests.count == 600)
            #expect(server.connectionCount >= 200)
        }
    }

    @Test("A redirect waits for admission to its host too")
    func redirectsCount() async throws {
        let configuration = TransferEngine.Configuration(maximumConcurrent: 20, maximumPerHost: 2)
        try await withServerAndEngine(configuration: configuration) { server, engine in
            server.route("/there") { request, connection in
                try connection.pause(.milliseconds(5))
                try connection.respond(200, body: [1], to: request)
            }
            server.routeEverythingElse(.redirect(to: server.address("/there", host: "localhost")))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<40 {
                    let url = try server.url("/\(index)")
                    group.addTask {
                        let result = try await engine.get(url)
                        #expect(result.sink.body == [1])
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.maximumActiveRequests(host: "localhost") <= 2)
            #expect(server.maximumActiveRequests(host: "127.0.0.1") <= 2)
        }
    }

    @Test("Waiting for admission does not count towards a timeout")
    func waitingIsFree() async throws {
        let gate = ScriptedGate()
        let configuration = TransferEngine.Configuration(maximumConcurrent: 2, maximumPerHost: 1)
        try await withServerAndEngine(configuration: configuration) { server, engine in
            server.route("/held", ScriptedResponder.ok([]).behind(gate))
            server.routeEverythingElse(.stalled())
            func stalled(_ path: String, host: String, timeout: Duration) throws -> TransferRequest {
                var request = TransferRequest(url: try server.url(path, host: host))
                request.totalTimeout = timeout
                return request
            }
            let held = try server.url("/held")
            async let first = engine.get(held)
            try await server.requests(atLeast: 1)
            let ends = EndOrder()
            ends.start(try stalled("/waiting", host: "127.0.0.1", timeout: .seconds(2)), on: engine)
            // While this transfer times out, the other one waits for the only connection to its host.
            let other = try await engine.failure(
                of: stalled("/other", host: "localhost", timeout: .seconds(1)))
            #expect(other.className == "timeout")
            // The timeout of the waiting transfer begins after that of this one, so it also ends after it.
            ends.start(try stalled("/running", host: "localhost", timeout: .seconds(2)), on: engine)
            // The engine has accepted it once it responds.
            _ = await engine.cookies()
            gate.open()
            _ = try await first
            #expect(await ends.next(2) == ["/running: timeout", "/waiting: timeout"])
        }
    }

    /// The order in which transfers end.
    private final class EndOrder: Sendable {
        private let (ends, end) = AsyncStream.makeStream(of: String.self)

        /// Starts a transfer.
        func start(_ request: TransferRequest, on engine: TransferEngine) {
            _ = engine.start(request, into: CollectingSink()) { [end] result in
                guard case .failure(let error as TransferError) = result else { return end.finish() }
                end.yield("\(request.url.path): \(error.className)")
            }
        }

        /// Returns the paths and errors of the next transfers that end.
        func next(_ count: Int) async -> [String] {
            var found: [String] = []
            for await one in ends {
                found.append(one)
                if found.count == count { break }
            }
            return found
        }
    }

    @Test("A transfer that stalls fails")
    func lowSpeed() async throws {
        try await withServerAndEngine(["/a": .stalled(after: [1, 2, 3]), "/b": .stalled()]) { server, engine in
            for path in ["/a", "/b"] {
                var request = TransferRequest(url: try server.url(path))
                request.lowSpeed = .init(bytesPerSecond: 1_000, over: .seconds(1))
                let error = try await engine.failure(of: request)
                #expect(error.className == "lowSpeed")
                #expect(error.isTransient)
            }
        }
    }

    @Test("A transfer that takes too long fails; redirects count towards the time")
    func totalTimeout() async throws {
        try await withServerAndEngine(["/stalled": .stalled()]) { server, engine in
            server.route("/loop") { request, connection in
                try connection.pause(.milliseconds(100))
                try connection.respond(302, [("Location", "/loop")], to: request)
            }
            for path in ["/stalled", "/loop"] {
                var request = TransferRequest(url: try server.url(path))
                request.totalTimeout = .milliseconds(500)
                request.maximumRedirects = 100
                #expect(try await engine.failure(of: request).className == "timeout")
            }
        }
    }

    @Test("The speed limit delays a transfer without a stall")
    func speedLimit() async throws {
        let routes = ["/a": ScriptedResponder.ok(ScriptedFile.bytes(800_000)), "/stalled": .stalled()]
        try await withServerAndEngine(routes) { server, engine in
            let timer = EngineTimer(TransferRequest(url: try server.url("/stalled")), after: .seconds(6), on: engine)
            var request = TransferRequest(url: try server.url("/a"))
            // 8 s without the bytes that it lets through at once.
            request.bytesPerSecondLimit = 100_000
            request.lowSpeed = .init(bytesPerSecond: 1_000_000, over: .seconds(5))
            let result = try await engine.get(request)
            #expect(result.summary.bodyBytes == 800_000)
            #expect(timer.hasEnded)
        }
    }

    @Test("Refusing bytes that the speed limit holds back ends the transfer")
    func refusedWhenResumed() async throws {
        struct Enough: Error {}
        try await withServerAndEngine(["/a": .ok(ScriptedFile.bytes(300_000))]) { server, engine in
            var request = TransferRequest(url: try server.url("/a"))
            request.bytesPerSecondLimit = 150_000
            // Neither a timeout nor the low-speed limit may end it.
            request.connectTimeout = .seconds(90)
            request.lowSpeed = .init(bytesPerSecond: 1, over: .seconds(600))
            let received = Mutex(0)
            let sink = CollectingSink { body in
                let count = received.withLock { count in
                    count += body.count
                    return count
                }
                if count > 120_000 { throw Enough() }
            }
            await #expect(throws: Enough.self) { try await engine.run(request, into: sink) }
        }
    }
}
