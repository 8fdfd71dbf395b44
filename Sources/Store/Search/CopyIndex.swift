import FoundationEssentials
import GRDB
import Places
import Synchronization

/// The full-text index of text copies, in an SQLite file of its own.
///
/// It contains no text, only the words and the positions of the places in which they occur, and it can be built again
/// from the copies at any time. The rows are identified by ``StoredSnapshot/position``.
final class CopyIndex: Sendable {
    /// The name of the file in the directory of copies.
    static let fileName = "index.sqlite"
    /// The layout of the file, stored as `PRAGMA user_version`; a file of another layout is built again.
    private static let layoutVersion: Int32 = 1
    /// The number of copies that one transaction indexes, which bounds how long other processes wait.
    private static let batchLength = 500

    /// The file's absolute path.
    private let path: String
    private let directory: String
    private let open = Mutex<OpenIndex?>(nil)

    /// An error for a removed copy whose words cannot be removed, because its file is missing or damaged.
    private struct UnknownWords: Error {}

    /// An open index, and the identity of its file.
    private struct OpenIndex {
        var queue: DatabaseQueue
        var file: StoreDirectory.Identity?
    }

    /// Creates the index of a directory of copies, which need not exist.
    ///
    /// - Parameter directory: The absolute path.
    init(directory: String) {
        self.directory = directory
        path = directory + "/" + Self.fileName
    }

    /// Returns true if there is an index, also if it is damaged.
    ///
    /// - Throws: ``StoreError`` if the directory cannot be read.
    func exists() throws -> Bool { try StoreDirectory.exists(path) }

    // MARK: - Updating

    /// Indexes new copies, and removes those of removed copies.
    ///
    /// - Parameter database: The database that contains the records of the copies.
    /// - Throws: ``StoreError``; then the index contains the copies before the one that cannot be read.
    func update(from database: LeftoffDatabase) throws {
        let (hasCopies, hasRemoved) = try database.read { connection in
            (
                try Bool.fetchOne(connection, sql: "SELECT EXISTS (SELECT 1 FROM page_copy)") == true,
                try Bool.fetchOne(connection, sql: "SELECT EXISTS (SELECT 1 FROM copy_removed)") == true
            )
        }
        // Without copies there is no index.
        guard try hasCopies || exists() else {
            if hasRemoved { try Self.deleteRemoved(database) }
            return
        }
        do {
            do {
                while try updateBatch(from: database) {}
            } catch let error where Self.requiresRebuilding(error) {
                try discard()
                while try updateBatch(from: database) {}
            }
        } catch let error as DatabaseError {
            guard hasRemoved, error.resultCode == .SQLITE_FULL else { throw StoreError(error, path: path) }
            // The files of removed copies, which take the space, are deleted only after their words.
            try discard()
            try Self.deleteRemoved(database)
        }
    }

    /// Deletes the list of removed copies, because there is no index that contains them.
    private static func deleteRemoved(_ database: LeftoffDatabase) throws {
        try database.write { try $0.execute(sql: "DELETE FROM copy_removed WHERE TRUE") }
    }

    /// Indexes a batch of copies.
    ///
    /// - Returns: True if there are more.
    private func updateBatch(from database: LeftoffDatabase) throws -> Bool {
        let queue = try opened()
        // The transaction on the index is exclusive from its start, so that two processes do not add the same copies.
        var failure: StoreError?
        let (removed, hasMore) = try queue.write { index in
            var last = try Int64.fetchOne(index, sql: "SELECT number FROM progress") ?? 0
            let (removed, added) = try database.read { connection in
                (
                    try Row.fetchAll(
                        connection, sql: "SELECT number, position, digest FROM copy_removed ORDER BY number"),
                    try Row.fetchAll(
                        connection,
                        sql: """
                            SELECT c.number, c.position, c.digest, f.byte_count, c.kind
                            FROM page_copy AS c JOIN copy_file AS f USING (digest)
                            WHERE c.number > ?1 AND +c.number > ?1
                            ORDER BY c.number LIMIT ?
                            """, arguments: [last, Self.batchLength])
                )
            }
            for row in removed {
                guard let number: Int64 = row.value(0), let position: Int64 = row.value(1) else { continue }
                try Self.remove(
                    number: number, position: position, digest: row.value(2) ?? "", from: database.copyFiles, index)
            }
            for row in added {
                guard let number: Int64 = row.value(0) else { continue }
                do {
                    try Self.add(row, number: number, from: database.copyFiles, index)
                } catch let error as StoreError {
                    failure = error
                    break
                }
                last = number
            }
            try index.execute(sql: "UPDATE progress SET number = ?", arguments: [last])
            return (removed.compactMap { $0.value(0) as Int64? }, added.count == Self.batchLength)
        }
        if !removed.isEmpty {
            try database.write { connection in
                let statement = try connection.makeStatement(sql: "DELETE FROM copy_removed WHERE number = ?")
                for number in removed { try statement.execute(arguments: [number]) }
            }
        }
        if let failure { throw failure }
        return hasMore
    }

