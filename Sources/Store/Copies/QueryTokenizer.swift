import GRDB
import Synchronization

/// A splitter of queries into words, which uses the tokenizer of the full-text index itself.
///
/// The index has no positions of words and therefore cannot search phrases, so each piece of a query must be exactly
/// one token. Only SQLite knows which characters its tokenizer counts as parts of a word, and how it folds them.
final class QueryTokenizer: Sendable {
    /// The tokenizer of the process; it has no state between calls.
    static let shared = QueryTokenizer()

    private let open = Mutex<DatabaseQueue?>(nil)

    /// Returns the words of a text in order, folded as in the index.
    ///
    /// - Throws: `DatabaseError`.
    func tokens(of text: String) throws -> [String] {
        try open.withLock { open in
            let queue = try open ?? Self.makeQueue()
            open = queue
            return try queue.write { database in
                try database.execute(sql: "INSERT INTO piece (rowid, text) VALUES (1, ?)", arguments: [text])
                defer { try? database.execute(sql: "DELETE FROM piece") }
                return try String.fetchAll(database, sql: "SELECT term FROM piece_token ORDER BY offset")
            }
        }
    }

    private static func makeQueue() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE VIRTUAL TABLE piece USING fts5(text, tokenize='unicode61 remove_diacritics 2');
                    CREATE VIRTUAL TABLE piece_token USING fts5vocab('piece', 'instance');
                    """)
        }
        return queue
    }
}
