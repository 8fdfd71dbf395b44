import DownloadQueue

/// A lasting error of a queue on PostgreSQL.
///
/// If the server could not be used for longer than the store waits, because it is unreachable, starting, full or
/// read-only, `QueueError.storeUnavailable` is thrown instead.
///
/// Every case contains the server's address without its password.
package enum PostgresStoreError: Error, Equatable, CustomStringConvertible {
    /// libpq is missing.
    case libraryMissing(server: String, reason: String)
    /// The server refuses the connection for a lasting reason: the password, the database's name or TLS.
    case refused(server: String, reason: String)
    /// The server is older than PostgreSQL 14.
    case outdatedServer(server: String, version: String)
    /// The tables were written by a newer Leftoff. They were left unchanged.
    case newer(server: String, version: Int)
    /// A table of the queue exists although the queue does not, so it belongs to another program or is damaged.
    case foreign(server: String, reason: String)
    /// The address is not valid. The reason contains none of its values.
    case malformedAddress(server: String, reason: String)
    /// The role lacks a privilege.
    case notPermitted(server: String, reason: String)
    /// The server's disk is full.
    case diskFull(server: String, reason: String)
    /// A field contains NUL, which PostgreSQL cannot store.
    case containsNUL(server: String, field: String)
    /// A field is longer than those that are read, or has a long run of combining characters.
    case tooLong(server: String, field: String)
    /// A statement failed for another reason, which is a bug in Leftoff or damage in the database.
    case failed(server: String, reason: String)

    /// The description on one line: what failed, and why.
    package var description: String {
        switch self {
        case .libraryMissing(let server, let reason): "cannot use queue \(server): \(reason)"
        case .refused(let server, let reason): "cannot use queue \(server): \(reason)"
        case .outdatedServer(let server, let version):
            "cannot use queue \(server): PostgreSQL \(version) is too old; version 14 or later is required"
        case .newer(let server, let version):
            "cannot use queue \(server): it was written by a newer leftoff (version \(version) of its tables); "
                + "install that version"
        case .foreign(let server, let reason):
            "cannot use queue \(server): \(reason), but is not leftoff's; name another database or schema"
        case .malformedAddress(let server, let reason): "\(server): \(reason)"
        case .notPermitted(let server, let reason):
            "cannot use queue \(server): \(reason); ask its owner for the privilege"
        case .diskFull(let server, let reason): "cannot write queue \(server): \(reason)"
        case .containsNUL(let server, let field): "cannot write queue \(server): the \(field) contains a NUL character"
        case .tooLong(let server, let field): "cannot write queue \(server): the \(field) is too long"
        case .failed(let server, let reason): "queue \(server) failed: \(reason)"
        }
    }
}

/// The failure of a connection or of a statement.
struct ServerFailure: Error {
    /// The recovery from a failure.
    enum Recovery: Hashable {
        /// The connection is gone; connect again, and repeat the transaction.
        case reconnect
        /// The transaction conflicted with another one, and was rolled back; repeat it.
        case `repeat`
        /// Another attempt would fail in the same way.
        case fail
    }

    /// The SQLSTATE (PostgreSQL, appendix A); nil if the client detected the failure.
    var sqlState: String?
    /// The server's message on one line.
    var message: String
    /// The name of the violated constraint.
    var constraint: String?
    /// True if the connection can no longer be used.
    var isDisconnected = false
    /// True if the failure happened while connecting.
    var isConnecting = false
    /// True if the address cannot be used, whatever its server does.
    var isInAddress = false

    /// A transaction found that rows have changed since it read them.
    static let outdated = ServerFailure(sqlState: "40001", message: "rows were changed at the same time")

