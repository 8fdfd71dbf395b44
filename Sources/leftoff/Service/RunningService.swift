import Fetching
import FoundationEssentials
import Places
import Service
import Synchronization
import Syntax
import WHATWGURL

/// A service that runs on this machine with the tokens of a data directory.
struct RunningService: Sendable {
    /// The result of looking for a service on a port.
    enum Probe: Sendable {
        /// The service accepts the token of the data directory.
        case found(RunningService)
        /// No program listens on the port.
        case nobody
        /// A program of another user listens there.
        case otherUser
        /// A service listens there, but it does not accept the token of the data directory.
        case otherHome
        /// A program listens there that is not Leftoff, or does not respond.
        case otherProgram
    }

    /// The time in which a program must identify itself as the service.
    ///
    /// It needs milliseconds, and a user may be waiting for a capture. The program that has locked the data directory
    /// is known to be its service, so it gets as much time as for other requests: on a busy machine it may need it.
    private static let greetingTimeout: Duration = .seconds(2)

    let port: UInt16
    /// The service's version.
    let version: String
    /// The id of its process.
    let pid: Int

    /// The origin, such as `http://127.0.0.1:5338`.
    var origin: String { "http://127.0.0.1:\(port)" }

    /// Looks for the service of a data directory on a port.
    ///
    /// The token is sent only to a program that belongs to this user and identifies itself as Leftoff.
    ///
    /// - Parameters:
    ///   - port: The port to examine.
    ///   - home: The data directory, in which nothing is created.
    /// - Returns: The finding.
    static func probe(port: UInt16, home: DataHome) async -> Probe {
        switch PortOwners.owner(ofPort: port) {
        case .nobody: return .nobody
        case .otherUser: return .otherUser
        case .trusted, .unknown: break
        }
        var greeting = ServiceClient(port: port, token: nil)
        let record = ServiceRecord.load(from: home)
        let isKnown = record?.port == port && record?.pid == ServiceLock.holder(in: home)
        if !isKnown { greeting.timeout = greetingTimeout }
        guard let (status, health) = try? await greeting.get("/healthz"), status == 200,
            health["service"]?.string == "leftoff"
        else { return .otherProgram }
        let files = TokenFiles(home: home.path)
        guard (try? files.exist()) == true, let tokens = try? files.load(),
            let (status, json) = try? await ServiceClient(port: port, token: tokens.full).get("/api/service"),
            status == 200, let version = json["version"]?.string, let pid = json["pid"]?.integer
        else { return .otherHome }
        return .found(RunningService(port: port, version: version, pid: pid))
    }

    /// Finds the service of a data directory.
    ///
    /// - Parameters:
    ///   - home: The data directory.
    ///   - port: The only port to consider; nil for the port in the service's record, then the default port.
    /// - Returns: The service; nil if none runs.
    static func find(home: DataHome, port: UInt16?) async -> RunningService? {
        for port in ports(home: home, port: port) {
            if case .found(let service) = await probe(port: port, home: home) { return service }
        }
        return nil
    }

    private static func ports(home: DataHome, port: UInt16?) -> [UInt16] {
        if let port { return [port] }
        let standard = ServiceConfiguration.defaultPort
        guard let recorded = ServiceRecord.load(from: home)?.port, recorded != standard else { return [standard] }
        return [recorded, standard]
    }

    /// Requests a one-time code.
    ///
    /// - Parameter home: The data directory, whose token authorizes the request.
    /// - Returns: The code, which was not used yet.
    /// - Throws: `CommandFailure` or `TransferError` if the service does not issue one.
    func issueCode(home: DataHome) async throws -> SignInCode {
        let response = try await client(home).post("/api/logins")
        guard let origin = response["origin"]?.string, let code = response["code"]?.string,
            let id = response["id"]?.string
        else {
            throw CommandFailure(
                what: "port \(port)", why: "the program there is not this version of leftoff", status: .unavailable)
        }
        return SignInCode(origin: origin, code: code, id: id)
    }

    /// Returns true if a browser has signed in with a code.
    ///
    /// - Throws: `CommandFailure` or `TransferError` if the service does not respond.
    func isUsed(_ code: SignInCode, home: DataHome) async throws -> Bool {
        let (status, json) = try await client(home).get("/api/logins/\(code.id)")
        return status == 200 && json["used"]?.bool == true
    }

    /// Returns the status of the response to a HEAD request.
    ///
    /// - Throws: `CommandFailure` or `TransferError` if the service does not respond.
    func status(ofHead path: String, home: DataHome) async throws -> Int {
        try await client(home).head(path)
    }

    private func client(_ home: DataHome) throws -> ServiceClient {
        ServiceClient(port: port, token: try TokenFiles(home: home.path).load().full)
    }
}

/// A one-time code with which a browser signs in, and the service that issued it.
struct SignInCode: Sendable, Hashable {
    /// The origin of the service, such as `http://127.0.0.1:5338`.
    var origin: String
    /// The code, a secret until it is used.
    var code: String
    /// The public identifier of the code, with which the service reports if the code was used.
    var id = ""

    /// The address that signs a browser in once, when it is opened.
    var address: String { "\(origin)/?token=\(code)" }
}

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
        request.headers = token.map { [HeaderField(name: "Authorization", value: "Bearer \($0.text)")] } ?? []
        // Otherwise libcurl would declare an empty body as a form.
        if method == .post { request.headers.append(HeaderField(name: "Content-Type", value: "application/json")) }
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
