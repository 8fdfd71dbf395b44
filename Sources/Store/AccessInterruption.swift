import CSQLite
import GRDB
import Synchronization

/// Ends the statements of an access to a connection from another thread.
///
/// `sqlite3_interrupt` can also end the `ROLLBACK` after an interrupted statement, and GRDB ends the process if a
/// transaction stays open. This ends only statements of an access's body, not those that begin and end its transaction.
final class AccessInterruption: Sendable {
    private enum State: Int, AtomicRepresentable {
        case idle, running, interrupted
    }

    /// The steps of SQLite's virtual machine between two looks at the state: about 10 µs.
    private static let steps: Int32 = 1000

    private let state = Atomic(State.idle)

    /// Makes the statements of a connection obey this object, which must live as long as the connection.
    func attach(to database: Database) {
        leftoff_sqlite_set_progress_handler(
            database.sqliteConnection, Self.steps,
            { context in
                guard let context else { return 0 }
                let interruption = Unmanaged<AccessInterruption>.fromOpaque(context).takeUnretainedValue()
                return interruption.state.load(ordering: .relaxed) == .interrupted ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Performs the body of an access, whose statements can be interrupted.
    ///
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
        state.store(.running, ordering: .relaxed)
        defer { state.store(.idle, ordering: .relaxed) }
        return try body()
    }

    /// Ends the statement that is running, and further ones of the same access, with an error.
    func interrupt() {
        _ = state.compareExchange(expected: .running, desired: .interrupted, ordering: .relaxed)
    }
}
