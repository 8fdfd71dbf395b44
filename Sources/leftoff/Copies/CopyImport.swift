import ImportExport
import Store

/// The import of the copies of a backup, in batches.
struct CopyImport {
    /// The number of copies in one transaction.
    private static let batchLength = 64
    /// The size of copies in bytes from which a transaction begins.
    private static let batchByteCount = 8 << 20

    private let store: SQLiteBackupStore
    private var batch: [BackupCopy] = []
    private var byteCount = 0
    private var number = 0
    /// The numbers of copies that were added and refused.
    private(set) var tally = CopyTally()
    /// One line for each copy that cannot be read.
    private(set) var omissions: [String] = []

    /// Creates an import into a store.
    init(store: SQLiteBackupStore) {
        self.store = store
    }

    /// Imports copies that are in memory.
    ///
    /// - Throws: `StoreError`.
    mutating func add(_ copies: [BackupCopy]) throws { tally.add(try store.importCopies(copies)) }

    /// Imports a line of a backup, at once or with later ones.
    ///
    /// - Throws: `StoreError`.
    mutating func add(line: [UInt8]) throws {
        number += 1
        do throws(ImportExportError) { batch.append(try BackupCopy(line: line, number: number)) } catch {
            omissions.append(error.description)
            return
        }
        byteCount += line.count
        if batch.count >= Self.batchLength || byteCount >= Self.batchByteCount { try flush() }
    }

    /// Imports the remaining lines.
    ///
    /// - Throws: `StoreError`.
    mutating func flush() throws {
        let copies = batch
        batch = []
        byteCount = 0
        try add(copies)
    }
}
