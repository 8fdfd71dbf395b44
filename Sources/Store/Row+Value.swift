import GRDB

extension Row {
    /// Returns the value of a column; nil if it is NULL or of another type.
    ///
    /// The subscripts of GRDB end the process for a value of another type, which a damaged file can contain.
    ///
    /// - Parameter index: The index of the column, from 0.
    /// - Returns: The value.
    func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
        Value.fromDatabaseValue(self[index] as DatabaseValue)
    }
}
