import DownloadQueue
import Foundation
import GRDB
import Places
import QueueConformance
import Testing

@testable import Store

/// Records are removed by what lists print for them: their ids, or else their positions.
@Suite("Records with damaged ids")
struct DamagedIDTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let now = Date(timeIntervalSince1970: 1_772_368_200)

    /// Ids in SQL, and true if lists print them as they are.
    private static let ids = [
        ("'P33PS1H6N2ES'", true), ("'Not an id'", true), ("'0'", true), ("''", false), ("'@'", false),
        ("CAST(x'FFF08041' AS TEXT)", false), ("CAST(x'FFF0800041' AS TEXT)", false), ("char(27) || 'c'", false),
        ("'é'", false),
    ]

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path)
    }

    private func rename(_ table: String, _ column: String, to id: String) throws {
        try database.write {
            try $0.execute(sql: "UPDATE \(table) SET id = \(id) WHERE \(column) = 2")
        }
    }

    @Test("A place is removed by what the list prints, and no other one", arguments: ids)
    func places(id: String, isPrinted: Bool) throws {
        defer { home.remove() }
        let archive = SQLiteSnapshotArchive(database: database, now: { [now] in now })
        let places = try archive.add(
            (1...3).map { try PageSnapshot(json: #"{"url":"https://example.org/\#($0)"}"#.utf8) })
        try rename("snapshots", "seq", to: id)
        let list = try archive.list(SnapshotListing())
        #expect(list.snapshots.count == (isPrinted ? 3 : 2))
        let name = try #require(isPrinted ? list.snapshots[1].id : list.damaged.first?.id)
        #expect(isPrinted || name == "at position 2")
        #expect(try archive.snapshot(id: "@").id == places[2].id)
        #expect(try archive.remove(ids: [name]) == 1)
        let rest = try archive.list(SnapshotListing())
        #expect(rest.snapshots.map(\.id) == [places[2].id, places[0].id] && rest.damaged.isEmpty)
        // A short name may also be the beginning of a random id.
        guard !rest.snapshots.contains(where: { $0.id.hasPrefix(name) }) else { return }
        #expect(throws: SnapshotArchiveError.self) { try archive.remove(ids: [name]) }
    }

    @Test("A window set is removed by what the list prints, and no other one", arguments: ids)
    func windows(id: String, isPrinted: Bool) throws {
        defer { home.remove() }
        let archive = SQLiteWindowSetArchive(database: database, now: { [now] in now })
        let tab = try WindowTab(address: "https://example.org/", title: "")
        let set = try WindowSet(title: "", browser: "", groups: [], tabs: [tab])
        let stored = try archive.add((1...3).map { WindowSetAddition(set: set, request: "request \($0)") })
        try rename("window_set", "seq", to: id)
        let list = try archive.list(matching: nil, limit: nil, before: nil)
        let name = try #require(isPrinted ? list.sets[1].id : list.damaged.first?.id)
        #expect(try archive.remove(ids: [name]) == 1)
        let rest = try archive.list(matching: nil, limit: nil, before: nil)
        #expect(rest.sets.map(\.id) == [stored[2].set.id, stored[0].set.id] && rest.damaged.isEmpty)
    }

    @Test("A download is removed by what the list prints, and no other one", arguments: ids)
    func downloads(id: String, isPrinted: Bool) throws {
        defer { home.remove() }
        let store = SQLiteQueueStore(database: database)
        let items = try QueueStoreConformance.add(store, "a", "b", "c")
        try rename("queue_item", "position", to: id)
        let list = try store.items(in: nil)
        let reported = store.damagedRows.removeUnreported()
        #expect(list.count == (isPrinted ? 3 : 2))
        #expect(reported == (isPrinted ? [] : [.damaged(id: "at position 2", field: "id")]))
        let name = isPrinted ? list[1].id : "at position 2"
        _ = try store.apply(.remove, to: [name], at: now)
        #expect(try store.items(in: nil).map(\.id) == [items[0].id, items[2].id])
        // A short name may also be the beginning of a random id.
        guard ![items[0].id, items[2].id].contains(where: { $0.hasPrefix(name) }) else { return }
        #expect(throws: QueueError.notFound(id: name)) { try store.apply(.remove, to: [name], at: now) }
    }

    @Test("A position names no record for other commands, and an id that looks like one comes first")
    func position() throws {
        defer { home.remove() }
        let store = SQLiteQueueStore(database: database)
        let items = try QueueStoreConformance.add(store, "a", "b", "c")
        #expect(throws: QueueError.notFound(id: "at position 2")) {
            try store.apply(.pause, to: ["at position 2"], at: now)
        }
        try rename("queue_item", "position", to: "'at position 3'")
        _ = try store.apply(.remove, to: ["at position 3"], at: now)
        #expect(try store.items(in: nil).map(\.id) == [items[0].id, items[2].id])
    }
}
