/// A row of a table of items, whose values are read by column.
package protocol QueueRowReading {
    /// Returns the text in a column; nil for NULL.
    func text(_ column: QueueColumn) -> String?

    /// Returns the integer in a column; nil for NULL.
    func integer(_ column: QueueColumn) -> Int64?
}
