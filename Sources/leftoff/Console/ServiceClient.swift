import FoundationEssentials
import HTTPSyntax
import JSON
import Service
import Snapshots
import Synchronization
import Transfer
import WHATWGURL

/// A client of the service that runs on this machine.
struct ServiceClient {
    let port: UInt16
    /// The token that authorizes requests; nil to send none.
    let token: Token?
    /// The time in which a response must be complete.
    var timeout: Duration = .seconds(10)

    /// A sink that collects a small response in memory.
    private final class ResponseSink: TransferSink {
        private let received = Mutex((status: 0, bytes: [UInt8]()))

        var status: Int { received.withLock { $0.status } }
        var bytes: [UInt8] { received.withLock { $0.bytes } }

        func receive(head: ResponseHead) throws -> BodyDecision {
            received.withLock { $0.status = head.status }
            return .accept
        }

        func receive(body: UnsafeRawBufferPointer) throws { received.withLock { $0.bytes += body } }
    }

    /// Sends a GET request.
    ///
    /// - Parameter path: The absolute path of the resource, such as `/healthz`.
    /// - Returns: The status and the JSON; null for any other body.
    /// - Throws: `TransferError` if the service cannot be reached; before a request with a token, `CommandFailure` if
    ///   another user could receive it.
    func get(_ path: String) async throws -> (status: Int, json: JSONValue) { try await send(.get, path) }

    /// Sends a HEAD request.
    ///
    /// - Parameter path: The absolute path of the resource.
    /// - Returns: The status.
    /// - Throws: As ``get(_:)``.
    func head(_ path: String) async throws -> Int { try await send(.head, path).status }

    /// Sends a POST request without a body.
    ///
    /// - Parameter path: The absolute path of the resource, such as `/api/logins`.
    /// - Returns: The JSON of a successful response.
    /// - Throws: `TransferError` if the service cannot be reached, `CommandFailure` for any other response, or if
    ///   another user could receive the token.
    func post(_ path: String) async throws -> JSONValue {
        let (status, json) = try await send(.post, path)
        guard (200..<300).contains(status) else {
            throw CommandFailure(
                what: "port \(port)", why: json["detail"]?.string ?? "unexpected response: HTTP \(status)",
                status: status == 401 ? .refused : .unavailable)
        }
        return json
    }

    /// Checks that no program of another user can receive the token.
    private func checkOwner() throws(CommandFailure) {
        switch PortOwners.owner(ofPort: port) {
        case .trusted, .unknown: return
        case .otherUser:
            throw CommandFailure(
                what: "port \(port)",
                why: "the program that listens there belongs to another user, so it gets no token",
                status: .refused)
        case .nobody:
            // Another user's program could begin to listen before the connection is made.
            throw CommandFailure(
                what: "port \(port)", why: "no program listens there: start the service with leftoff serve",
                status: .unavailable)
        }
    }

    private func send(_ method: TransferRequest.Method, _ path: String) async throws -> (status: Int, json: JSONValue) {
        guard let url = WebURL("http://127.0.0.1:\(port)\(path)") else {
            throw CommandFailure(
                what: "port \(port)", why: "\(path) is not a path of the service", status: .unavailable)
        }
        if token != nil { try checkOwner() }
        var request = TransferRequest(url: url, method: method)
        request.headers = token.map { [HTTPField(name: "Authorization", value: "Bearer \($0.text)")] } ?? []
        // Otherwise libcurl would declare an empty body as a form.
        if method == .post { request.headers.append(HTTPField(name: "Content-Type", value: "application/json")) }
        request.maximumBodyBytes = 1 << 20
        request.connectTimeout = .seconds(3)
        request.totalTimeout = timeout
        // This policy allows loopback addresses, and uses no proxy.
        request.addressPolicy = .publicExcept(hosts: ["127.0.0.1"])
        request.followsRedirects = false
        let engine = TransferEngine()
        let response = ResponseSink()
        do { _ = try await engine.run(request, into: response) } catch {
            await engine.shutdown()
            throw error
        }
        await engine.shutdown()
        return (response.status, (try? JSONValue(json: response.bytes, limit: 1 << 20)) ?? .null)
    }
}
