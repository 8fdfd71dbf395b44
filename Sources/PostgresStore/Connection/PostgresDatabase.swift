import DownloadQueue
import Foundation
import Glibc
import Synchronization
import Syntax

/// A database that is reached over one connection, which is opened again when it is lost.
///
/// The calls block the thread. Only one transaction runs at a time.
final class PostgresDatabase: Sendable {
    private struct State {
        var connection: PostgresConnection?
    }

    /// The address of the database.
    let address: PostgresAddress
    /// The rows of the queue that could not be read.
    let damagedRows = DamagedRows()
    private let policy: ReconnectPolicy
    private let isDurable: Bool
    private let state = Mutex(State())
    private let cancellation = Mutex<PostgresCancellation?>(nil)

    /// Creates a database; the first transaction connects.
    ///
    /// - Parameters:
    ///   - address: The address of the database.
    ///   - policy: The delays between attempts to connect.
    ///   - isDurable: False if a commit does not wait for the server's disk.
    init(_ address: PostgresAddress, policy: ReconnectPolicy, isDurable: Bool) {
        self.address = address
        self.policy = policy
        self.isDurable = isDurable
    }

    // MARK: Transactions

    /// Runs a transaction that writes, and commits it exactly once.
    ///
    /// The transaction begins by writing a random token. If the server's reply to COMMIT is lost, the token shows
    /// whether the transaction was committed, and only if it was not, it is run again.
    ///
    /// - Parameter body: Runs statements; it is called again when the transaction is repeated.
    /// - Returns: The result of `body`.
    /// - Throws: ``PostgresStoreError``, and errors of `body` other than those of statements; nothing was written then.
    func write<Value: Sendable>(_ body: (PostgresTransaction) throws -> Value) throws -> Value {
        try state.withLock { state in
            var attempts = Attempts(policy, address)
            while true {
                let token = UUID().uuidString
                var value: Value?
                do {
                    let connection = try connection(&state)
                    do {
                        let transaction = try begin(connection, token)
                        value = try body(transaction)
                    } catch {
                        value = nil
                        try rollBack(connection, &state, after: error)
                    }
                    _ = try connection.execute("COMMIT")
                } catch let failure as ServerFailure {
                    if failure.isDisconnected { state.connection = nil }
                    if let value, failure.isDisconnected, try wasCommitted(token, &state, &attempts) { return value }
                    try attempts.wait(after: failure, &state.connection)
                    continue
                }
                if let value { return value }
            }
        }
    }

    /// Runs a transaction that reads one snapshot of the database.
    ///
    /// - Parameter body: Runs statements; it is called again when the connection is lost.
    /// - Returns: The result of `body`.
    /// - Throws: ``PostgresStoreError``, and errors of `body` other than those of statements.
    func read<Value: Sendable>(_ body: (PostgresTransaction) throws -> Value) throws -> Value {
        try state.withLock { state in
            var attempts = Attempts(policy, address)
            while true {
                do {
                    let connection = try connection(&state)
                    var value: Value?
                    do {
                        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(Self.settings); \(Self.time)"
                        let transaction = PostgresTransaction(
                            connection, begun: try connection.executeScript(begin), damagedRows: damagedRows)
                        value = try body(transaction)
                    } catch {
                        try rollBack(connection, &state, after: error)
                    }
                    _ = try connection.execute("COMMIT")
                    if let value { return value }
                } catch let failure as ServerFailure {
                    if failure.isDisconnected { state.connection = nil }
                    try attempts.wait(after: failure, &state.connection)
                }
            }
        }
    }

