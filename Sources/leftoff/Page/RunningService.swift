import FoundationEssentials
import JSON
import Service

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

    /// The time in which a service must identify itself.
    ///
    /// It needs milliseconds, and a user may be waiting for a capture.
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
        let greeting = ServiceClient(port: port, token: nil, timeout: greetingTimeout)
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
