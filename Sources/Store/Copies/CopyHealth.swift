package import FoundationEssentials
import GRDB

/// The condition of the copies.
package struct CopyHealth: Sendable, Hashable {
    /// The number of copies.
    package var copyCount = 0
    /// The number of files.
    private var fileCount = 0
    /// The size of all compressed files together, in bytes.
    package var byteCount = 0
    /// One line for each file that is missing or damaged, or has no record, with the ids of the places.
    package var damage: [String] = []
    /// One line for each file that cannot be read for another reason, such as its permissions.
    package var unreadable: [String] = []
    /// The paths of the files that belong to no copy, and that no process can still be storing.
    package var strays: [String] = []

    /// Examines the copies of a database, and reads every file.
    ///
    /// Copies that other processes add and remove meanwhile are not reported.
    ///
    /// - Parameters:
    ///   - home: The path of Leftoff's home directory, which contains a store.
    ///   - now: The current time, by which files are recognized that another process may be storing.
    /// - Throws: ``StoreError`` if the store cannot be read.
    package init(home: String, now: Date) throws {
        let path = home + "/" + LeftoffDatabase.fileName
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(2)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            // An older store has no copies.
            guard try queue.read({ try $0.tableExists("page_copy") }) else { return }
            copyCount = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM page_copy") ?? 0 }
            let files = CopyFiles(path: home + "/" + LeftoffDatabase.copiesName)
            try examine(files, queue)
            let oldest = SnapshotRow.milliseconds(now) / 1_000 - Int64(SQLiteCopyArchive.strayAge)
            let known = try queue.read { try SQLiteCopyArchive.knownDigests($0) }
            files.forEachFile { file, digest, modifiedAt in
                if digest.map({ !known.contains($0) }) ?? true, Int64(modifiedAt) <= oldest { strays.append(file) }
            }
            strays.sort()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    private mutating func examine(_ files: CopyFiles, _ queue: DatabaseQueue) throws {
        for row in try queue.read({ try Self.files($0) }) {
            fileCount += 1
            byteCount += CopyTable.byteCount(row, 2)
            let (digest, places): (String, String) = (row.value(0) ?? "", row.value(3) ?? "")
            let line: (any Error) -> String = { "\($0) (of place \(places.replacing(",", with: ", ")))" }
            do {
                try Self.check(row, files)
            } catch StoreError
                .damagedCopy(let path, let reason)
            {
                let isStored = try queue.read {
                    try Bool.fetchOne(
                        $0, sql: "SELECT EXISTS (SELECT 1 FROM page_copy WHERE digest = ?)",
                        arguments: [digest])
                }
                if isStored == true { damage.append(line(StoreError.damagedCopy(path: path, reason: reason))) }
            } catch {
                unreadable.append(line(error))
            }
        }
    }

    /// Returns the digests of the files that are missing or damaged, or have no record.
    ///
    /// A file that cannot be read for another reason, such as its permissions, counts as whole.
    static func damagedDigests(_ database: LeftoffDatabase) throws -> [String] {
        try database.read { try files($0) }.compactMap { row in
            guard let digest: String = row.value(0) else { return nil }
            do { try check(row, database.copyFiles) } catch StoreError.damagedCopy { return digest } catch {}
            return nil
        }
    }

    /// Checks the file of a row of ``files(_:)``.
    ///
    /// - Throws: ``StoreError/damagedCopy(path:reason:)`` if the copies that refer to it are lost, and other cases of
    ///   ``StoreError`` if it cannot be read for another reason.
    private static func check(_ row: Row, _ files: CopyFiles) throws {
        let digest: String = row.value(0) ?? ""
        let hasRecord: Bool? = row.value(4)
        guard hasRecord != false else {
            throw StoreError.damagedCopy(path: files.path, reason: "the record of its file is missing")
        }
        _ = try files.content(digest: digest, byteCount: CopyTable.byteCount(row, 1))
    }

    /// Returns the files to which copies refer: digest, sizes, places, and false if there is no record of the file.
    private static func files(_ connection: Database) throws -> [Row] {
        try Row.fetchAll(
            connection,
            sql: """
                SELECT c.digest, f.byte_count, f.stored_byte_count, group_concat(c.place), f.digest IS NOT NULL
                FROM page_copy AS c LEFT JOIN copy_file AS f USING (digest) GROUP BY c.digest
                """)
    }
}
