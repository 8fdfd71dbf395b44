import DownloadQueue
import QueueRows
import Synchronization

/// A statement that writes the changed columns of an item.
struct QueueUpdate {
    /// The new values, in the order of the columns.
    let values: [QueueValue]
    private let columns: QueueChange.Columns
    private let isReported: Bool

    /// The SQL for each set of changed columns.
    ///
    /// There are few sets, and each is used thousands of times.
    private static let statements = Mutex<[QueueChange.Columns: String]>([:])

    /// Compares two versions of an item; a change that is reported gets the next number.
    init(from old: QueueItem, to new: QueueItem, _ sequence: ChangeSequence) {
        let change = QueueChange(from: old, to: new)
        columns = change.columnSet
        isReported = change.isReported
        values = isReported ? change.values + [.integer(sequence.next())] : change.values
    }

    /// The statement; the row number and the version are the last arguments.
    ///
    /// SQLite updates only the indexes of the columns that it names.
    var sql: String {
        Self.statements.withLock { statements in
            if let sql = statements[columns] { return sql }
            let names = QueueChange.columns(columns).map(\.sqlName) + (isReported ? ["changed"] : [])
            let assignments = (names.map { "\($0) = ?" } + [QueueTable.nextVersion]).joined(separator: ", ")
            let sql = "UPDATE queue_item SET \(assignments) WHERE position = ? AND version = ?"
            statements[columns] = sql
            return sql
        }
    }
}