    /// Adds the words of a copy, if it is a readable text.
    private static func add(_ row: Row, number: Int64, from files: CopyFiles, _ index: Database) throws {
        guard row.value(4) == CopyKind.text.rawValue, let position: Int64 = row.value(1) else { return }
        do {
            let content = try files.content(digest: row.value(2) ?? "", byteCount: CopyTable.byteCount(row, 3))
            try IndexedWords(content: content)?.insert(number: number, position: position, index)
        } catch StoreError.damagedCopy {
            // It is reported when the copy is shown, and by `leftoff doctor`.
        }
    }

    /// Removes the words of a copy, if they are indexed.
    private static func remove(
        number: Int64, position: Int64, digest: String, from files: CopyFiles, _ index: Database
    ) throws {
        let indexed = try Row.fetchOne(
            index, sql: "SELECT has_pairs FROM indexed WHERE position = ? AND number = ?",
            arguments: [position, number])
        guard indexed != nil else { return }
        let content: [UInt8]
        do { content = try files.content(digest: digest, byteCount: TextCopy.maximumByteCount) } catch StoreError
            .damagedCopy
        {
            throw UnknownWords()
        }
        guard let words = IndexedWords(content: content) else { throw UnknownWords() }
        try words.delete(position: position, index)
        try index.execute(sql: "DELETE FROM indexed WHERE position = ?", arguments: [position])
    }

    // MARK: - Searching

    /// Runs a query on the index.
    ///
    /// - Parameter body: Reads from the index.
    /// - Returns: The result; nil if there is no index, or if it is damaged, which the next update repairs.
    /// - Throws: An error of `body`, except those of SQLite.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        guard try exists() else { return nil }
        // An index that cannot be opened, such as one in a read-only directory, is like none.
        guard let queue = try? opened() else { return nil }
        do {
            return try queue.read(body)
        } catch let error as DatabaseError {
            if Self.requiresRebuilding(error) { try discard() }
            return nil
        }
    }

    // MARK: - Opening

    private func opened() throws -> DatabaseQueue {
        try open.withLock { open in
            // Another process may have discarded the file.
            if let open, open.file != nil, StoreDirectory.identity(of: path) == open.file { return open.queue }
            open = nil
            let directory = try StoreDirectory(creating: directory)
            let queue = try directory.exclusively {
                if try !StoreDirectory.exists(path) { try directory.createEmptyFile(path) }
                do { return try Self.prepared(path) } catch let error as DatabaseError
                    where Self.requiresRebuilding(error) || error.resultCode == .SQLITE_ERROR
                {
                    removeFiles()
                    try directory.createEmptyFile(path)
                    return try Self.prepared(path)
                }
            }
            open = OpenIndex(queue: queue, file: StoreDirectory.identity(of: path))
            return queue
        }
    }

    /// Opens the file, and creates its tables if it is empty or has another layout.
    private static func prepared(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "leftoff.copies"
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { database in
            // See `JournalMode`; a file that a power failure damages is built again.
            let version = try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
            _ = try String.fetchOne(
                database, sql: "PRAGMA journal_mode=\(JournalMode.mode(version: JournalMode.version(version)))")
            try database.execute(sql: "PRAGMA synchronous=NORMAL")
            try database.execute(sql: "PRAGMA cache_size=-32768")
            try database.execute(sql: "PRAGMA temp_store=MEMORY")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let version = try queue.read { try Int32.fetchOne($0, sql: "PRAGMA user_version") }
        guard version != layoutVersion else {
            // Fails if a table is missing.
            try queue.read { database in
                for table in ["copy_word", "copy_pair"] {
                    _ = try Row.fetchOne(database, sql: "SELECT 1 FROM \(table) WHERE \(table) MATCH 'a' LIMIT 1")
                }
                _ = try Row.fetchOne(database, sql: "SELECT 1 FROM indexed, progress LIMIT 1")
            }
            return queue
        }
        try queue.write { database in
            for table in ["copy_word", "copy_pair", "indexed", "progress"] {
                try database.execute(sql: "DROP TABLE IF EXISTS \(table)")
            }
            try database.execute(sql: schema)
            try database.execute(sql: "PRAGMA user_version=\(layoutVersion)")
        }
        return queue
    }

    /// The tables.
    ///
    /// `detail=none` stores neither the number nor the positions of a word's occurrences: the index takes a third of
    /// the space, and no query needs them. Prefixes of up to three letters, which match many words, have indexes of
    /// their own. `copy_pair` contains the tokens of ``BigramTokenizer``.
    private static let schema = """
        CREATE VIRTUAL TABLE copy_word USING fts5(
            words, content='', columnsize=0, detail=none, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
        );
        CREATE VIRTUAL TABLE copy_pair USING fts5(
            pairs, content='', columnsize=0, detail=none, tokenize='ascii', prefix='5'
        );
        CREATE TABLE indexed (
            position INTEGER PRIMARY KEY, number INTEGER NOT NULL, has_pairs INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE progress (number INTEGER NOT NULL) STRICT;
        INSERT INTO progress VALUES (0);
        """

    private func discard() throws {
        try open.withLock { open in
            open = nil
            try StoreDirectory(creating: directory).exclusively { removeFiles() }
        }
    }

    private func removeFiles() {
        for ending in [""] + LeftoffDatabase.journalEndings { StoreDirectory.removeFile(path + ending) }
    }

    private static func requiresRebuilding(_ error: any Error) -> Bool {
        if let error = error as? DatabaseError {
            return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
        }
        return error is UnknownWords
    }
}

