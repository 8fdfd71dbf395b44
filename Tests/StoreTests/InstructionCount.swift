import GRDB
import GRDBSQLite

@testable import Store

/// The work of SQLite, which tests can compare: unlike time, it does not depend on what else the machine does.
extension LeftoffDatabase {
    private final class Counter {
        var value = 0
    }

    /// Returns the number of instructions of SQLite's virtual machine that accesses to this database take.
    ///
    /// The database's accesses cannot be interrupted afterwards.
    ///
    /// - Parameters:
    ///   - unit: The number of instructions that are counted as one.
    ///   - accesses: Reads or writes this database.
    /// - Returns: The number of instructions in units.
    /// - Throws: An error of `accesses`.
    func instructions(in unit: Int32, _ accesses: () throws -> Void) throws -> Int {
        let counter = Counter()
        try read { database in
            sqlite3_progress_handler(
                database.sqliteConnection, unit,
                { context in
                    context.map { Unmanaged<Counter>.fromOpaque($0).takeUnretainedValue().value += 1 }
                    return 0
                }, Unmanaged.passUnretained(counter).toOpaque())
        }
        let result = Result { try accesses() }
        try read { sqlite3_progress_handler($0.sqliteConnection, 0, nil, nil) }
        return try withExtendedLifetime(counter) {
            try result.get()
            return counter.value
        }
    }
}
