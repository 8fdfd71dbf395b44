import CLibPQ
import Numbers

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A connection to a server, which only one thread at a time may use.
final class PostgresConnection {
    private let pointer: OpaquePointer

    /// The oldest supported version of the server.
    private static let oldestVersion = 14

    /// The longest time for an attempt to connect, in seconds, also if the parameter sets no limit.
    private static let longestTimeout = 3_600

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - address: The address of the database.
    ///   - timeout: The time after which the attempt fails.
    /// - Throws: ``ServerFailure``, and ``PostgresStoreError`` if the library is missing or the server is too old.
    init(_ address: PostgresAddress, timeout: Duration) throws {
        if let reason = leftoff_pq_load() {
            throw PostgresStoreError.libraryMissing(server: "\(address)", reason: String(cString: reason))
        }
        let parameters = Self.parameters(address)
        let strings = parameters.flatMap { [strdup($0.0), strdup($0.1)] }
        defer { strings.forEach { free($0) } }
        func list(_ offset: Int) -> [UnsafePointer<CChar>?] {
            stride(from: offset, to: strings.count, by: 2).map { UnsafePointer(strings[$0]) } + [nil]
        }
        let milliseconds = CInt(clamping: timeout / .milliseconds(1))
        guard let pointer = leftoff_pq_connect(list(0), list(1), milliseconds) else {
            throw ServerFailure(message: "no memory", isDisconnected: true, isConnecting: true)
        }
        self.pointer = pointer
        // From here on, `deinit` closes the connection.
        guard leftoff_pq_is_open(pointer) else {
            throw ServerFailure.connecting(String(cString: leftoff_pq_error(pointer)))
        }
        let version = leftoff_pq_parameter(pointer, "server_version").map { String(cString: $0) } ?? ""
        if let major = Int(version.prefix { $0.isNumber }), major < Self.oldestVersion {
            throw PostgresStoreError.outdatedServer(server: "\(address)", version: version)
        }
    }

    deinit {
        leftoff_pq_close(pointer)
    }

    /// Returns the parameters of a connection.
    ///
    /// Those before `dbname` are defaults, which the address overrides. A dead network is noticed after about 30
    /// seconds, half of a lease.
    private static func parameters(_ address: PostgresAddress) -> [(String, String)] {
        var parameters = [("fallback_application_name", "leftoff")]
        // A service file may set them too, and libpq would prefer these values.
        if !leftoff_pq_sets(address.text, "service"), getenv("PGSERVICE") == nil {
            parameters += [
                ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "4"),
                ("tcp_user_timeout", "30000"),
            ]
        }
        return parameters + [("dbname", address.text), ("client_encoding", "utf8")]
    }

    /// The time that an attempt to connect may take, as libpq's parameter or variable sets it.
    ///
    /// - Parameter address: The address of the database.
    /// - Returns: Ten seconds if nothing is set.
    static func timeout(_ address: PostgresAddress) -> Duration {
        let inAddress = address.text.firstMatch(of: /connect_timeout=([0-9]+)/).flatMap { Int($0.output.1) }
        let inEnvironment = getenv("PGCONNECT_TIMEOUT").flatMap { Int(String(cString: $0)) }
        let seconds = inAddress ?? inEnvironment ?? 10
        return seconds > 0 ? .seconds(seconds.clamped(to: 2...longestTimeout)) : .seconds(longestTimeout)
    }

    // MARK: Statements

    /// Executes one statement, and returns its rows.
    ///
    /// - Throws: ``ServerFailure``.
    func execute(_ sql: String, _ values: [PostgresValue] = []) throws -> PostgresResult {
        try send(sql, values)
        return try receive()
    }

    /// Sends one statement to the server, without waiting for its result.
    ///
    /// - Throws: ``ServerFailure``.
    func send(_ sql: String, _ values: [PostgresValue]) throws {
        let strings = values.map { $0.cText.flatMap { strdup($0) } }
        defer { strings.forEach { free($0) } }
        guard leftoff_pq_send(pointer, sql, CInt(values.count), strings.map { UnsafePointer($0) }) else {
            throw failure()
        }
    }

    /// Waits for the statement that was sent, and returns its rows.
    ///
    /// - Throws: ``ServerFailure``.
    func receive() throws -> PostgresResult { try result(leftoff_pq_receive(pointer)) }

    /// Executes statements without parameters in one round trip, and returns the rows of the last.
    ///
    /// - Throws: ``ServerFailure``.
    func executeScript(_ sql: String) throws -> PostgresResult {
        try result(leftoff_pq_execute_script(pointer, sql))
    }

    private func result(_ pointer: OpaquePointer?) throws -> PostgresResult {
        guard let pointer else { throw failure() }
        let isDisconnected = !leftoff_pq_is_open(self.pointer)
        let result = PostgresResult(pointer)
        if leftoff_pq_succeeded(pointer), !isDisconnected { return result }
        throw ServerFailure(
            sqlState: leftoff_pq_sqlstate(pointer).map { String(cString: $0) },
            message: Self.line(String(cString: leftoff_pq_message(pointer))),
            constraint: leftoff_pq_constraint(pointer).map { String(cString: $0) }, isDisconnected: isDisconnected)
    }

    /// Returns the failure of a statement without a result.
    private func failure() -> ServerFailure {
        ServerFailure(
            message: Self.line(String(cString: leftoff_pq_error(pointer))),
            isDisconnected: !leftoff_pq_is_open(pointer))
    }

    private static func line(_ message: String) -> String {
        message.split(separator: "\n").first.map(String.init) ?? "the connection was lost"
    }
}
