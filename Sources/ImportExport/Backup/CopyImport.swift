/// The import of the copies of a backup, in batches, from its lines.
///
/// ```swift
/// func importCopies(_ lines: [[UInt8]], into store: some BackupStore) throws {
///     var copies = CopyImport(store: store)
///     for line in lines { try copies.add(line: line) }
///     try copies.flush()
///     print(copies.tally.added, copies.unreadableCount)
/// }
/// ```
package struct CopyImport {
    /// The number of copies in one transaction.
    private static let batchLength = 64
    /// The size of copies in bytes from which a transaction begins.
    private static let batchByteCount = 8 << 20

    private let store: any BackupStore
    private var batch: [BackupCopy] = []
    private var byteCount = 0
    private var number = 0
    private var listed: [String] = []
    /// The numbers of copies that were added and refused.
    package private(set) var tally = CopyTally()
    /// The number of copies that cannot be read.
    package private(set) var unreadableCount = 0

    /// Creates an import into a store.
    package init(store: any BackupStore) {
        self.store = store
    }

    /// One line for each copy that cannot be read; after the first 10,000, one line counts the others.
    package var omissions: [String] {
        let rest = unreadableCount - listed.count
        return rest > 0 ? listed + ["\(rest) more copies cannot be read"] : listed
    }

    /// Imports a line of a backup, at once or with later ones.
    ///
    /// - Throws: The error of the store; ``ImportExportError/malformed(_:)`` if too many copies cannot be read. What
    ///   precedes this one is imported then.
    package mutating func add(line: [UInt8]) throws {
        number += 1
        do throws(ImportExportError) { batch.append(try BackupCopy(line: line, number: number)) } catch {
            try leaveOut(error.description)
            return
        }
        byteCount += line.count
        if batch.count >= Self.batchLength || byteCount >= Self.batchByteCount { try flush() }
    }

    private mutating func leaveOut(_ omission: String) throws {
        unreadableCount += 1
        if listed.count < PlaceImport.omissionLimit { listed.append(omission) }
        guard unreadableCount > BackupContents.unreadableLimit else { return }
        try flush()
        throw ImportExportError.malformed(
            "more than \(BackupContents.unreadableLimit) of its copies cannot be read; its places, and the copies "
                + "before copy \(number), are imported")
    }

    /// Imports the remaining lines.
    ///
    /// - Throws: The error of the store.
    package mutating func flush() throws {
        let copies = batch
        batch = []
        byteCount = 0
        tally.add(try store.importCopies(copies))
    }
}
