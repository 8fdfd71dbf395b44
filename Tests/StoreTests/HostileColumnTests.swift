import DownloadQueue
import Foundation
import GRDB
import ImportExport
import Places
import QueueConformance
import Testing
import WHATWGURL

@testable import Store

/// A value of any type in one column of one row, as a flipped bit or another program can leave it.
@Suite("Hostile values in every column of the store")
struct HostileColumnTests {
    /// The values in SQL: NULL, texts, texts and bytes that are not UTF-8, and numbers at the ends of their types.
    private static let values = [
        "NULL", "'text'", "CAST(x'FFF08041' AS TEXT)", "x'FF00FE'", "1e300", "-9223372036854775808",
        "9223372036854775807",
    ]

    /// A store with a few records of each kind, whose tables accept values of all types, and the names of its columns.
    private static let template = Result { try Template() }

    /// The columns of all tables, except those of full-text indexes.
    private static let columns: [Column] = (try? template.get().columns) ?? []

    struct Column: Sendable, CustomTestStringConvertible {
        let table: String
        let key: String
        let name: String

        var testDescription: String { "\(table).\(name)" }
    }

    private struct Template: Sendable {
        /// The files of the home by their paths in it.
        private let files: [String: Data]
        let columns: [Column]

        init() throws {
            let home = try TemporaryHome()
            defer { home.remove() }
            let store = try Records(home.path)
            try store.fill()
            columns = try store.database.queue.writeWithoutTransaction { connection in
                try connection.execute(
                    sql: """
                        PRAGMA writable_schema = ON;
                        UPDATE sqlite_schema SET sql = replace(replace(replace(replace(replace(replace(replace(replace(
                            sql, ' INTEGER PRIMARY KEY', ' @'), ' INTEGER', ''), ' TEXT', ''), ' NOT NULL', ''),
                            ' @', ' INTEGER PRIMARY KEY'), 'CHECK (', 'CHECK (1 OR '),
                            ') STRICT, WITHOUT ROWID', ') WITHOUT ROWID'), ') STRICT', ')')
                            WHERE type = 'table' AND sql LIKE '%STRICT%';
                        PRAGMA writable_schema = RESET;
                        """)
                return try Row.fetchAll(
                    connection,
                    sql: """
                        SELECT t.name, (SELECT name FROM pragma_table_info(t.name) LIMIT 1), c.name
                        FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
                        WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' AND t.name NOT LIKE 'sqlite_%'
                            AND t.name NOT LIKE 'snapshot_search%' AND t.name NOT LIKE 'snapshot_pair%'
                        """
                ).map { Column(table: $0[0], key: $0[1], name: $0[2]) }
            }
            var files: [String: Data] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: home.path) {
                files[path] = try? Data(contentsOf: URL(filePath: "\(home.path)/\(path)"))
            }
            self.files = files
        }

        func copy() throws -> TemporaryHome {
            let copy = try TemporaryHome()
            for (path, data) in files {
                let file = URL(filePath: "\(copy.path)/\(path)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                try data.write(to: file)
            }
            return copy
        }
    }

    @Test("The store has columns to test")
    func template() throws {
        #expect(try Self.template.get().columns.count > 90)
    }

    @Test(
        "No value ends the process, hides another record or keeps its own record from being removed",
        arguments: Array(columns.enumerated()))
    func column(number: Int, column: Column) throws {
        // `make test-all` tries all values in each column.
        let isComplete = ProcessInfo.processInfo.environment["LEFTOFF_TEST_ALL"] == "1"
        let count = isComplete ? Self.values.count : 2
        for value in (0..<count).map({ Self.values[(number + 3 * $0) % Self.values.count] }) {
            let home = try Self.template.get().copy()
            defer { home.remove() }
            let isSet =
                (try? DatabaseQueue(path: home.store).write { connection in
                    try connection.execute(
                        sql: """
                            UPDATE \(column.table) SET \(column.name) = \(value)
                            WHERE \(column.key) = (SELECT min(\(column.key)) FROM \(column.table))
                            """)
                }) != nil
            // An integer primary key accepts only integers, and a unique column no second NULL of some indexes.
            guard isSet else { continue }
            do {
                let store = try Records(home.path)
                let names = try store.read("\(column.table).\(column.name) = \(value)")
                try store.work(names, "\(column.table).\(column.name) = \(value)")
            } catch is StoreError where column.table == "grdb_migrations" {
                // It is unknown which tables there are: the store is damaged, or was written by a newer Leftoff.
            } catch {
                Issue.record("\(column.table).\(column.name) = \(value): \(error)")
            }
        }
    }
}

