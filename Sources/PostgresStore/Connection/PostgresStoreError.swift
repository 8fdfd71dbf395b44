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
        case .failed(let server, let reason): "queue \(server) failed: \(reason)"
        }
    }
}
