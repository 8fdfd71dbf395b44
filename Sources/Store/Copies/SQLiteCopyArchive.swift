package import FoundationEssentials
import GRDB
package import Places
import Syntax
import WHATWGURL

/// The copies of pages: files beside the SQLite database, whose tables refer to them.
///
/// A copy is stored when its file and its record are durable. A file without a record, which a killed process leaves,
/// is deleted later by ``performMaintenance()``. The archive's own error is ``StoreError``.
package struct SQLiteCopyArchive: CopyArchive {
    /// A content to be stored.
    package struct Addition: Sendable {
        /// The JSON in UTF-8, as `CopyKind.normalized(json:)` returns it.
        package var content: [UInt8]
        /// The kind of copy.
        package var kind: CopyKind
        /// The complete id of the place.
        package var placeID: String
        /// The time when the copy was stored; nil for now.
        package var storedAt: Date?

        /// Creates an addition.
        package init(content: [UInt8], kind: CopyKind, placeID: String, storedAt: Date? = nil) {
            self.content = content
            self.kind = kind
            self.placeID = placeID
            self.storedAt = storedAt
        }
    }

    /// A copy that is compressed, but not yet stored.
    private struct Prepared {
        let newCopy: CopyTable.NewCopy
        let compressed: [UInt8]
        /// The address of the page in the copy; nil if it is malformed.
        let page: WebURL?
    }

    /// An error that rolls a transaction back because a copy does not fit.
    private struct DoesNotFit: Error {}

    private let database: LeftoffDatabase
    let policy: @Sendable () -> CopyPolicy
    private let now: @Sendable () -> Date

    /// Creates the archive of a database.
    ///
    /// - Parameters:
    ///   - database: The database, whose directory contains the files.
    ///   - policy: Returns the current rules.
    ///   - now: The clock for `StoredCopy.storedAt`.
    package init(
        database: LeftoffDatabase, policy: @escaping @Sendable () -> CopyPolicy, now: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.policy = policy
        self.now = now
    }

    private var files: CopyFiles { database.copyFiles }

    package func copies(of placeID: String) throws -> [StoredCopy] {
        try database.read { try CopyTable.copies(of: placeID, $0) }
    }

    package func content(of copy: StoredCopy) throws -> [UInt8] {
        try files.content(digest: copy.digest, byteCount: copy.byteCount)
    }

    package func nearestCopy(to placeID: String, kind: CopyKind) throws -> StoredCopy? {
        try database.read { try CopyTable.nearest(to: placeID, kind: kind, $0) }
    }

    package func add(_ content: [UInt8], kind: CopyKind, to placeID: String) throws -> CopyOutcome {
        try add([Addition(content: content, kind: kind, placeID: placeID)])[0]
    }

    /// Stores several copies in one transaction.
    ///
    /// - Parameter additions: The contents, in the order in which they are stored.
    /// - Returns: The record or the refusal of each.
    /// - Throws: ``StoreError``, or `SnapshotArchiveError` if there is no such place; then none is stored.
    package func add(_ additions: [Addition]) throws -> [CopyOutcome] {
        let policy = policy()
        let now = now()
        let prepared = try additions.map { addition in
            guard let compressed = Gzip.compressed(addition.content, level: .usual) else {
                throw StoreError.inputOutput(path: files.path, reason: "\(CompressionError.outOfMemory)")
            }
            let newCopy = CopyTable.NewCopy(
                place: addition.placeID, kind: addition.kind, digest: try files.digest(of: addition.content),
                byteCount: addition.content.count, storedByteCount: compressed.count,
                storedAt: SnapshotRow.milliseconds(addition.storedAt ?? now))
            return Prepared(
                newCopy: newCopy, compressed: compressed, page: addition.kind.address(in: addition.content))
        }
        let outcomes = try files.exclusively {
            let refusals = try database.read { connection in
                try prepared.map { try refusal($0, policy, connection) }
            }
            for (item, refusal) in zip(prepared, refusals) where refusal == nil {
                try files.write(item.compressed, digest: item.newCopy.digest)
            }
            let outcomes = try database.write { connection in
                try zip(prepared, refusals).map { item, refusal in
                    if let refusal { return CopyOutcome.refused(reason: refusal) }
                    return try insert(item.newCopy, policy, connection)
                }
            }
            removeFiles(ofRefused: zip(prepared.map(\.newCopy), outcomes).map { ($0, $1) })
            return outcomes
        }
        // The index is derived data: it catches up later if this fails.
        try? updateIndex()
        return outcomes
    }

    package func remove(_ kind: CopyKind, of placeID: String) throws {
        try database.write { connection in
            try connection.execute(
                sql: "DELETE FROM page_copy WHERE place = ? AND kind = ?", arguments: [placeID, kind.rawValue])
        }
        try? updateIndex()
    }

    // MARK: - Adding

    /// Returns the reason that can be known before a file is written; nil if there is none.
    private func refusal(
        _ item: Prepared, _ policy: CopyPolicy, _ connection: Database
    ) throws -> CopyRefusal? {
        let newCopy = item.newCopy
        let row = try Row.fetchOne(
            connection, sql: "SELECT \(SnapshotRow.columns) FROM snapshots WHERE id = ?", arguments: [newCopy.place])
        guard let row else { throw SnapshotArchiveError.notFound(newCopy.place) }
        guard let place = try? SnapshotRow.stored(row) else { return .damagedPlace }
        let excluded = ExcludedHosts(policy.excludedHosts)
        if let host = excluded.host(of: place.snapshot) ?? item.page.flatMap({ excluded.host(of: $0) }) {
            return .excludedHost(host)
        }
        // The tab may show another page by the time it is copied.
        guard let page = item.page, place.snapshot.isPage(at: page) else { return .otherPage }
        let growth = try CopyTable.growth(newCopy, connection)
        guard growth > 0 else { return nil }
        let isTooLarge = newCopy.storedByteCount > policy.budget
        let isRefused =
            try isTooLarge || policy.overflow == .keep && CopyTable.total(connection) + growth > policy.budget
        return isRefused ? .budgetUsedUp(limit: policy.budget) : nil
    }

    private func insert(
        _ newCopy: CopyTable.NewCopy, _ policy: CopyPolicy, _ connection: Database
    ) throws -> CopyOutcome {
        do {
            try connection.inSavepoint {
                let before = try CopyTable.total(connection)
                try CopyTable.insert(newCopy, connection)
                let total = try CopyTable.total(connection)
                // If the budget was lowered, a copy can still be replaced by one that is not larger.
                if total <= max(before, policy.budget) { return .commit }
                guard policy.overflow == .evict,
                    try CopyTable.evict(to: policy.budget, except: newCopy.place, connection)
                else { throw DoesNotFit() }
                return .commit
            }
        } catch is DoesNotFit {
            return .refused(reason: .budgetUsedUp(limit: policy.budget))
        }
        return .stored(
            StoredCopy(
                placeID: newCopy.place, kind: newCopy.kind, digest: newCopy.digest, byteCount: newCopy.byteCount,
                storedByteCount: newCopy.storedByteCount, storedAt: SnapshotRow.date(milliseconds: newCopy.storedAt)))
    }

    /// Deletes the files that were written for copies that were refused then.
    private func removeFiles(ofRefused copies: [(CopyTable.NewCopy, CopyOutcome)]) {
        for (newCopy, outcome) in copies {
            guard case .refused = outcome else { continue }
            let isKnown = try? database.read {
                try Bool.fetchOne(
                    $0, sql: "SELECT EXISTS (SELECT 1 FROM copy_file WHERE digest = ?)", arguments: [newCopy.digest])
            }
            if isKnown == false { files.remove(digest: newCopy.digest) }
        }
    }
}

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
    func removeStrayFiles(olderThan age: Int) throws -> Int {
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

/// The reader's rules for copies.
package struct CopyPolicy: Sendable, Hashable {
    /// The behaviour when the budget is used up.
    package enum Overflow: String, Sendable, CaseIterable {
        /// Removes the oldest copies of finished places.
        case evict
        /// Keeps all copies, and stores no new ones.
        case keep
    }

    /// The default of ``budget``.
    private static let standardBudget = 2_000_000_000

    /// The maximum size of all compressed copies together, in bytes.
    package var budget: Int
    /// The behaviour when the budget is used up.
    var overflow: Overflow
    /// The hosts whose pages are never captured, as they are written in URLs; a host covers its subdomains.
    var excludedHosts: [String]

    /// Creates rules.
    package init(budget: Int = standardBudget, overflow: Overflow = .evict, excludedHosts: [String] = []) {
        self.budget = budget
        self.overflow = overflow
        self.excludedHosts = excludedHosts
    }
}
