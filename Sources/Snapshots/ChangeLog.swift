/// A log of the changes to places and downloads, made by any process.
///
/// It keeps only the last change of each record. The functions block for a short time and may be called from any
/// thread.
package protocol ChangeLog: Sendable {
    /// Returns the number of the last change, or 0 if there was none.
    ///
    /// - Throws: The log's own error if it cannot be read.
    func newest() throws -> Int64

    /// Returns the changes after a given one, oldest first.
    ///
    /// - Parameters:
    ///   - number: The number of the last change that the caller has processed.
    ///   - limit: The maximum number of changes to return.
    /// - Returns: The changes, or nil if some changes after `number` are no longer recorded or `number` is not from
    ///   this log.
    /// - Throws: The log's own error if it cannot be read.
    func changes(after number: Int64, limit: Int) throws -> [RecordChange]?
}