/// The records of a store, and the use of each of its parts.
private struct Records {
    static let now = Date(timeIntervalSince1970: 1_772_368_200)

    let home: String
    let database: LeftoffDatabase
    let places: SQLiteSnapshotArchive
    let copies: SQLiteCopyArchive
    let windows: SQLiteWindowSetArchive
    let queue: SQLiteQueueStore
    let shelf: SQLiteShelf

    /// The ids of the first record of each kind, as lists show them.
    struct Names {
        var place: String?
        var window: String?
        var item: String?
    }

    init(_ home: String) throws {
        self.home = home
        database = try LeftoffDatabase(home: home)
        // Power failures are not tested.
        try database.relaxDurability()
        places = SQLiteSnapshotArchive(database: database, now: { Self.now })
        copies = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { Self.now })
        windows = SQLiteWindowSetArchive(database: database, now: { Self.now })
        queue = SQLiteQueueStore(database: database)
        shelf = SQLiteShelf(database: database, now: { Self.now })
    }

    private static func url(_ name: String) -> String { "https://example.org/\(name)" }

    func fill() throws {
        let stored = try places.add(
            (1...3).map { try PageSnapshot(json: #"{"url":"\#(Self.url("p\($0)"))","title":"Fox \#($0)"}"#.utf8) })
        for place in stored {
            _ = try places.updateMetadata(id: place.id) { _ in try SnapshotMetadata(tags: ["t"], note: "n") }
            try CopySetup.add("words", to: place, copies)
        }
        _ = try places.addAutomatic(PageSnapshot(json: #"{"url":"\#(Self.url("auto"))","progress":{"text":0.5}}"#.utf8))
        _ = try places.addAutomatic(PageSnapshot(json: #"{"url":"\#(Self.url("no"))","progress":{"text":0.5}}"#.utf8))
        _ = try places.refuseAutomatic(pageKey: PageSnapshot(json: #"{"url":"\#(Self.url("no"))"}"#.utf8).pageKey)
        let forgotten = try places.add(PageSnapshot(json: #"{"url":"\#(Self.url("gone"))"}"#.utf8))
        try CopySetup.add("gone", to: forgotten, copies)
        _ = try places.remove(ids: [forgotten.id])
        _ = try shelf.apply(.mark(PageMark(.later, until: Self.now)), to: .pages([Self.url("p1")]))
        _ = try shelf.apply(.note("words"), to: .matchingPlaces(SnapshotListing(tag: "t")))
        for title in ["w1", "w2"] {
            let tabs = try (1...2).map { try WindowTab(address: Self.url("\(title)/\($0)"), title: "tab") }
            let set = try WindowSet(title: title, browser: "", groups: [], tabs: tabs)
            _ = try windows.add([WindowSetAddition(set: set, request: title)])
        }
        let start = QueueStoreConformance.start
        let failure = QueueFailure(.disk, "full", needsSpace: true)
        for name in ["q1", "q2", "q3", "q4", "q5"] {
            let item = try queue.add([QueueStoreConformance.item("http://\(name)/\(name)")], at: start)[0]
            guard name != "q4", name != "q5" else { continue }
            var claim = QueueClaim(owner: "w", now: start)
            claim.ids = [item.id]
            guard let lease = try queue.claim(claim)?.lease else { continue }
            try queue.record(.named(name), lease: lease, id: item.id, at: start)
            if name == "q1" {
                try queue.record(.failed(failure, retryAfter: nil, jitter: 0), lease: lease, id: item.id, at: start)
            }
            if name == "q2" { _ = try queue.apply(.remove, to: [item.id], at: start) }
        }
        let backoff = HostBackoff(failures: 9, notBefore: start.addingTimeInterval(60), since: start)
        try queue.insert(["q1": backoff, "other": backoff])
        _ = try ZenScores(database: database).record(7, "plain")
        // Work that is to be done outside of a transaction.
        try database.write {
            try $0.execute(
                sql: """
                    INSERT INTO copy_removed VALUES (900, 900, 'ab'), (901, 901, 'cd');
                    INSERT INTO copy_unreferenced VALUES ('ab'), ('cd');
                    """)
        }
    }

    // MARK: Reading

    private func export(_ format: ImportExportFormat) throws -> (text: String, omissions: [String]) {
        var export = BackupExport(
            format: format, of: SQLiteBackupStore(database: database, now: { Self.now }), at: Self.now)
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        return (String(decoding: bytes, as: UTF8.self), export.omissions)
    }

    /// Reads everything, checks that only the first record of a kind may be missing, and that it is reported then.
    func read(_ label: String) throws -> Names {
        var names = Names()
        let list = try places.list(SnapshotListing())
        let urls = list.snapshots.map(\.snapshot.url.href)
        #expect(urls.contains(Self.url("p2")) && urls.contains(Self.url("p3")), "\(label)")
        names.place = list.snapshots.first { $0.snapshot.url.href == Self.url("p1") }?.id ?? list.damaged.first?.id
        _ = try places.list(SnapshotListing(query: "words", limit: 2))
        _ = try places.list(SnapshotListing(query: "fox", limit: 1))
        _ = try places.list(SnapshotListing(tag: "t"))
        for subject: SnapshotCount.Subject in [.sites, .tags] { _ = try places.counts(of: subject) }
        for place in list.snapshots {
            for copy in try copies.copies(of: place.id) { _ = try? copies.content(of: copy) }
            _ = try copies.nearestCopy(to: place.id, kind: .text)
        }
        for format in ImportExportFormat.allCases {
            let (text, omissions) = try export(format)
            #expect(text.contains(Self.url("p2")) && text.contains(Self.url("p3")), "\(label) \(format)")
            guard format == .json else { continue }
            for name in ["q3", "q4", "q5"] { #expect(text.contains("http://\(name)/\(name)"), "\(label)") }
            #expect(text.contains("http://q1/q1") || !omissions.isEmpty, "\(label): q1 is missing without a word")
            #expect(text.contains(Self.url("w2/1")), "\(label)")
        }
        for sort in PlaceSort.allCases {
            _ = try shelf.pages(SnapshotListing(limit: 2, sort: sort), after: nil)
            _ = try shelf.pages(SnapshotListing(query: "fox", states: [.unfinished], sort: sort), after: nil)
            #expect(try places.snapshots(SnapshotListing(sort: sort)).count >= 3, "\(label)")
        }
        _ = try shelf.stateCounts(SnapshotListing())
        _ = try shelf.trash(before: nil, limit: 5)
        _ = try shelf.changes()
        let sets = try windows.list(matching: nil, limit: nil, before: nil)
        #expect(sets.sets.contains { $0.tabs.contains { $0.url == Self.url("w2/1") } }, "\(label)")
        names.window =
            sets.sets.first { $0.tabs.contains { $0.url == Self.url("w1/1") } || $0.title == "w1" }?.id
            ?? sets.damaged.first?.id
        _ = try windows.list(matching: "tab", limit: 1, before: nil)
        names.item = try readQueue(label)
        let log = SQLiteChangeLog(database: database)
        _ = try log.newest()
        _ = try log.changes(after: 0, limit: 1_000)
        _ = try ZenScores(database: database).best("plain")
        _ = try LeftoffDatabase.health(home: home)
        _ = try CopyHealth(home: home, now: Self.now)
        return names
    }

    /// Reads the queue, and returns what its lists show of the first item.
    private func readQueue(_ label: String) throws -> String? {
        let start = QueueStoreConformance.start
        var first: String?
        let allStates = Set(QueueState.allCases)
        for listing in [QueueListing(states: allStates, limit: 4), QueueListing(), QueueListing(states: allStates)] {
            // A new store reports each damaged row once more.
            let queue = SQLiteQueueStore(database: database)
            let items = try queue.items(listing)
            // The damaged item may be beyond the limit.
            guard listing.limit == nil else { continue }
            for name in ["q3", "q4", "q5"] {
                #expect(items.contains { $0.url.href == "http://\(name)/\(name)" }, "\(label)")
            }
            var damagedID: String?
            if case .damaged(let id, _)? = queue.damagedRows.removeUnreported().first { damagedID = id }
            first = items.first { $0.url.href == "http://q1/q1" }?.id ?? damagedID
            #expect(first != nil || items.contains { $0.total == 7 }, "\(label): q1 is missing without a word")
        }
        for ids in [nil, Set(try queue.items(in: nil).map(\.id))] { _ = try queue.summary(ids: ids) }
        var ended = QueueListing(states: [.done, .failed])
        ended.order = .ended
        _ = try queue.items(ended)
        _ = try queue.leased(by: "w")
        _ = try queue.leaseOwners()
        _ = try queue.hostBackoffs()
        _ = try queue.heldHosts(at: start)
        _ = try queue.itemsToTransfer(after: nil, limit: 100)
        return first
    }

    // MARK: Working

    /// Uses the queue, adds and removes records, and checks that those with the names are gone.
    func work(_ names: Names, _ label: String) throws {
        let start = QueueStoreConformance.start
        let added = try queue.add([QueueStoreConformance.item("http://new/new")], at: start)[0]
        for position: QueuePosition in [.first, .last, .priority(5)] { _ = try queue.move(id: added.id, position) }
        for other in try queue.items(in: nil) {
            _ = try? queue.move(id: added.id, .before(other.id))
            _ = try? queue.move(id: added.id, .after(other.id))
        }
        do { _ = try shelf.undo(nil) } catch SnapshotArchiveError.nothingToUndo {}
        _ = try shelf.apply(.tags(add: ["new"], remove: ["t"]), to: .matchingPages(SnapshotListing()))
        let later = start.addingTimeInterval(100_000)
        _ = try queue.sweep(at: later, goneOwners: ["w"])
        var claim = QueueClaim(owner: "x", now: later)
        claim.goneOwners = ["w"]
        claim.directoriesWithSpace = ["/d"]
        let failure = QueueEvent.failed(QueueFailure(.http, "no", isLasting: true), retryAfter: nil, jitter: 0)
        var worked: Set<String> = []
        var rounds = 0
        while case let items = try queue.claim(claim, limit: 3), !items.isEmpty, rounds < 50 {
            rounds += 1
            for item in items {
                worked.insert(item.url.href)
                guard let lease = item.lease else { continue }
                _ = try queue.record([QueueRecord([failure], lease: lease, id: item.id, at: later)])
            }
        }
        #expect(rounds < 50 && worked.isSuperset(of: ["http://q4/q4", "http://q5/q5", "http://new/new"]), "\(label)")
        if let item = names.item {
            do { _ = try queue.apply(.remove, to: [item], at: later) } catch QueueError.notFound {}
            #expect(throws: QueueError.notFound(id: item), "\(label)") { try queue.item(id: item) }
        }
        _ = try places.add(PageSnapshot(json: #"{"url":"\#(Self.url("new"))"}"#.utf8))
        _ = try places.addAutomatic(PageSnapshot(json: #"{"url":"\#(Self.url("auto"))","progress":{"text":0.6}}"#.utf8))
        let kept = try #require(
            try places.list(SnapshotListing()).snapshots.first { $0.snapshot.url.href == Self.url("p2") }, "\(label)")
        _ = try copies.add(CopySetup.text("others", of: kept), kind: .text, to: kept.id)
        try copies.performMaintenance()
        if let place = names.place {
            #expect(try places.remove(ids: [place]) == 1, "\(label)")
            let list = try places.list(SnapshotListing())
            #expect(
                !list.snapshots.contains { $0.id == place } && !list.damaged.contains { $0.id == place }, "\(label)")
        }
        if let window = names.window {
            #expect(try windows.remove(ids: [window]) == 1, "\(label)")
            let list = try windows.list(matching: nil, limit: nil, before: nil)
            #expect(!list.sets.contains { $0.id == window } && !list.damaged.contains { $0.id == window }, "\(label)")
        }
        try places.purgeRemoved()
        try windows.purgeRemoved()
        try SQLiteChangeLog(database: database).trim()
        _ = try ZenScores(database: database).record(8, "plain")
        _ = try copies.removeDamaged()
        try database.queue.close()
        _ = try LeftoffDatabase.repair(home: home)
        let reopened = SQLiteSnapshotArchive(database: try LeftoffDatabase(home: home), now: { Self.now })
        let urls = try reopened.list(SnapshotListing()).snapshots.map(\.snapshot.url.href)
        #expect(urls.contains(Self.url("p2")) && urls.contains(Self.url("p3")), "\(label)")
    }
}