/// The words of a text copy, as the full-text index receives them.
struct IndexedWords {
    /// The text without characters of scripts that have no spaces between words.
    private let words: String
    /// The tokens of ``BigramTokenizer``.
    private let pairs: String

    /// Reads the words of a copy; nil if it cannot be read.
    ///
    /// - Parameter content: The JSON of the copy.
    init?(content: [UInt8]) {
        guard let copy = try? TextCopy(json: content) else { return nil }
        self.init(text: Self.text(of: copy))
    }

    private init(text: String) {
        pairs = BigramTokenizer.tokens(of: [text])
        words = pairs.isEmpty ? text : Self.spaced(text)
    }

    /// Returns the text that is searched: the title, the author, the text, and the texts of images.
    static func text(of copy: TextCopy) -> String {
        var parts = [copy.title, copy.byline, copy.plainText].compactMap { $0 }
        parts += copy.blocks.compactMap { $0.image?.alternativeText }
        return parts.joined(separator: "\n")
    }

    /// Returns a text with the characters of scripts without spaces replaced by spaces.
    static func spaced(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(BigramTokenizer.isUnspaced(scalar) ? " " : scalar) }
        return String(result)
    }

    /// Adds the words of a copy.
    func insert(number: Int64, position: Int64, _ index: Database) throws {
        try index.cachedStatement(sql: "INSERT INTO copy_word (rowid, words) VALUES (?, ?)")
            .execute(arguments: [position, words])
        if !pairs.isEmpty {
            try index.cachedStatement(sql: "INSERT INTO copy_pair (rowid, pairs) VALUES (?, ?)")
                .execute(arguments: [position, pairs])
        }
        try index.cachedStatement(
            sql: "INSERT OR REPLACE INTO indexed (position, number, has_pairs) VALUES (?, ?, ?)"
        ).execute(arguments: [position, number, !pairs.isEmpty])
    }

    /// Removes the words of a copy, which must be indexed.
    func delete(position: Int64, _ index: Database) throws {
        try index.execute(
            sql: "INSERT INTO copy_word (copy_word, rowid, words) VALUES ('delete', ?, ?)",
            arguments: [position, words])
        guard !pairs.isEmpty else { return }
        try index.execute(
            sql: "INSERT INTO copy_pair (copy_pair, rowid, pairs) VALUES ('delete', ?, ?)",
            arguments: [position, pairs])
    }
}
