import Foundation
import Places
import Store
import Syntax
import Testing

@testable import ImportExport

struct CopyBackupTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let place: StoredSnapshot
    private let copies: SQLiteCopyArchive

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path)
        let date = Date(timeIntervalSince1970: 1_460_000_000)
        place = try SQLiteSnapshotArchive(database: database, now: { date })
            .add(PageSnapshot(json: #"{"url":"https://example.org/"}"#.utf8))
        copies = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { date })
        for (kind, json) in [
            (CopyKind.text, #"{"url":"https://example.org/","blocks":[{"kind":"code","runs":["a\nfox"]}]}"#),
            (.picture, #"{"url":"https://example.org/","html":"<p>fox\n],\"copies\":[\n"}"#),
        ] {
            _ = try copies.add(kind.normalized(json: json.utf8), kind: kind, to: place.id)
        }
    }

    private func exported(_ hasCopies: Bool) throws -> [UInt8] {
        var export = BackupExport(
            format: .json, of: SQLiteBackupStore(database: database), at: Date(), hasCopies: hasCopies)
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        return bytes
    }

    /// Imports a backup as the command does, in small parts.
    private func imported(_ bytes: [UInt8], partLength: Int) throws -> (LeftoffDatabase, TemporaryHome) {
        let other = try TemporaryHome()
        let database = try LeftoffDatabase(home: other.path)
        let store = SQLiteBackupStore(database: database)
        var (splitter, lines) = (BackupSplitter(), BackupLines())
        var found: [BackupCopy] = []
        for start in stride(from: 0, to: bytes.count, by: partLength) {
            try bytes[start..<min(bytes.count, start + partLength)].withUnsafeBufferPointer { part in
                let count = splitter.push(part)
                try lines.push(UnsafeBufferPointer(rebasing: part[count...])) {
                    found.append(try BackupCopy(line: $0, number: found.count + 1))
                }
            }
        }
        try lines.finish { found.append(try BackupCopy(line: $0, number: found.count + 1)) }
        _ = try store.importContents(try BackupContents(splitter.document), at: Date())
        #expect(try store.importCopies(found).added == found.count)
        #expect(try store.importCopies(found) == CopyTally())
        return (database, other)
    }

    @Test(arguments: [1, 7, 1 << 20])
    func `A backup restores the copies with their times, however its bytes arrive`(partLength: Int) throws {
        let (database, other) = try imported(exported(true), partLength: partLength)
        let restored = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { Date() })
        #expect(try restored.copies(of: place.id) == copies.copies(of: place.id))
        for copy in try restored.copies(of: place.id) {
            #expect(try restored.content(of: copy) == copies.content(of: copy))
        }
        #expect(
            try SQLiteSnapshotArchive(database: database, now: { Date() }).snapshots(SnapshotListing(query: "fox"))
                .map(\.id) == [place.id])
        other.remove()
    }

    @Test func `A backup that is read as a whole has the same copies, and one without copies has none`() throws {
        #expect(try BackupContents(exported(true)).copies.count == 2)
        let bytes = try exported(false)
        #expect(try BackupContents(bytes).copies.isEmpty)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("copies"))
    }

    @Test(arguments: CopyKind.allCases)
    func `The line of the largest copy of each kind is read, and a longer one is left out`(kind: CopyKind) throws {
        // Each character becomes an escape of six bytes, and the content is as large as the limit allows.
        func content(_ count: Int) -> String {
            let text = String(repeating: "\u{202E}", count: count)
            return kind == .text
                ? #"{"url":"https://example.org/","blocks":[{"kind":"code","runs":["\#(text)"]}]}"#
                : #"{"url":"https://example.org/","html":"\#(text)"}"#
        }
        let empty = try kind.normalized(json: content(1).utf8)
        let json = try kind.normalized(json: content((kind.maximumByteCount - empty.count) / 6).utf8)
        #expect(json.count > kind.maximumByteCount - 12)
        let copy = StoredCopy(
            placeID: place.id, kind: kind, digest: "", byteCount: json.count, storedByteCount: 1, storedAt: Date())
        let line = Array(Backup.entry(copy, content: json, isFirst: true).dropFirst())
        #expect(try BackupCopy(line: line, number: 1).content == json)

        let long = Array(repeating: UInt8(ascii: "a"), count: BackupCopy.maximumLineByteCount + 1)
        var (lines, found) = (BackupLines(), [[UInt8]]())
        for _ in 0..<2 { long.withUnsafeBufferPointer { lines.push($0) { found.append($0) } } }
        let rest: [UInt8] = Array("\n".utf8) + line + Array("\n]}\n".utf8)
        rest.withUnsafeBufferPointer { lines.push($0) { found.append($0) } }
        #expect(found == [long, line])
        #expect(throws: ImportExportError.self) { try BackupCopy(line: long, number: 1) }
    }

    @Test func `Copies that cannot be read are counted, and too many of them end the import`() throws {
        let store = SQLiteBackupStore(database: database)
        var copies = CopyImport(store: store)
        for _ in 0..<BackupContents.unreadableLimit { try copies.add(line: [UInt8(ascii: "0")]) }
        #expect(copies.unreadableCount == BackupContents.unreadableLimit && copies.omissions.count == 10_001)
        #expect(copies.omissions.last == "90000 more copies cannot be read")
        #expect(throws: ImportExportError.self) { try copies.add(line: [UInt8(ascii: "0")]) }
    }

    @Test func `Each copy is on a line of its own`() throws {
        let lines = String(decoding: try exported(true), as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix(#"{"place":"\#(place.id)","kind":"#) } == 2)
    }

    @Test func `A copy whose file is missing is left out and reported`() throws {
        for copy in try copies.copies(of: place.id) where copy.kind == .text {
            let name = "\(copy.digest.prefix(2))/\(copy.digest.dropFirst(2)).gz"
            try FileManager.default.removeItem(atPath: "\(home.path)/copies/\(name)")
        }
        var export = BackupExport(format: .json, of: SQLiteBackupStore(database: database), at: Date())
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        #expect(export.omissions.count == 1 && export.omissions[0].contains("the file is missing"))
        #expect(try BackupContents(bytes).copies.map(\.kind) == [.picture])
    }

    @Test func `The copies that are left out are listed at the end of the backup, and the rest is imported`() throws {
        for copy in try copies.copies(of: place.id) where copy.kind == .text {
            let name = "\(copy.digest.prefix(2))/\(copy.digest.dropFirst(2)).gz"
            try FileManager.default.removeItem(atPath: "\(home.path)/copies/\(name)")
        }
        let bytes = try exported(true)
        let document = try JSONValue(json: bytes, limit: .max, depthLimit: 24)
        #expect(document["omissions"]?.array?.count == 1)
        let (database, other) = try imported(bytes, partLength: 7)
        let restored = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { Date() })
        #expect(try restored.copies(of: place.id).map(\.kind) == [.picture])
        other.remove()
    }

    @Test(arguments: [true, false])
    func `A copy whose file is missing or damaged is imported again`(isMissing: Bool) throws {
        let bytes = try exported(true)
        let text = try #require(try copies.copies(of: place.id).first { $0.kind == .text })
        let path = "\(home.path)/copies/\(text.digest.prefix(2))/\(text.digest.dropFirst(2)).gz"
        let content = try copies.content(of: text)
        if isMissing {
            try FileManager.default.removeItem(atPath: path)
        } else {
            try Data([1, 2, 3]).write(to: URL(filePath: path))
        }
        let found = try BackupContents(bytes).copies
        #expect(try SQLiteBackupStore(database: database).importCopies(found).added == 1)
        #expect(try copies.content(of: text) == content)
    }

    @Test func `Two copies of one kind and place in a backup count once`() throws {
        let (database, other) = try imported(exported(false), partLength: 1 << 20)
        let found = try BackupContents(exported(true)).copies
        #expect(try SQLiteBackupStore(database: database).importCopies(found + found).added == found.count)
        other.remove()
    }

    @Test func `An import removes no copy, and counts those that it refuses by reason`() throws {
        let target = try TemporaryHome()
        let other = try LeftoffDatabase(home: target.path)
        let places = SQLiteSnapshotArchive(database: other, now: { Date() })
        let finished = try places.add(PageSnapshot(json: #"{"url":"https://a.example/","progress":{"text":1}}"#.utf8))
        let own = SQLiteCopyArchive(database: other, policy: { CopyPolicy() }, now: { Date() })
        guard
            case .stored(let kept) = try own.add(
                CopyKind.text.normalized(json: #"{"url":"https://a.example/","blocks":[]}"#.utf8), kind: .text,
                to: finished.id)
        else { return _ = Issue.record("not stored") }
        let policy = CopyPolicy(budget: kept.storedByteCount + 8, overflow: .evict)
        let store = SQLiteBackupStore(database: other) { policy }
        var file = try FileImport(exported(true))
        let receipt = try file.store(in: store, downloads: DownloadPlan(), at: Date())
        #expect(receipt.copies == 0 && receipt.unreadable == 2)
        #expect(
            receipt.omissions == [
                "2 copies are not imported: the budget of \(policy.budget) bytes for copies is used up; "
                    + "enlarge it on the settings page, and import the file again"
            ])
        #expect(try own.copies(of: finished.id) == [kept])
        let strict = SQLiteBackupStore(database: other) { CopyPolicy(excludedHosts: ["example.org"]) }
        #expect(
            try strict.importCopies(BackupContents(exported(true)).copies).omissions
                == ["2 copies are not imported: pages of example.org are never captured"])
        target.remove()
    }
}
