/// Tells what has changed among places and downloads, whoever changed it.
///
/// Of each record it knows the last change alone. Calls block for a short time and may come from any thread.
package protocol ChangeLog: Sendable {
    /// The number of the last change; 0 when there was none.
    ///
    /// - Throws: The log's own error when it cannot be read.
    func newest() throws -> Int64

    /// The changes after one, in order.
    ///
    /// - Parameters:
    ///   - number: The last change that is known.
    ///   - limit: The most to return.
    /// - Returns: The changes; nil when some that came after it are no more known, or it is no change of this log.
    /// - Throws: The log's own error when it cannot be read.
    func changes(after number: Int64, limit: Int) throws -> [RecordChange]?
}
