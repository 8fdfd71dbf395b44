import DownloadQueue
import Foundation
import GRDB
import ImportExport
import Places
import QueueConformance
import Testing

@testable import Store

/// Wrong pointers and pages in the file of a store, as a disk or another program can leave them.
@Suite("A repair makes nothing unreadable")
struct StorePageDamageTests {
    /// A store with pages of 512 bytes, so that most of its tables and indexes have several levels.
    private static let template = Result { try Template() }

    /// The trees whose root page has pointers to others in this store.
    private static let trees = [
        "change", "queue_host", "queue_item", "queue_item_changed", "queue_item_live", "queue_item_order",
        "queue_item_ready", "queue_item_state", "snapshot_search_data", "snapshot_tag", "snapshot_tag_by_seq",
        "snapshots", "snapshots_by_page_key", "snapshots_by_site", "sqlite_autoindex_change_1",
        "sqlite_autoindex_queue_item_1", "sqlite_autoindex_snapshots_1", "sqlite_autoindex_window_tab_1", "window_tab",
    ]

    /// Tables, an index and a search index.
    private static let samples = ["queue_item", "queue_item_live", "snapshot_search_data", "snapshots"]

    // MARK: Damage

    /// The pages of a store (SQLite, "Database File Format", section 1.6).
    private struct Pages {
        static let size = 512
        var bytes: [UInt8]
        let roots: [String: Int]

        private func number(_ offset: Int, _ count: Int) -> Int {
            bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }

        /// Returns the offset of a page; none of those here is the first one.
        func offset(_ page: Int) -> Int { (page - 1) * Self.size }

        /// Returns true for a page with pointers to others.
        func isInterior(_ page: Int) -> Bool { [2, 5].contains(bytes[offset(page)]) }

        /// Returns the offsets of the pointers in an interior page, in their order.
        func pointers(_ page: Int) -> [Int] {
            let start = offset(page)
            return (0..<number(start + 3, 2)).map { start + number(start + 12 + 2 * $0, 2) } + [start + 8]
        }

        /// Returns the pages of a tree without pointers.
        func leaves(_ tree: String) -> [Int] {
            var (found, rest) = ([Int](), [roots[tree] ?? 0])
            while let page = rest.popLast() {
                if isInterior(page) {
                    rest += pointers(page).reversed().map { number($0, 4) }
                } else {
                    found.append(page)
                }
            }
            return found
        }

        /// Returns the first pointer in the root page of a tree.
        func firstPointer(_ tree: String) throws -> Int {
            let root = try #require(roots[tree])
            return try #require(pointers(root).first)
        }

        /// Returns a page in the middle of a table.
        func middleLeaf(_ table: String) -> Int {
            let leaves = leaves(table)
            return leaves[leaves.count / 2]
        }

        mutating func clear(_ page: Int) {
            for offset in offset(page)..<offset(page + 1) { bytes[offset] = 0 }
        }

        mutating func set(_ pointer: Int, to page: Int) {
            for index in 0..<4 { bytes[pointer + index] = UInt8(truncatingIfNeeded: page >> (8 * (3 - index))) }
        }
    }

    /// The content of a store, and what can be read of it.
    private struct Template: Sendable {
        let bytes: [UInt8]
        let roots: [String: Int]
        let names: Names
        let rows: Set<String>
        let records: Set<String>

        init() throws {
            let home = try TemporaryHome()
            defer { home.remove() }
            try LeftoffDatabase(home: home.path).queue.close()
            let small = try DatabaseQueue(path: home.store)
            try small.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA page_size = \(Pages.size); VACUUM")
            }
            try small.close()
            let database = try LeftoffDatabase(home: home.path)
            try database.relaxDurability()
            names = try Names(filling: database)
            roots = try database.read { connection in
                var roots: [String: Int] = [:]
                for row in try Row.fetchAll(
                    connection, sql: "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 1")
                {
                    if let name: String = row.value(0) { roots[name] = row.value(1) }
                }
                return roots
            }
            try database.queue.close()
            bytes = Array(try home.storeBytes())
            rows = StorePageDamageTests.rows(home, nil)
            records = StorePageDamageTests.records(home, names)
        }

