import Foundation
import GRDB
import Testing

@testable import Store

/// The case of a store error, without its texts.
enum Refusal: String, Sendable {
    case cannotCreate, cannotOpen, notWritable, foreign, damaged, cannotRepair, newer, busy, diskFull, inputOutput,
        damagedCopy, database

    init(_ error: StoreError) {
        self =
            switch error {
            case .cannotCreate: .cannotCreate
            case .cannotOpen: .cannotOpen
            case .notWritable: .notWritable
            case .foreign: .foreign
            case .damaged: .damaged
            case .cannotRepair: .cannotRepair
            case .newer: .newer
            case .busy: .busy
            case .diskFull: .diskFull
            case .inputOutput: .inputOutput
            case .damagedCopy: .damagedCopy
            case .database: .database
            }
    }
}

@Suite("Stores that cannot be used")
struct StoreRefusalTests {
    /// Opens a home and returns the error, which must contain the path and fit on one line.
    private func refusal(home: String, naming path: String) throws -> Refusal {
        let error = try #require(throws: StoreError.self) { _ = try LeftoffDatabase(home: home) }
        #expect(error.description.contains(path))
        #expect(!error.description.contains("\n"))
        return Refusal(error)
    }

    @Test(
        "A file that is not a store is rejected and left unchanged",
        arguments: [
            (Array("hello".utf8), Refusal.foreign),
            (Array(String(repeating: "not a database ", count: 500).utf8), .foreign),
            ([UInt8](repeating: 0, count: 8192), .foreign),
            ([], .damaged),
        ])
    func noStores(bytes: [UInt8], expected: Refusal) throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try home.putStore(bytes)
        #expect(try refusal(home: home.path, naming: home.store) == expected)
        #expect(Array(try home.storeBytes()) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["leftoff.sqlite"])
    }

    @Test("A database of another program is rejected and left unchanged", arguments: [0, 42])
    func foreignDatabase(applicationID: Int) throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
        let other = try DatabaseQueue(path: home.store)
        try other.writeWithoutTransaction { connection in
            try connection.execute(sql: "CREATE TABLE snapshots (a); PRAGMA application_id=\(applicationID)")
        }
        try other.close()
        let bytes = try home.storeBytes()
        #expect(try refusal(home: home.path, naming: home.store) == .foreign)
        #expect(try home.storeBytes() == bytes)
    }

    @Test("A truncated store is rejected and left unchanged", arguments: [1, 99, 100, 511, 4096, 8191, -1])
    func truncated(length: Int) throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        try database.write { connection in
            try connection.execute(sql: "CREATE TABLE t (a)")
            for _ in 0..<20 { try connection.execute(sql: "INSERT INTO t VALUES (zeroblob(4000))") }
        }
        try database.queue.close()
        let bytes = try home.storeBytes()
        let cut = length < 0 ? bytes.count - 4096 : length
        try home.putStore(bytes.prefix(cut))
        let refusal = try refusal(home: home.path, naming: home.store)
        #expect(refusal == .damaged || (refusal == .foreign && cut < 512))
        #expect(try home.storeBytes() == bytes.prefix(cut))
    }

    @Test(
        "A store of a newer version is rejected and left unchanged",
        arguments: ["PRAGMA user_version=2", "INSERT INTO grdb_migrations VALUES ('snapshots-99')"])
    func newer(change: String) throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        try database.queue.writeWithoutTransaction { try $0.execute(sql: change) }
        try database.queue.close()
        let bytes = try home.storeBytes()
        #expect(try refusal(home: home.path, naming: home.store) == .newer)
        #expect(try home.storeBytes() == bytes)
    }

    @Test("A directory instead of the store is rejected")
    func directoryInPlace() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try FileManager.default.createDirectory(atPath: home.store, withIntermediateDirectories: true)
        #expect(try refusal(home: home.path, naming: home.store) == .foreign)
    }

    @Test("The error about a home directory that cannot be created contains its path")
    func cannotCreate() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let file = home.directory.appending(path: "file").path
        try Data("x".utf8).write(to: URL(filePath: file))
        #expect(try refusal(home: file, naming: file) == .cannotCreate)
        #expect(try refusal(home: file + "/leftoff", naming: file) == .cannotCreate)
        #expect(try refusal(home: "", naming: "path is empty") == .cannotCreate)
        #expect(try refusal(home: "/dev/null/leftoff", naming: "/dev/null") == .cannotCreate)
        let long = home.directory.path + "/" + String(repeating: "a", count: 300)
        #expect(try refusal(home: long, naming: long) == .cannotCreate)
    }

    @Test(
        "A directory without permissions is rejected, a read-only store can be read",
        .disabled(if: geteuid() == 0, "root may write everywhere"))
    func rights() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: home.path)
        #expect(try refusal(home: home.path, naming: home.path) == .cannotCreate)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home.path)
        try LeftoffDatabase(home: home.path).queue.close()

        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: home.store)
        let database = try LeftoffDatabase(home: home.path)
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") } == 0)
        let error = try #require(throws: StoreError.self) {
            try database.write { try $0.execute(sql: "CREATE TABLE t (a)") }
        }
        #expect(Refusal(error) == .notWritable)
        try database.queue.close()

        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: home.store)
        #expect(try refusal(home: home.path, naming: home.store) == .cannotOpen)
    }

    @Test("A full disk is reported as such, and the transaction is rolled back")
    func diskFull() throws {
        let home = try TemporaryHome()
        defer { home.remove() }
        let database = try LeftoffDatabase(home: home.path)
        try database.queue.writeWithoutTransaction { connection in
            let pages = try Int.fetchOne(connection, sql: "PRAGMA page_count") ?? 0
            try connection.execute(sql: "PRAGMA max_page_count=\(pages + 1)")
        }
        let error = try #require(throws: StoreError.self) {
            try database.write { connection in
                try connection.execute(sql: "CREATE TABLE t (a)")
                try connection.execute(sql: "INSERT INTO t VALUES (zeroblob(100000))")
            }
        }
        #expect(Refusal(error) == .diskFull)
        #expect(try database.read { try $0.tableExists("t") } == false)
    }

    @Test(
        "Errors of SQLite become errors of the store",
        arguments: [
            (ResultCode.SQLITE_READONLY_DIRECTORY, Refusal.notWritable), (.SQLITE_READONLY_ROLLBACK, .notWritable),
            (.SQLITE_FULL, .diskFull), (.SQLITE_IOERR_FSYNC, .inputOutput), (.SQLITE_BUSY_RECOVERY, .busy),
            (.SQLITE_CANTOPEN, .cannotOpen), (.SQLITE_NOTADB, .foreign), (.SQLITE_CORRUPT_INDEX, .damaged),
            (.SQLITE_CONSTRAINT_UNIQUE, .database),
        ])
    func mapping(code: ResultCode, expected: Refusal) {
        let error = StoreError(DatabaseError(resultCode: code), path: "/somewhere/leftoff.sqlite")
        #expect(Refusal(error) == expected)
        #expect(error.path == "/somewhere/leftoff.sqlite")
        #expect(error.description.contains("/somewhere/leftoff.sqlite"))
    }
}
