package import GRDB

/// What a shortened id names.
package enum RecordLookup: Hashable, Sendable {
    /// The one id that begins so.
    case found(String)
    /// No id begins so.
    case notFound
    /// Several ids begin so.
    case ambiguous(count: Int)

    /// Looks an id up in a table that has a unique text column `id`.
    ///
    /// - Parameters:
    ///   - prefix: An id or the beginning of one, in either case of letters.
    ///   - table: The table's name, which is not user input.
    ///   - database: The connection.
    /// - Returns: What it names; an empty text and one with characters that no id has name nothing.
    /// - Throws: The database's errors.
    package static func find(_ prefix: String, in table: String, _ database: Database) throws -> RecordLookup {
        let key = prefix.lowercased()
        guard !key.isEmpty, key.utf8.count <= RecordID.length, key.utf8.allSatisfy(RecordID.alphabet.contains) else {
            return .notFound
        }
        // "{" follows "z", the last character of the alphabet.
        let ids = try String.fetchAll(
            database, sql: "SELECT id FROM \(table) WHERE id >= ? AND id < ? LIMIT 2", arguments: [key, key + "{"])
        switch ids.count {
        case 0: return .notFound
        case 1: return .found(ids[0])
        default:
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM \(table) WHERE id >= ? AND id < ?", arguments: [key, key + "{"])
            return .ambiguous(count: count ?? ids.count)
        }
    }
}
