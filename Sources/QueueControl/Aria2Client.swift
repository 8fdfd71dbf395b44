package import DownloadImportExport
import HTTPSyntax
import Synchronization
import Transfer
package import WHATWGURL

/// A connection to the JSON-RPC interface of aria2.
package protocol Aria2Connection: Sendable {
    /// Sends a call.
    ///
    /// - Parameter call: The items to add.
    /// - Returns: aria2's result for each item, in order.
    /// - Throws: `TransferError` if aria2 cannot be reached, ``QueueControlError`` if it rejects the call.
    func send(_ call: Aria2Call) async throws -> [Aria2Call.Outcome]
}

/// A client of a running aria2.
package struct Aria2Client: Aria2Connection {
    /// A sink that collects a response in memory.
    private final class ResponseSink: TransferSink {
        /// The maximum size of a response.
        ///
        /// It is far larger than any response to aria2's requests, which have at most 2 MiB.
        private static let byteLimit = 64 << 20
        let bytes = Mutex<[UInt8]>([])

        func receive(head: ResponseHead) throws -> BodyDecision { .accept }

        func receive(body: UnsafeRawBufferPointer) throws {
            try bytes.withLock { bytes in
                guard bytes.count + body.count <= Self.byteLimit else {
                    throw Aria2Call.Failure.malformed("it is longer than \(Self.byteLimit) bytes")
                }
                bytes.append(contentsOf: body)
            }
        }
    }

    private let url: WebURL
    private let userAgent: String

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - url: The URL of the interface, such as `http://127.0.0.1:6800/jsonrpc`.
    ///   - userAgent: The value of User-Agent.
    package init(url: WebURL, userAgent: String) {
        self.url = url
        self.userAgent = userAgent
    }

    package func send(_ call: Aria2Call) async throws -> [Aria2Call.Outcome] {
        var request = TransferRequest(
            url: url, method: .post, headers: [HTTPField(name: "Content-Type", value: "application/json")])
        request.totalTimeout = .seconds(120)
        request.userAgent = userAgent
        request.body = call.body
        // The secret must not be sent to any other host.
        request.followsRedirects = false
        let sink = ResponseSink()
        let engine = TransferEngine()
        let result: Result<TransferSummary, any Error>
        do {
            result = .success(try await engine.run(request, into: sink))
        } catch {
            result = .failure(error)
        }
        await engine.shutdown()
        let status = try result.get().head?.status
        if let status, (300..<400).contains(status) { throw QueueControlError.aria2Redirect(url, status: status) }
        do {
            // aria2 reports errors with status 400 or 500 and details in the body.
            return try call.outcomes(of: sink.bytes.withLock { $0 })
        } catch {
            throw QueueControlError.aria2(url, error, status: status)
        }
    }
}
