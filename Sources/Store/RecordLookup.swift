package import GRDB
import RecordIDs

/// The result of looking up a shortened id.
package enum RecordLookup: Hashable, Sendable {
    /// The only id with this prefix.
    case found(String)
    /// No id has this prefix.
    case notFound
    /// Several ids have this prefix.
    case ambiguous(count: Int)

    /// Looks up a shortened id in a table that has a unique text column `id`.
    ///
    /// - Parameters:
    ///   - prefix: An id or a prefix of one, in any letter case.
    ///   - table: The name of the table, which must not be user input.
    ///   - condition: A further condition on the records in SQL.
    ///   - arguments: The values of the condition.
    ///   - database: A connection in a transaction.
    /// - Returns: The result. A text that is no prefix of a well-formed id must be the whole id.
    /// - Throws: `DatabaseError`.
    package static func find(
        _ prefix: String, in table: String, where condition: String = "TRUE",
        arguments: StatementArguments = [], _ database: Database
    ) throws -> RecordLookup {
        guard let range = RecordID.range(ofPrefix: prefix) else {
            // The id of a damaged record may contain any character.
            let id = try String.fetchOne(
                database, sql: "SELECT id FROM \(table) WHERE id = ? AND \(condition)",
                arguments: [prefix] + arguments)
            return id.map { .found($0) } ?? .notFound
        }
        let source = "FROM \(table) WHERE id >= ? AND id < ? AND \(condition)"
        let values: StatementArguments = [range.lowerBound, range.upperBound] + arguments
        let ids = try String.fetchAll(database, sql: "SELECT id \(source) LIMIT 2", arguments: values)
        switch ids.count {
        case 0: return .notFound
        case 1: return .found(ids[0])
        default:
            let count = try Int.fetchOne(database, sql: "SELECT count(*) \(source)", arguments: values)
            return .ambiguous(count: count ?? ids.count)
        }
    }
}
