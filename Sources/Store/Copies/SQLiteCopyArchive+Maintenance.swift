import FoundationEssentials
import GRDB

extension SQLiteCopyArchive {
    /// The age in seconds from which a file without a record is deleted.
    ///
    /// A younger one may belong to a copy that an older version of Leftoff, or a file system without locks, is storing.
    static let strayAge = 3_600
    /// The number of copies that are removed in one transaction.
    private static let batchLength = 500

    /// Updates the full-text index, and deletes the files of removed copies and of killed processes.
    ///
    /// If the budget was lowered, removes copies of finished places as the rules say.
    ///
    /// - Throws: ``StoreError``.
    package func performMaintenance() throws {
        try removeOrphans()
        try shrink()
        try updateIndex()
        try removeStrayFiles(olderThan: Self.strayAge)
    }

    /// Removes copies of finished places until all copies fit into the budget.
    private func shrink() throws {
        let policy = policy()
        guard policy.overflow == .evict else { return }
        while try database.read({ try CopyTable.total($0) }) > policy.budget {
            let count = try database.write {
                try CopyTable.shrink(to: policy.budget, limit: Self.batchLength, $0)
            }
            if count < Self.batchLength { return }
        }
    }

    /// Removes the records of copies whose places were erased by an older version of Leftoff.
    private func removeOrphans() throws {
        let isOrphan = """
            NOT EXISTS (SELECT 1 FROM snapshots WHERE id = place)
            AND NOT EXISTS (SELECT 1 FROM snapshot_forgotten WHERE id = place)
            """
        let exists = try database.read {
            try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM page_copy WHERE \(isOrphan))")
        }
        // Usually there is nothing to do, and reading does not block other processes.
        guard exists == true else { return }
        try database.write { try $0.execute(sql: "DELETE FROM page_copy WHERE \(isOrphan)") }
    }

    /// Brings the full-text index up to date, and then deletes the files of removed copies.
    ///
    /// - Throws: ``StoreError``.
    package func updateIndex() throws {
        try database.copyIndex.update(from: database)
        let digests = try database.read { try Self.digests("SELECT digest FROM copy_unreferenced", $0) }
        guard !digests.isEmpty else { return }
        try files.exclusively {
            // Another process may have stored the same content again.
            let unreferenced = try database.read { connection in
                try Self.digests(
                    """
                    SELECT digest FROM copy_unreferenced AS u
                    WHERE NOT EXISTS (SELECT 1 FROM copy_removed WHERE digest = u.digest)
                        AND NOT EXISTS (SELECT 1 FROM copy_file WHERE digest = u.digest)
                    """, connection)
            }
            for digest in unreferenced { files.remove(digest: digest) }
            try database.write { connection in
                for digest in unreferenced {
                    try connection.execute(sql: "DELETE FROM copy_unreferenced WHERE digest = ?", arguments: [digest])
                }
            }
        }
    }

    /// Deletes files without a record.
    ///
    /// - Parameter age: The minimum age of a file, in seconds.
    /// - Returns: The number of deleted files.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func removeStrayFiles(olderThan age: Int) throws -> Int {
        var candidates: [(file: String, digest: String?)] = []
        let now = Int(SnapshotRow.milliseconds(Date()) / 1_000)
        files.forEachFile { file, digest, modifiedAt in
            if modifiedAt <= now - age { candidates.append((file, digest)) }
        }
        guard !candidates.isEmpty else { return 0 }
        let known = try database.read { try Self.knownDigests($0) }
        let strays = candidates.filter { $0.digest.map { !known.contains($0) } ?? true }
        guard !strays.isEmpty else { return 0 }
        return try files.exclusively {
            // A copy may have been stored meanwhile.
            let known = try database.read { try Self.knownDigests($0) }
            var count = 0
            for stray in strays where stray.digest.map({ !known.contains($0) }) ?? true {
                StoreDirectory.removeFile(stray.file)
                count += 1
            }
            return count
        }
    }

    /// Removes the copies whose files are missing or damaged, and the files without a record.
    ///
    /// - Returns: The number of removed copies and of deleted files.
    /// - Throws: ``StoreError``.
    package func removeDamaged() throws -> (copies: Int, files: Int) {
        let damaged = try CopyHealth.damagedDigests(database)
        let copies = try database.write { connection in
            try damaged.reduce(0) { count, digest in
                try connection.execute(sql: "DELETE FROM page_copy WHERE digest = ?", arguments: [digest])
                return count + connection.changesCount
            }
        }
        try updateIndex()
        return (copies, try removeStrayFiles(olderThan: 0))
    }

    /// Removes all copies of places, which stay.
    ///
    /// - Parameter placeIDs: Complete ids of places.
    /// - Returns: The number of removed copies.
    /// - Throws: ``StoreError``.
    package func removeAll(of placeIDs: [String]) throws -> Int {
        let count = try database.write { connection in
            try placeIDs.reduce(0) { count, id in
                try connection.execute(sql: "DELETE FROM page_copy WHERE place = ?", arguments: [id])
                return count + connection.changesCount
            }
        }
        try updateIndex()
        return count
    }

    static func knownDigests(_ connection: Database) throws -> Set<String> {
        Set(try digests("SELECT digest FROM copy_file UNION ALL SELECT digest FROM copy_unreferenced", connection))
    }

    /// Returns the digests that a statement selects, without those that are not texts.
    private static func digests(_ sql: String, _ connection: Database) throws -> [String] {
        try Row.fetchAll(connection, sql: sql).compactMap { $0.value(0) }
    }
}
