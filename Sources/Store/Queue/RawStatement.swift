import DownloadQueue
import GRDB
import GRDBSQLite
import Syntax

/// A cached prepared statement that is executed by SQLite's C functions.
///
/// For each execution, GRDB creates an object for each argument and a table of column names. For statements that are
/// executed several times for each download, that costs as much as SQLite itself.
struct RawStatement {
    private let database: Database
    private let statement: Statement

    /// Creates a statement from the connection's cache, or prepares it.
    init(_ sql: String, _ database: Database) throws {
        self.database = database
        statement = try database.cachedStatement(sql: sql)
    }

    // MARK: Running

    /// Runs a statement that returns no rows.
    ///
    /// - Parameter values: The values of all parameters.
    /// - Returns: The number of changed rows, without those that triggers changed.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func write(_ values: [QueueValue]) throws -> Int {
        try bind(values)
        defer { sqlite3_reset(statement.sqliteStatement) }
        while try step() {}
        return database.changesCount
    }

    /// Reads rows until the closure returns false.
    ///
    /// - Parameters:
    ///   - values: The values of all parameters.
    ///   - row: Receives a row, which is valid only during the call; returns true to continue.
    /// - Throws: `DatabaseError`, or an error of `row`.
    func read(_ values: [QueueValue], _ row: (RawRow) throws -> Bool) throws {
        try bind(values)
        try read(row)
    }

    /// Reads all rows.
    ///
    /// - Parameters:
    ///   - arguments: The values of all parameters.
    ///   - row: Converts a row.
    /// - Returns: The converted rows.
    /// - Throws: `DatabaseError`, or an error of `row`.
    func all<Value>(_ arguments: StatementArguments, _ row: (RawRow) throws -> Value) throws -> [Value] {
        try statement.setArguments(arguments)
        var values: [Value] = []
        try read {
            values.append(try row($0))
            return true
        }
        return values
    }

    private func read(_ row: (RawRow) throws -> Bool) throws {
        // Without a reset, the statement would keep its cursor in the table while other statements write.
        defer { sqlite3_reset(statement.sqliteStatement) }
        let current = RawRow(statement: statement.sqliteStatement)
        while try step() {
            guard try row(current) else { return }
        }
    }

    private func step() throws -> Bool {
        switch sqlite3_step(statement.sqliteStatement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    // MARK: Arguments

    private func bind(_ values: [QueueValue]) throws {
        // The previous caller may have stopped before the last row.
        sqlite3_reset(statement.sqliteStatement)
        for (offset, value) in values.enumerated() {
            let code = bind(value, at: CInt(offset + 1))
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ value: QueueValue, at index: CInt) -> CInt {
        switch value {
        case .null: return sqlite3_bind_null(statement.sqliteStatement, index)
        case .integer(let number): return sqlite3_bind_int64(statement.sqliteStatement, index, number)
        case .text(var text):
            // SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the text.
            let isCopied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // A null pointer would be NULL rather than an empty text.
                    guard let start = characters.baseAddress else {
                        return sqlite3_bind_text(statement.sqliteStatement, index, "", 0, isCopied)
                    }
                    return sqlite3_bind_text(
                        statement.sqliteStatement, index, start, CInt(characters.count), isCopied)
                }
            }
        }
    }

    private func failure(_ code: CInt) -> DatabaseError {
        let extended = sqlite3_extended_errcode(database.sqliteConnection)
        // The connection's last error belongs to this call only if both have the same primary code.
        let isOwn = extended & 0xFF == code & 0xFF
        return DatabaseError(
            resultCode: ResultCode(rawValue: isOwn ? extended : code),
            message: sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }, sql: statement.sql)
    }
}

/// The current row of a statement.
struct RawRow: QueueRowReading {
    fileprivate let statement: SQLiteStatement

    func text(_ column: QueueColumn) -> String? { text(column.rawValue) }

    func integer(_ column: QueueColumn) -> Int64? { integer(column.rawValue) }

    /// Returns the integer in a column; nil for NULL.
    func integer(_ column: Int) -> Int64? {
        guard sqlite3_column_type(statement, CInt(column)) != SQLITE_NULL else { return nil }
        return sqlite3_column_int64(statement, CInt(column))
    }

    /// Returns true if a column contains a text, and no value of another type.
    func isText(_ column: Int) -> Bool { sqlite3_column_type(statement, CInt(column)) == SQLITE_TEXT }

    /// Returns the text in a column without long runs of combining characters; nil for NULL.
    func text(_ column: Int) -> String? {
        guard let bytes = sqlite3_column_text(statement, CInt(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, CInt(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self).streamSafe
    }
}
