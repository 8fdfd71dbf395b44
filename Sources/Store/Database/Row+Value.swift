import GRDB
import Syntax

extension Row {
    /// Returns the value of a column; nil if it is NULL or of another type.
    ///
    /// The subscripts of GRDB end the process for a value of another type, which a damaged file can contain.
    ///
    /// - Parameter index: The index of the column, from 0.
    /// - Returns: The value; a text has no long runs of combining characters; see `String.streamSafe`.
    func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
        let value = self[index] as DatabaseValue
        guard case .string(let text) = value.storage, text.hasLongCombiningRun else {
            return Value.fromDatabaseValue(value)
        }
        return Value.fromDatabaseValue(text.streamSafe.databaseValue)
    }

    /// Returns the JSON in a column; nil if it is no text.
    ///
    /// The reader of JSON removes long runs of combining characters from its texts.
    func json(_ index: Int) -> String? { String.fromDatabaseValue(self[index] as DatabaseValue) }

    /// Returns the value of a column as it is stored, of whatever type.
    ///
    /// - Parameter index: The index of the column, from 0.
    /// - Returns: The value, by which the row can be found again.
    func stored(_ index: Int) -> DatabaseValue { self[index] as DatabaseValue }

    /// Returns the id in a column; nil if it is no text, or one that cannot be entered (`RecordID.canBeEntered`).
    func id(_ index: Int) -> String? {
        guard case .string(let id) = (self[index] as DatabaseValue).storage, RecordID.canBeEntered(id) else {
            return nil
        }
        return id
    }
}

extension RowCursor {
    /// Reads rows up to a number of readable ones; damaged rows do not count.
    ///
    /// - Parameters:
    ///   - limit: The number of readable rows; nil for all.
    ///   - column: The index of the column with the position of a row.
    ///   - body: Reads a row, and returns true if it is readable.
    /// - Returns: The position of the last row that was read if there are more; otherwise nil.
    /// - Throws: `DatabaseError`, and the errors of `body`.
    func readPage(limit: Int?, position column: Int, _ body: (Row) throws -> Bool) throws -> Int64? {
        var count = 0
        var last: Int64?
        while let row = try next() {
            // One more row shows that the list continues.
            if count == limit { return last }
            last = row.value(column)
            if try body(row) { count += 1 }
        }
        return nil
    }
}