    /// Runs statements outside of Leftoff's transactions, without repeating them.
    ///
    /// - Parameter body: Receives the connection.
    /// - Returns: The result of `body`.
    /// - Throws: ``PostgresStoreError``, and errors of `body` other than those of statements.
    func withConnection<Value: Sendable>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try state.withLock { state in
            var attempts = Attempts(policy, address)
            while true {
                do {
                    let connection = try connection(&state)
                    do { return try body(connection) } catch {
                        try rollBack(connection, &state, after: error)
                        throw error
                    }
                } catch let failure as ServerFailure {
                    if failure.isDisconnected { state.connection = nil }
                    try attempts.wait(after: failure, &state.connection)
                }
            }
        }
    }

    /// Ends the statement that the server is executing, whose call then fails.
    ///
    /// Any thread may call this.
    func interrupt() {
        let current = cancellation.withLock { $0 }
        current?.cancel()
    }

    // MARK: Steps

    /// Settings of a transaction.
    ///
    /// A client that has disappeared in the middle of a transaction holds its locks no longer than this, or five
    /// minutes if the server is executing its statement. Compiling a statement that runs once costs more than it saves,
    /// and without statistics about a table that was just filled, the planner would scan it. All joins are from a list
    /// of values to an index; hashing the table instead doubled the time of adding a list again. The memory is that of
    /// sorting 20,000 new items, and of the rows that a trigger counts.
    private static let settings = """
        SET LOCAL idle_in_transaction_session_timeout = '15s'; SET LOCAL lock_timeout = '20s'; \
        SET LOCAL statement_timeout = '300s'; SET LOCAL jit = off; \
        SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; \
        SET LOCAL work_mem = '32MB'
        """

    /// The statement that reads the server's time in milliseconds.
    private static let time = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    private func begin(_ connection: PostgresConnection, _ token: String) throws -> PostgresTransaction {
        let durability = isDurable ? "" : "SET LOCAL synchronous_commit = off; "
        return PostgresTransaction(
            connection,
            begun: try connection.executeScript(
                """
                BEGIN ISOLATION LEVEL READ COMMITTED; \(Self.settings); \(durability)\
                INSERT INTO leftoff_batch (token) VALUES ('\(token)'); \(Self.time)
                """), damagedRows: damagedRows)
    }

    private func connection(_ state: inout State) throws -> PostgresConnection {
        if let connection = state.connection { return connection }
        let connection = try PostgresConnection(address, timeout: PostgresConnection.timeout(address))
        cancellation.withLock { $0 = connection.cancellation }
        state.connection = connection
        return connection
    }

    /// Rolls a transaction back, and throws the error that ended it.
    private func rollBack(_ connection: PostgresConnection, _ state: inout State, after error: any Error) throws {
        if (error as? ServerFailure)?.isDisconnected != true {
            // If this is interrupted too, the transaction is still open.
            do { _ = try connection.execute("ROLLBACK") } catch { state.connection = nil }
        }
        throw error
    }

    /// Returns true if the transaction with a token was committed although its reply was lost.
    ///
    /// Inserting the token again waits for a transaction that is still in progress, and prevents it from being
    /// committed later.
    private func wasCommitted(_ token: String, _ state: inout State, _ attempts: inout Attempts) throws -> Bool {
        while true {
            do {
                let connection = try connection(&state)
                let sql = "INSERT INTO leftoff_batch (token) VALUES ($1::uuid) ON CONFLICT DO NOTHING"
                return try connection.execute(sql, [.text(token)]).changedCount == 0
            } catch let failure as ServerFailure {
                if failure.isDisconnected { state.connection = nil }
                try attempts.wait(after: failure, &state.connection)
            }
        }
    }

    /// The failed attempts of one call.
    private struct Attempts {
        private let policy: ReconnectPolicy
        private let server: String
        private let begin: ContinuousClock.Instant
        private var failures = 0
        private var hasReported = false

        init(_ policy: ReconnectPolicy, _ address: PostgresAddress) {
            self.policy = policy
            server = "\(address)"
            begin = policy.now()
        }

        /// Waits before the next attempt.
        ///
        /// - Throws: The target's error if there is no next attempt.
        mutating func wait(after failure: ServerFailure, _ connection: inout PostgresConnection?) throws {
            let recovery = failure.recovery
            let elapsed = policy.now() - begin
            guard recovery != .fail, elapsed < policy.limit else { throw failure.error(server: server) }
            if elapsed >= policy.reportedDelay, !hasReported {
                hasReported = true
                policy.report("\(server): \(failure.message)")
            }
            // A read-only server may have become a standby; the address may name its successor.
            if recovery == .reconnect { connection = nil }
            failures += 1
            policy.sleep(policy.delay(failures: failures))
        }
    }
}

