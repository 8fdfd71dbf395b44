import GRDB
import GRDBSQLite

/// A value of a column, as SQLite takes it.
enum QuickValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)

    /// A value that may be missing.
    init(_ text: String?) { self = text.map(QuickValue.text) ?? .null }

    /// A value that may be missing.
    init(_ number: (some BinaryInteger)?) { self = number.map { QuickValue.integer(Int64($0)) } ?? .null }

    /// A truth that may be missing.
    init(_ flag: Bool?) { self = flag.map { QuickValue.integer($0 ? 1 : 0) } ?? .null }
}

/// A prepared statement of the connection's cache, run by SQLite's own functions.
///
/// GRDB makes an object of each argument, and for each look at a row a table of its columns' names: for what runs several
/// times for each download that costs as much as SQLite itself.
struct QuickStatement {
    private let database: Database
    private let statement: Statement

    /// Takes a statement from the cache, or prepares it.
    init(_ sql: String, _ database: Database) throws {
        self.database = database
        statement = try database.cachedStatement(sql: sql)
    }

    // MARK: Running

    /// Writes.
    ///
    /// - Parameter values: The values of all parameters.
    /// - Returns: The number of rows that were written, those of triggers not counted.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func write(_ values: [QuickValue]) throws -> Int {
        try bind(values)
        defer { sqlite3_reset(statement.sqliteStatement) }
        while try step() {}
        return database.changesCount
    }

    /// Reads rows until nobody wants more.
    ///
    /// - Parameters:
    ///   - values: The values of all parameters.
    ///   - row: Takes a row, which is valid only during the call, and tells whether the next one is wanted.
    /// - Throws: `DatabaseError`, and what `row` throws.
    func read(_ values: [QuickValue], _ row: (QuickRow) throws -> Bool) throws {
        try bind(values)
        try read(row)
    }

    /// Reads all rows.
    ///
    /// - Parameters:
    ///   - arguments: The values of all parameters.
    ///   - row: Makes something of a row.
    /// - Returns: What was made.
    /// - Throws: `DatabaseError`, and what `row` throws.
    func all<Value>(_ arguments: StatementArguments, _ row: (QuickRow) throws -> Value) throws -> [Value] {
        try statement.setArguments(arguments)
        var values: [Value] = []
        try read {
            values.append(try row($0))
            return true
        }
        return values
    }

    private func read(_ row: (QuickRow) throws -> Bool) throws {
        // A statement that is not reset holds its place in the table while the row is written.
        defer { sqlite3_reset(statement.sqliteStatement) }
        let current = QuickRow(statement: statement.sqliteStatement)
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

    private func bind(_ values: [QuickValue]) throws {
        // It may have been left in the middle of its rows by whoever used it last.
        sqlite3_reset(statement.sqliteStatement)
        for (offset, value) in values.enumerated() {
            let code = bind(value, at: CInt(offset + 1))
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ value: QuickValue, at index: CInt) -> CInt {
        switch value {
        case .null: return sqlite3_bind_null(statement.sqliteStatement, index)
        case .integer(let number): return sqlite3_bind_int64(statement.sqliteStatement, index, number)
        case .text(var text):
            // SQLITE_TRANSIENT, a macro that Swift does not see: SQLite keeps a copy.
            let isCopied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // Without an address it would be NULL rather than an empty text.
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
        // What the connection says last belongs to this call only if it is of the same kind.
        let isOwn = extended & 0xFF == code & 0xFF
        return DatabaseError(
            resultCode: ResultCode(rawValue: isOwn ? extended : code),
            message: sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }, sql: statement.sql)
    }
}

/// A row while its statement stands at it.
struct QuickRow {
    fileprivate let statement: SQLiteStatement

    /// The number in a column; nil for NULL.
    func integer(_ column: Int) -> Int64? {
        guard sqlite3_column_type(statement, CInt(column)) != SQLITE_NULL else { return nil }
        return sqlite3_column_int64(statement, CInt(column))
    }

    /// The text in a column; nil for NULL.
    func text(_ column: Int) -> String? {
        guard let bytes = sqlite3_column_text(statement, CInt(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, CInt(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
