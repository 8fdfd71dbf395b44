import DownloadQueue

/// The failure of a connection or of a statement.
struct ServerFailure: Error {
    /// The reaction to a failure.
    enum Reaction: Hashable {
        /// The connection is gone; connect again, and repeat the transaction.
        case reconnect
        /// The transaction conflicted with another one, and was rolled back; repeat it.
        case `repeat`
        /// Another attempt would fail in the same way.
        case giveUp
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

    /// A transaction found that rows have changed since it read them.
    static let outdated = ServerFailure(sqlState: "40001", message: "rows were changed at the same time")

    /// The reaction to the failure.
    var reaction: Reaction {
        guard let sqlState else { return isDisconnected || isConnecting ? .reconnect : .giveUp }
        switch sqlState {
        // Serialization failure, deadlock, lock not available, unique violation by a concurrent transaction.
        case "40001", "40P01", "55P03", "23505": return .repeat
        // Too many connections, read-only server, and a transaction that the server ended because it was idle.
        case "53300", "25006", "25P03": return .reconnect
        // A password or database that does not exist now will not exist in a second either.
        case _ where sqlState.hasPrefix("28") || sqlState == "3D000": return .giveUp
        // Connection exceptions; shutdown, crash, and a server that is starting.
        case _ where sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(sqlState): return .reconnect
        default: return isDisconnected ? .reconnect : .giveUp
        }
    }

    /// Returns the error that callers of the store receive.
    ///
    /// - Parameter server: The server's address without its password.
    /// - Returns: ``PostgresStoreError``, or `QueueError.storeUnavailable` if another call may succeed later.
    func error(server: String) -> any Error {
        switch sqlState {
        case "42501": PostgresStoreError.notPermitted(server: server, reason: message)
        case "53100": PostgresStoreError.diskFull(server: server, reason: message)
        case _ where reaction != .giveUp: QueueError.storeUnavailable(reason: "\(server): \(message)")
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
        let isLasting = ["certificate", "invalid", "SSL", "does not exist", "GSSAPI", "no password"].contains {
            text.contains($0) && !text.contains("No such file") && !text.contains("Connection refused")
        }
        return ServerFailure(
            sqlState: isLasting ? "28000" : nil, message: lines.first ?? "the connection failed", isDisconnected: true,
            isConnecting: true)
    }
}