/// A transaction, which is valid during the call of its body.
struct PostgresTransaction {
    private let connection: PostgresConnection

    /// The record of damaged rows, which are skipped.
    let damagedRows: DamagedRows

    /// The server's time at which the transaction began.
    ///
    /// It is earlier than the time at which a row was locked, which only makes a lease shorter.
    let serverTime: Date

    /// Creates a transaction that has begun.
    ///
    /// - Parameters:
    ///   - connection: The connection on which the transaction runs.
    ///   - begun: The result of ``PostgresDatabase/time``.
    ///   - damagedRows: The record of damaged rows.
    init(_ connection: PostgresConnection, begun: PostgresResult, damagedRows: DamagedRows) {
        self.connection = connection
        self.damagedRows = damagedRows
        serverTime = QueueRow.date(begun.first?.integer(0)) ?? .distantPast
    }

    /// Executes a statement, and returns its rows.
    ///
    /// - Parameters:
    ///   - sql: One statement with the parameters `$1`, `$2` and so on.
    ///   - values: The values of the parameters.
    /// - Returns: The rows.
    /// - Throws: ``ServerFailure``.
    @discardableResult
    func execute(_ sql: String, _ values: [PostgresValue] = []) throws -> PostgresResult {
        try connection.execute(sql, values)
    }

    /// Executes a statement for each part of a long list.
    ///
    /// While the server executes a statement, the next one is prepared, and the result of the previous one is read.
    ///
    /// - Parameters:
    ///   - parts: The parts of the list.
    ///   - statement: Returns the statement for a part.
    ///   - receive: Receives each part and the rows of its statement, in order.
    /// - Throws: ``ServerFailure``, and errors of `receive`.
    func executeEach<Part>(
        _ parts: some Sequence<Part>, _ statement: (Part) -> PostgresStatement,
        receive: (Part, PostgresResult) throws -> Void
    ) throws {
        var sent: Part?
        for part in parts {
            let next = statement(part)
            let result = try sent.map { ($0, try connection.receive()) }
            try connection.send(next.sql, next.values)
            sent = part
            if let result { try receive(result.0, result.1) }
        }
        if let sent { try receive(sent, try connection.receive()) }
    }
}

/// A statement with its parameters.
struct PostgresStatement {
    /// One statement with the parameters `$1`, `$2` and so on.
    let sql: String
    /// The values of the parameters.
    let values: [PostgresValue]
}

/// The delays between attempts to reach a server, and the time after which a call fails.
package struct ReconnectPolicy: Sendable {
    /// The time after which a call fails if the server cannot be used.
    ///
    /// It is as long as a lease: a worker that waits longer has lost its items anyway.
    package var limit: Duration = .seconds(60)

    /// The longest delay before the second attempt, which doubles with every attempt.
    private var firstDelay: Duration = .milliseconds(50)

    /// The longest delay.
    var longestDelay: Duration = .seconds(2)

    /// The time for which a call waits without a report.
    var reportedDelay: Duration = .seconds(2)

    /// Receives the reason why a call is waiting for the server, at most once for each call.
    package var report: @Sendable (String) -> Void = { _ in }

    /// Returns a random number from 0 to 1.
    package var random: @Sendable () -> Double = { .random(in: 0...1) }

    /// Blocks the thread for a duration.
    var sleep: @Sendable (Duration) -> Void = { duration in
        usleep(useconds_t(clamping: duration / .microseconds(1)))
    }

    /// Returns the time of a clock that never jumps.
    package var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

    /// Creates the default policy.
    init() {}

    /// Returns the delay after a number of failed attempts, with full jitter.
    ///
    /// - Parameter failures: The number of attempts that have failed, at least 1.
    /// - Returns: The delay before the next attempt.
    package func delay(failures: Int) -> Duration {
        let ceiling = min(longestDelay, firstDelay * (1 << min(max(failures - 1, 0), 20)))
        return ceiling * min(max(random(), 0), 1)
    }
}
