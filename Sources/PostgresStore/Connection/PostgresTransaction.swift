import DownloadQueue
import Foundation
import QueueRows

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