    /// The recovery from the failure.
    var recovery: Recovery {
        if isInAddress { return .fail }
        guard let sqlState else { return isDisconnected || isConnecting ? .reconnect : .fail }
        switch sqlState {
        // Serialization failure, deadlock, lock not available, unique violation by a concurrent transaction.
        case "40001", "40P01", "55P03", "23505": return .repeat
        // Too many connections, read-only server, and a transaction that the server ended because it was idle.
        case "53300", "25006", "25P03": return .reconnect
        // A password or database that does not exist now will not exist in a second either.
        case _ where sqlState.hasPrefix("28") || sqlState == "3D000": return .fail
        // A parameter of the address that the server does not accept.
        case _ where isConnecting && (sqlState.hasPrefix("22") || sqlState.hasPrefix("42")): return .fail
        // Connection exceptions; shutdown, crash, and a server that is starting.
        case _ where sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(sqlState): return .reconnect
        default: return isDisconnected ? .reconnect : .fail
        }
    }

    /// Returns the error that callers of the store receive.
    ///
    /// - Parameter server: The server's address without its password.
    /// - Returns: ``PostgresStoreError``, or `QueueError.storeUnavailable` if another call may succeed later.
    func error(server: String) -> any Error {
        switch sqlState {
        case "42501": PostgresStoreError.notPermitted(server: server, reason: message)
        // A table that is created exists.
        case "42P07": PostgresStoreError.foreign(server: server, reason: message)
        case "53100": PostgresStoreError.diskFull(server: server, reason: message)
        case _ where recovery != .fail: QueueError.storeUnavailable(reason: "\(server): \(message)")
        case _ where isInAddress: PostgresStoreError.malformedAddress(server: server, reason: message)
        case _ where isConnecting: PostgresStoreError.refused(server: server, reason: message)
        default: PostgresStoreError.failed(server: server, reason: message)
        }
    }

    /// Returns the failure of a connection attempt.
    ///
    /// - Parameter text: libpq's verbose message, such as `connection to server at "db" (10.0.0.1), port 5432 failed:
    ///   FATAL:  53300: sorry, too many clients already`, with further lines.
    /// - Returns: The failure.
    static func connecting(_ text: String) -> ServerFailure {
        let lines = text.split(separator: "\n").map(String.init)
        // Only the server's own message has a SQLSTATE after the severity.
        for line in lines {
            guard let match = line.firstMatch(of: #/:\s{1,2}((?=[A-Z]*[0-9])[0-9A-Z]{5}):\s/#) else { continue }
            let message = "\(line[..<match.range.lowerBound]): \(line[match.range.upperBound...])"
            return ServerFailure(
                sqlState: String(match.output.1), message: message, isDisconnected: true, isConnecting: true)
        }
        let first = lines.first ?? "the connection failed"
        let reasons = lines.compactMap { line in line.firstMatch(of: attempt).map { String($0.output.1) } }
        guard reasons.isEmpty else {
            return ServerFailure(
                sqlState: reasons.allSatisfy(isLasting) ? "28000" : nil, message: first, isDisconnected: true,
                isConnecting: true)
        }
        let temporary = ["could not ", "out of memory", "the server does not", "timeout"]
        if temporary.contains(where: first.hasPrefix) {
            return ServerFailure(message: first, isDisconnected: true, isConnecting: true)
        }
        // What is left are errors in the address. libpq quotes its parts, which can be those of a password.
        return ServerFailure(
            message: first.replacing(#/".*"/#, with: "\"…\""), isDisconnected: true, isConnecting: true,
            isInAddress: true)
    }

    /// libpq's message about one attempt, with its reason.
    nonisolated(unsafe) private static let attempt =
        #/^connection to server (?:at|on socket) ".*?"(?: \(.*?\))?(?:, port \S+)? failed: (.*)$/#

    /// Returns true if the reason of a failed attempt will not end by itself: TLS, Kerberos, or no password.
    private static func isLasting(_ reason: String) -> Bool {
        ["certificate", "invalid", "SSL", "does not exist", "GSSAPI", "no password"].contains(where: reason.contains)
    }
}