        var pages: Pages { Pages(bytes: bytes, roots: roots) }
    }

    /// The ids of the records of a store.
    private struct Names: Sendable {
        var places: [String] = []
        var items: [String] = []
        var windows: [String] = []

        init(filling database: LeftoffDatabase) throws {
            let archive = SQLiteSnapshotArchive(database: database, now: { QueueStoreConformance.start })
            places = try archive.add(
                (1...60).map {
                    let title = "Fox \($0) \(String(repeating: "title ", count: $0 % 20))"
                    return try PageSnapshot(json: #"{"url":"https://s\#($0).example/","title":"\#(title)"}"#.utf8)
                }
            ).map(\.id)
            for id in places {
                _ = try archive.updateMetadata(id: id) { _ in try SnapshotMetadata(tags: ["one", "two"], note: "") }
            }
            let queue = SQLiteQueueStore(database: database)
            items = try QueueStoreConformance.add(queue, (1...90).map { "file-\($0)" }).map(\.id)
            let since = QueueStoreConformance.start
            let backoff = HostBackoff(failures: 1, since: since)
            try queue.insert(Dictionary(uniqueKeysWithValues: (1...60).map { ("host-\($0)", backoff) }))
            let windows = SQLiteWindowSetArchive(database: database, now: { QueueStoreConformance.start })
            for name in ["w1", "w2", "w3"] {
                let tabs = try (1...20).map { try WindowTab(address: "https://t.example/\(name)/\($0)", title: "tab") }
                let set = try WindowSet(title: name, browser: "", groups: [], tabs: tabs)
                self.windows += try windows.add([WindowSetAddition(set: set, request: name)]).map(\.set.id)
            }
        }
    }

    // MARK: Reading

    /// Returns the rows that SQLite finds by their numbers in the tables themselves.
    ///
    /// - Parameters:
    ///   - home: The home of the store.
    ///   - known: The rows that are looked for, because others are those of wrong pages; nil for all.
    /// - Returns: The tables, numbers and values.
    private static func rows(_ home: TemporaryHome, _ known: Set<String>?) -> Set<String> {
        var configuration = Configuration()
        configuration.readonly = true
        guard let queue = try? DatabaseQueue(path: home.store, configuration: configuration) else { return [] }
        defer { try? queue.close() }
        let found = try? queue.read { connection in
            var found: Set<String> = []
            for table in ["change", "queue_item", "snapshots", "window_set", "window_tab"] {
                let sql = "SELECT * FROM \(table) NOT INDEXED WHERE rowid = ?"
                guard let statement = try? connection.makeStatement(sql: sql) else { continue }
                for number in 1...200 {
                    guard let row = try? Row.fetchOne(statement, arguments: [number]) else { continue }
                    found.insert("\(table) \(number) \(row.databaseValues.map(\.description))")
                }
            }
            return found
        }
        guard let found else { return [] }
        guard let known else { return found }
        return found.intersection(known)
    }

    /// Uses every function that reads records, and returns what each returns of the known records.
    private static func records(_ home: TemporaryHome, _ names: Names) -> Set<String> {
        guard let database = try? LeftoffDatabase(home: home.path) else { return [] }
        defer { try? database.queue.close() }
        var found: Set<String> = []
        let known = Set(names.places + names.items + names.windows)
        func read(_ function: String, _ ids: () throws -> [String]) {
            let ids = (try? ids()) ?? []
            found.formUnion(known.intersection(ids).map { "\(function) \($0)" })
        }
        let now = QueueStoreConformance.start
        let archive = SQLiteSnapshotArchive(database: database, now: { now })
        let queue = SQLiteQueueStore(database: database)
        let windows = SQLiteWindowSetArchive(database: database, now: { now })
        for listing in [SnapshotListing(), SnapshotListing(query: "fox"), SnapshotListing(tag: "one")] {
            read("\(listing)") { try archive.list(listing).snapshots.map(\.id) }
        }
        read("items") { try queue.items(in: nil).map(\.id) }
        read("items in states") { try queue.items(in: Set(QueueState.allCases)).map(\.id) }
        read("windows") { try windows.list(matching: nil, limit: nil, before: nil).sets.map(\.id) }
        for id in names.places.prefix(9) { read("place") { [try archive.snapshot(id: id).id] } }
        for id in names.items.prefix(9) { read("item") { [try queue.item(id: id).id] } }
        for id in names.windows { read("window") { [try windows.set(id: id).id] } }
        read("export") {
            let store = SQLiteBackupStore(database: database, now: { now })
            var export = BackupExport(format: .json, of: store, at: now)
            var bytes: [UInt8] = []
            while let part = try export.next() { bytes += part }
            return bytes.split(separator: UInt8(ascii: "\"")).map { String(decoding: $0, as: UTF8.self) }
        }
        return found
    }

    /// Puts a damaged store into a home, repairs it, and compares what can be read.
    private func check(_ bytes: [UInt8], _ label: String, isRepaired: Bool? = true) throws {
        let template = try Self.template.get()
        let home = try TemporaryHome()
        defer { home.remove() }
        try home.putStore(bytes)
        let (rows, records) = (Self.rows(home, template.rows), Self.records(home, template.names))
        do {
            let repair = try LeftoffDatabase.repair(home: home.path)
            #expect(isRepaired != false, "\(label)")
            let kept = try #require(repair?.keptPath, "\(label)")
            // The first page begins with numbers that SQLite counts.
            let damaged = try Data(contentsOf: URL(filePath: kept))
            #expect(damaged.dropFirst(100) == Data(bytes).dropFirst(100), "\(label)")
            #expect(try LeftoffDatabase.health(home: home.path).damage == nil, "\(label)")
        } catch StoreError.cannotRepair {
            #expect(isRepaired != true, "\(label)")
            #expect(try home.storeBytes() == Data(bytes), "\(label)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: home.path)
        #expect(!files.contains { $0.contains(".new") }, "\(label): \(files)")
        let lost = rows.subtracting(Self.rows(home, template.rows))
        #expect(lost.isEmpty, "\(label): \(lost.count) rows, such as \(lost.first ?? "")")
        let unread = records.subtracting(Self.records(home, template.names))
        #expect(unread.isEmpty, "\(label): \(unread.count) records, such as \(unread.first ?? "")")
    }

    // MARK: Tests

    @Test("The store has the trees to test")
    func setup() throws {
        let template = try Self.template.get()
        for tree in Self.trees {
            let root = try #require(template.roots[tree], "\(tree)")
            #expect(template.pages.isInterior(root), "\(tree)")
        }
        // Downloads, places, their changes, windows and tabs.
        #expect(template.rows.count >= 90 + 60 + 60 + 3 + 60 && template.records.count > 400)
    }

    @Test("A pointer to a wrong page", arguments: trees)
    func pointer(tree: String) throws {
        let pages = try Self.template.get().pages
        let root = try #require(pages.roots[tree])
        let leaves = ["snapshots", "queue_item", "window_tab"].map(pages.middleLeaf)
        let first = try pages.firstPointer(tree)
        let last = try #require(pages.pointers(root).last)
        let beyond = pages.bytes.count / Pages.size + 1
        // A check takes about a second, so each tree gets another wrong page, and only some all kinds of pointers.
        let index = try #require(Self.trees.firstIndex(of: tree))
        let others = Self.samples.contains(tree) ? [(last, leaves[0]), (last, root), (first, beyond)] : []
        for (pointer, target) in [(first, leaves[index % leaves.count])] + others {
            var damaged = pages
            damaged.set(pointer, to: target)
            guard damaged.bytes != pages.bytes else { continue }
            try check(damaged.bytes, "\(tree) at \(pointer) -> \(target)")
        }
    }

    @Test("Empty pages in the middle of a tree, and an empty root", arguments: trees)
    func emptyPages(tree: String) throws {
        let pages = try Self.template.get().pages
        let leaves = pages.leaves(tree)
        let (first, second) = (leaves[leaves.count / 3], leaves[leaves.count * 2 / 3])
        let root = try #require(pages.roots[tree])
        for empty in [[first, second]] + (Self.samples.contains(tree) ? [[root]] : []) {
            var damaged = pages
            for page in empty { damaged.clear(page) }
            try check(damaged.bytes, "\(tree): \(empty)")
        }
    }

    @Test("Two rows that a lost index does not keep apart are both kept, and nothing is repaired")
    func sameKey() throws {
        let template = try Self.template.get()
        let home = try TemporaryHome()
        defer { home.remove() }
        try home.putStore(template.bytes)
        let queue = try DatabaseQueue(path: home.store)
        try queue.writeWithoutTransaction {
            try $0.execute(
                sql: """
                    PRAGMA writable_schema = ON;
                    DELETE FROM sqlite_schema WHERE name = 'queue_item_live';
                    PRAGMA writable_schema = RESET;
                    UPDATE queue_item SET url = (SELECT url FROM queue_item WHERE position = 2) WHERE position = 1;
                    """)
        }
        try queue.close()
        // Another damage, without which there is nothing to repair.
        var damaged = Pages(bytes: Array(try home.storeBytes()), roots: template.roots)
        damaged.clear(damaged.middleLeaf("snapshots_by_site"))
        try check(damaged.bytes, "queue_item_live", isRepaired: false)
    }

    @Test("A damaged store of an earlier version is not migrated, and what is damaged twice is kept twice")
    func olderStore() throws {
        let template = try Self.template.get()
        let home = try TemporaryHome()
        defer { home.remove() }
        try home.putStore(template.bytes)
        let queue = try DatabaseQueue(path: home.store)
        try queue.write {
            try $0.execute(
                sql: "DROP TABLE zen_scores; DELETE FROM grdb_migrations WHERE identifier IN ('zen-1', 'clock-1')")
            try $0.execute(sql: "DROP TABLE clock_mark")
        }
        try queue.close()
        var pages = Pages(bytes: Array(try home.storeBytes()), roots: template.roots)
        pages.set(try pages.firstPointer("queue_item_order"), to: pages.middleLeaf("snapshots"))
        for ending in [".damaged", ".damaged.2"] {
            try home.putStore(pages.bytes)
            #expect(throws: StoreError.self) { try LeftoffDatabase(home: home.path) }
            #expect(try home.storeBytes() == Data(pages.bytes))
            let repair = try LeftoffDatabase.repair(home: home.path)
            #expect(repair?.keptPath.hasSuffix("/leftoff.sqlite" + ending) == true, "\(repair?.keptPath ?? "")")
            #expect(try home.mode(home.store + ending) == 0o600)
        }
        let database = try LeftoffDatabase(home: home.path)
        #expect(try database.snapshotCount() == 60)
        #expect(try ZenScores(database: database).record(3, "plain") == 3)
    }

    @Test("Numbers at the end of the range are not moved in a store with damaged pages")
    func sequences() throws {
        let template = try Self.template.get()
        let home = try TemporaryHome()
        defer { home.remove() }
        try home.putStore(template.bytes)
        let queue = try DatabaseQueue(path: home.store)
        try queue.write {
            try $0.execute(sql: "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'snapshots'")
        }
        try queue.close()
        var pages = Pages(bytes: Array(try home.storeBytes()), roots: template.roots)
        pages.set(try pages.firstPointer("snapshot_search_data"), to: pages.middleLeaf("queue_item"))
        try home.putStore(pages.bytes)
        let database = try LeftoffDatabase(home: home.path)
        let archive = SQLiteSnapshotArchive(database: database, now: { QueueStoreConformance.start })
        #expect(throws: StoreError.self) { try archive.add(PageSnapshot(json: #"{"url":"https://a.example/"}"#.utf8)) }
        try database.queue.close()
        #expect(Self.rows(home, template.rows) == template.rows)
    }

    @Test("No number or failure of a host is lost by a repair of a whole store, which keeps nothing")
    func whole() throws {
        let template = try Self.template.get()
        let home = try TemporaryHome()
        defer { home.remove() }
        #expect(try LeftoffDatabase.repair(home: home.path) == nil)
        try home.putStore(template.bytes)
        #expect(try LeftoffDatabase.repair(home: home.path) == nil)
        #expect(Self.records(home, template.names) == template.records && Self.rows(home, nil) == template.rows)
        let files = try FileManager.default.contentsOfDirectory(atPath: home.path)
        #expect(!files.contains { $0.contains(".damaged") || $0.contains(".new") }, "\(files)")
        let database = try LeftoffDatabase(home: home.path)
        #expect(try SQLiteQueueStore(database: database).hostBackoffs().isEmpty)
    }
}
