import GRDB

/// The best score of each mode of the game.
package struct ZenScores: Sendable {
    private let database: LeftoffDatabase

    /// Creates the scores of a store.
    package init(database: LeftoffDatabase) {
        self.database = database
    }

    /// Returns the best score.
    ///
    /// - Parameter mode: The name of a game mode.
    /// - Returns: The score; 0 before the first game.
    /// - Throws: ``StoreError`` if the store cannot be read.
    package func best(_ mode: String) throws -> Int {
        try database.read {
            try Int.fetchOne($0, sql: "SELECT best FROM zen_scores WHERE mode = ?", arguments: [mode]) ?? 0
        }
    }

    /// Stores a score if it is higher than the best one.
    ///
    /// - Parameters:
    ///   - score: The score of the game that has ended.
    ///   - mode: The name of a game mode.
    /// - Returns: The best score now.
    /// - Throws: ``StoreError`` if the store cannot be written.
    package func record(_ score: Int, _ mode: String) throws -> Int {
        try database.write {
            try $0.execute(
                sql: """
                    INSERT INTO zen_scores (mode, best) VALUES (?, ?)
                    ON CONFLICT (mode) DO UPDATE SET best = max(best, excluded.best)
                    """, arguments: [mode, score])
            return try Int.fetchOne($0, sql: "SELECT best FROM zen_scores WHERE mode = ?", arguments: [mode]) ?? score
        }
    }

    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("zen-1") { database in
            try database.execute(sql: "CREATE TABLE zen_scores (mode TEXT PRIMARY KEY, best INTEGER NOT NULL) STRICT")
        }
    }
}
