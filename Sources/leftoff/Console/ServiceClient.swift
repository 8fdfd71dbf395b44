import FoundationEssentials
import Service
import Snapshots
import Synchronization
import Transfer
import WHATWGURL

/// Asks the running service.
struct ServiceClient {
    let port: UInt16
    let token: Token?

    /// Takes a short answer in.
    private final class Answer: TransferSink {
        private let taken = Mutex((status: 0, bytes: [UInt8]()))

        var status: Int { taken.withLock { $0.status } }
        var bytes: [UInt8] { taken.withLock { $0.bytes } }

        func receive(head: ResponseHead) throws -> BodyDecision {
            taken.withLock { $0.status = head.status }
            return .accept
        }

        func receive(body: UnsafeRawBufferPointer) throws { taken.withLock { $0.bytes += body } }
    }

    /// Reads an address of the service.
    ///
    /// - Parameter path: The path.
    /// - Returns: The status and the JSON; null for another body.
    /// - Throws: `TransferError` when nobody answers.
    func get(_ path: String) async throws -> (status: Int, json: JSONValue) { try await send(.get, path) }

    /// Posts without a body.
    ///
    /// - Parameter path: The path.
    /// - Returns: The JSON of the answer.
    /// - Throws: `TransferError` when nobody answers, `CommandFailure` for a refusal.
    func post(_ path: String) async throws -> JSONValue {
        let (status, json) = try await send(.post, path)
        guard (200..<300).contains(status) else {
            throw CommandFailure(
                what: "port \(port)", why: json["detail"]?.string ?? "it answers HTTP \(status)",
                status: status == 401 ? .refused : .unavailable)
        }
        return json
    }

    private func send(_ method: TransferRequest.Method, _ path: String) async throws -> (status: Int, json: JSONValue) {
        guard let url = WebURL("http://127.0.0.1:\(port)\(path)") else { return (0, .null) }
        var request = TransferRequest(url: url, method: method)
        request.headers = token.map { [HTTPField(name: "Authorization", value: "Bearer \($0.text)")] } ?? []
        // Without this libcurl calls an empty body a form.
        if method == .post { request.headers.append(HTTPField(name: "Content-Type", value: "application/json")) }
        request.maximumBodyBytes = 1 << 20
        request.connectTimeout = .seconds(3)
        request.totalTimeout = .seconds(10)
        // Not by a proxy: this is a matter of this machine.
        request.addressPolicy = .publicExcept(hosts: ["127.0.0.1"])
        request.followsRedirects = false
        let engine = TransferEngine()
        let answer = Answer()
        do { _ = try await engine.run(request, into: answer) } catch {
            await engine.shutdown()
            throw error
        }
        await engine.shutdown()
        return (answer.status, (try? JSONValue(json: answer.bytes, limit: 1 << 20)) ?? .null)
    }
}
