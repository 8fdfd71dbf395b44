import Fetching
import TestSupport
import Testing
import WHATWGURL

@Suite("Cancelling and ending", .timeLimit(.minutes(20)))
struct LifetimeTests {
    @Test("Cancelling a task ends its transfer at once")
    func cancelRunning() async throws {
        try await withServerAndEngine(["/a": .stalled(after: [1]), "/b": .ok([2])]) { server, engine in
            let url = try server.url("/a")
            let task = Task { try await engine.get(url) }
            try await server.requests(atLeast: 1)
            task.cancel()
            let result = await task.result
            #expect(throws: TransferError.cancelled(url: url)) { try result.get() }
            try await server.allConnectionsClosed()
            let next = try await engine.get(server.url("/b"))
            #expect(next.sink.body == [2])
        }
    }

    @Test("A waiting transfer and one that has not started can be cancelled")
    func cancelWaiting() async throws {
        let configuration = TransferEngine.Configuration(maximumConcurrent: 1)
        let gate = ScriptedGate()
        try await withServerAndEngine(configuration: configuration) { server, engine in
            server.routeEverythingElse(ScriptedResponder.ok([1]).behind(gate))
            let first = try server.url("/first")
            let waiting = try server.url("/waiting")
            let running = Task { try await engine.get(first) }
            try await server.requests(atLeast: 1)
            let tasks = (0..<50).map { _ in Task { try await engine.get(waiting) } }
            for task in tasks { task.cancel() }
            for task in tasks {
                let result = await task.result
                #expect(throws: TransferError.cancelled(url: waiting)) { try result.get() }
            }
            gate.open()
            #expect(try await running.value.sink.body == [1])
            let result = try await engine.get(server.url("/last"))
            #expect(result.sink.body == [1])
            #expect(server.requests.map(\.path) == ["/first", "/last"])
        }
    }

    @Test("A shutdown ends running and waiting transfers and rejects later ones")
    func shutdown() async throws {
        let server = try ScriptedServer(["/a": .stalled(after: [1])])
        defer { server.stop() }
        let engine = TransferEngine(configuration: .init(maximumConcurrent: 2))
        let url = try server.url("/a")
        let tasks = (0..<5).map { _ in Task { try await engine.get(url) } }
        try await server.requests(atLeast: 2)
        await engine.shutdown()
        for task in tasks {
            let result = await task.result
            #expect(throws: TransferError.shutDown(url: url)) { try result.get() }
        }
        try await server.allConnectionsClosed()
        let result = try await engine.failure(of: TransferRequest(url: url))
        #expect(result == .shutDown(url: url))
        await engine.shutdown()
    }

    @Test("An unused engine can be shut down")
    func unused() async throws {
        let engine = TransferEngine()
        await engine.shutdown()
        let url = try #require(WebURL("http://127.0.0.1/"))
        #expect(try await engine.failure(of: TransferRequest(url: url)) == .shutDown(url: url))
    }

    @Test("An engine closes its connections when it is deallocated")
    func letGo() async throws {
        let server = try ScriptedServer(["/a": .ok([1])])
        defer { server.stop() }
        do {
            let engine = TransferEngine()
            _ = try await engine.get(server.url("/a"))
        }
        try await server.allConnectionsClosed()
        #expect(server.connectionCount == 1)
    }
}
