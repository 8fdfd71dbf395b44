import GRDB
import Syntax

/// The result of looking up a shortened id.
enum RecordLookup: Hashable, Sendable {
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
    /// - Returns: The result. A whole id of any characters comes first, so that damaged ids can be entered.
    /// - Throws: `DatabaseError`.
    static func find(
        _ prefix: String, in table: String, where condition: String = "TRUE",
        arguments: StatementArguments = [], _ database: Database
    ) throws -> RecordLookup {
        // The id of a damaged record may contain any character, also capital letters.
        let exact = try Row.fetchOne(
            database, sql: "SELECT id FROM \(table) WHERE id = ? AND \(condition)", arguments: [prefix] + arguments)
        if exact != nil { return .found(prefix) }
        guard let range = RecordID.range(ofPrefix: prefix) else { return .notFound }
        let source = "FROM \(table) WHERE id >= ? AND id < ? AND \(condition)"
        let values: StatementArguments = [range.lowerBound, range.upperBound] + arguments
        let ids = try Row.fetchAll(database, sql: "SELECT id \(source) LIMIT 2", arguments: values)
            .compactMap { $0.value(0) as String? }
        switch ids.count {
        case 0: return .notFound
        case 1: return .found(ids[0])
        default:
            let count = try Int.fetchOne(database, sql: "SELECT count(*) \(source)", arguments: values)
            return .ambiguous(count: count ?? ids.count)
        }
    }

    // MARK: Records whose ids cannot be entered

    /// Returns the name of a record whose id cannot be entered, such as `at position 7`.
    static func name(ofPosition position: Int64) -> String { RecordID.name(ofPosition: position) }

    /// Gives the record of a name by position a new id, so that it can be removed like any other.
    ///
    /// - Parameters:
    ///   - name: A name that ``name(ofPosition:)`` returned. Any other text is returned unchanged.
    ///   - table: The name of the table, which must not be user input.
    ///   - column: The column of the positions.
    ///   - database: A connection in a write transaction.
    /// - Returns: The new id, or the name if it denotes no record or is the id of one.
    /// - Throws: `DatabaseError`.
    static func assigningID(
        _ name: String, in table: String, position column: String, _ database: Database
    ) throws -> String {
        guard let position = RecordID.position(ofName: name), try find(name, in: table, database) == .notFound
        else { return name }
        let id = RecordID.random()
        try database.execute(sql: "UPDATE \(table) SET id = ? WHERE \(column) = ?", arguments: [id, position])
        return database.changesCount > 0 ? id : name
    }
}
