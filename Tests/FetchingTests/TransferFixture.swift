import Fetching
import TestSupport
import Testing
import WHATWGURL

/// A server and an engine for one test, which stop when the test ends.
func withServerAndEngine<T>(
    _ routes: [String: ScriptedResponder] = [:],
    configuration: TransferEngine.Configuration = .init(),
    _ body: (ScriptedServer, TransferEngine) async throws -> T
) async throws -> T {
    let server = try ScriptedServer(routes)
    let engine = TransferEngine(configuration: configuration)
    let result: Result<T, any Error>
    do { result = .success(try await body(server, engine)) } catch { result = .failure(error) }
    await engine.shutdown()
    server.stop()
    return try result.get()
}

extension ScriptedServer {
    /// Returns the URL of a path on the server.
    func url(_ path: String, host: String = "127.0.0.1") throws -> WebURL {
        try #require(WebURL(address(path, host: host)))
    }
}

extension TransferEngine {
    /// Runs a transfer and returns its response.
    func get(_ request: TransferRequest) async throws -> (summary: TransferSummary, sink: CollectingSink) {
        let sink = CollectingSink()
        return (try await run(request, into: sink), sink)
    }

    /// Runs a transfer with default limits, except that a wait at a test's gate is not a stall, and returns its
    /// response.
    func get(_ url: WebURL) async throws -> (summary: TransferSummary, sink: CollectingSink) {
        var request = TransferRequest(url: url)
        request.lowSpeed = TransferRequest.LowSpeed(bytesPerSecond: 64, over: .seconds(300))
        return try await get(request)
    }

    /// Runs a transfer that must fail, and returns its error.
    func failure(of request: TransferRequest) async throws -> TransferError {
        try await #require(throws: TransferError.self) { try await self.get(request) }
    }
}
