import FoundationEssentials
import GRDB
import ImportExport
import Synchronization
import Syntax
import Testing

@testable import Places
@testable import Store

@Suite("Window sets in the store")
struct SQLiteWindowSetArchiveTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let archive: SQLiteWindowSetArchive
    private let clock = Clock()

    private final class Clock: Sendable {
        let seconds = Mutex(1_772_368_200.0)
    }

    init() throws {
        home = try TemporaryHome()
        let now: @Sendable () -> Date = { [clock] in Date(timeIntervalSince1970: clock.seconds.withLock { $0 }) }
        database = try LeftoffDatabase(home: home.path, bootTime: BootTime.running(with: now))
        archive = SQLiteWindowSetArchive(database: database, now: now)
    }

    private static func addition(_ request: String, _ tabs: String) throws -> WindowSetAddition {
        let value = try JSONValue(json: #"{"browser":"Firefox","tabs":[\#(tabs)]}"#.utf8, limit: .max)
        return WindowSetAddition(set: try WindowSet.read(value).set, request: request)
    }

    private static let fox = #"{"url":"https://example.org/fox","title":"Füchse","active":true,"pinned":true}"#

    @Test("A set comes back as it was, and its snapshots are read tab by tab")
    func whole() throws {
        let place = """
            {"url":"https://example.org/b","progress":{"text":0.5},
            "anchors":[{"role":"primary","quote":{"exact":"went on reading"}}]}
            """
        let stored = try archive.add([
            try Self.addition("request-1", Self.fox + #",{"url":"https://example.org/b","snapshot":\#(place)}"#)
        ])
        #expect(stored.count == 1 && stored[0].isNew)
        let set = stored[0].set
        #expect(set.title == "Füchse" && set.browser == "Firefox" && set.tabs.map(\.hasPlace) == [false, true])
        #expect(set.tabs[0].isPinned && set.tabs[0].isActive && set.tabs[0].fragment == "https://example.org/fox")
        #expect(set.tabs[1].quote == "went on reading" && set.tabs[1].progress == 0.5)
        #expect(set.tabs[1].fragment.hasPrefix("https://example.org/b#:~:text="))
        #expect(try archive.set(id: "@") == set && archive.set(id: String(set.id.prefix(8))) == set)
        #expect(try archive.snapshot(ofTab: 1, in: set.id) == nil)
        #expect(try archive.snapshot(ofTab: 2, in: set.id)?.highlight == "went on reading")
        #expect(throws: WindowSetError.self) { try archive.snapshot(ofTab: 3, in: set.id) }
    }

    @Test("A set of a file replaces no stored set, whose id or request it has", arguments: [true, false])
    func hostileFile(hasID: Bool) throws {
        let stored = try archive.add([try Self.addition("request-1", Self.fox)])[0].set
        var hostile = try Self.addition(
            hasID ? "request-2" : "request-1", #"{"url":"file:///etc/passwd","title":"Chosen"}"#)
        hostile.id = hasID ? stored.id : "evev0evev0ev"
        let imported = try archive.add([hostile])[0]
        #expect(!imported.isNew && imported.set == stored)
        #expect(try archive.sets(matching: nil, limit: nil, before: nil) == [stored])
    }

    @Test("A request that is sent again stores nothing, and returns the same set")
    func repeated() throws {
        let addition = try Self.addition("request-1", Self.fox)
        let first = try archive.add([addition])[0]
        let second = try archive.add([addition])[0]
        #expect(first.isNew && !second.isNew && first.set == second.set)
        #expect(try archive.sets(matching: nil, limit: nil, before: nil).count == 1)
    }

    @Test("If one of the sets cannot be stored, none is")
    func transaction() throws {
        try database.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER fault BEFORE INSERT ON window_tab WHEN new.number = 2
                    BEGIN SELECT raise(ABORT, 'fault'); END
                    """)
        }
        let good = try Self.addition("request-1", Self.fox)
        let bad = try Self.addition("request-2", Self.fox + #",{"url":"https://example.org/"}"#)
        #expect(throws: StoreError.self) { try archive.add([good, bad]) }
        let counts = try database.read { connection in
            try ["window_set", "window_tab"].map { try Int.fetchOne(connection, sql: "SELECT count(*) FROM \($0)") }
        }
        #expect(counts == [0, 0])
    }

    @Test("A sleeping tab refers to a stored place, until that place is removed")
    func reference() throws {
        let places = SQLiteSnapshotArchive(database: database, now: { Date(timeIntervalSince1970: 0) })
        let place = try places.add(
            try PageSnapshot(json: #"{"url":"https://example.org/","progress":{"text":0.25}}"#.utf8))
        let tabs =
            #"{"url":"https://example.org/","sleeping":true,"place":"\#(place.id)"},"#
            + #"{"url":"https://example.org/","place":"0123456789ab"}"#
        let set = try archive.add([try Self.addition("request-1", tabs)])[0].set
        #expect(set.tabs.map(\.hasPlace) == [true, false] && set.tabs[0].progress == 0.25)
        #expect(try archive.snapshot(ofTab: 1, in: set.id) == place.snapshot)
        _ = try places.remove(ids: [place.id])
        #expect(try archive.snapshot(ofTab: 1, in: set.id) == nil)
        #expect(try archive.set(id: set.id).tabs.map(\.hasPlace) == [false, false])
    }

    @Test("Sets are found by the words of their titles and of their tabs' titles and addresses")
    func search() throws {
        let first = try archive.add([try Self.addition("request-1", Self.fox)])[0].set
        let second = try archive.add([
            try Self.addition("request-2", #"{"url":"https://example.org/h%C3%BChner","title":"Hens"}"#)
        ])[0].set
        func found(_ query: String) throws -> [String] {
            try archive.sets(matching: query, limit: nil, before: nil).map(\.id)
        }
        #expect(try found("") == [second.id, first.id] && found("FÜCHSE") == [first.id])
        #expect(try found("hühner hens") == [second.id] && found("hens fox") == [])
        #expect(try archive.rename(id: first.id, to: "Work").title == "Work")
        #expect(try found("work fox") == [first.id])
        let page = try archive.sets(matching: nil, limit: 1, before: nil)
        #expect(page.map(\.id) == [second.id])
        #expect(try archive.sets(matching: nil, limit: 1, before: page[0].position).map(\.id) == [first.id])
    }

    @Test("A removed set can be brought back for an hour, and is then erased with its tabs")
    func removal() throws {
        let set = try archive.add([try Self.addition("request-1", Self.fox)])[0].set
        #expect(throws: WindowSetError.self) { try archive.remove(ids: [set.id, "zzzzzzzzzzzz"]) }
        #expect(try archive.remove(ids: ["@", set.id]) == 1)
        #expect(throws: WindowSetError.self) { try archive.set(id: set.id) }
        #expect(try archive.sets(matching: nil, limit: nil, before: nil).isEmpty)
        #expect(try archive.undoRemoval(id: set.id) == set)
        #expect(try archive.remove(ids: [set.id]) == 1)
        clock.seconds.withLock { $0 += 3_601 }
        try archive.purgeRemoved()
        #expect(throws: WindowSetError.self) { try archive.undoRemoval(id: set.id) }
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM window_tab") } == 0)
    }

    @Test("A set that is imported again after its removal is kept again")
    func importedAgain() throws {
        let addition = try Self.addition("request-1", Self.fox)
        let set = try archive.add([addition])[0].set
        _ = try archive.remove(ids: [set.id])
        let again = try archive.add([addition])[0]
        #expect(again.isNew && again.set == set)
    }

    @Test("A backup contains the sets with their snapshots, and is imported once")
    func backup() throws {
        let place = #"{"url":"https://example.org/b","pageYOffset":12}"#
        let set = try archive.add([
            try Self.addition("request-1", Self.fox + #",{"url":"https://example.org/b","snapshot":\#(place)}"#),
            try Self.addition("request-2", Self.fox),
        ])[0].set
        var export = BackupExport(format: .json, of: SQLiteBackupStore(database: database), at: Date())
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        let contents = try BackupContents(bytes)
        let other = try TemporaryHome()
        let copy = try LeftoffDatabase(home: other.path)
        let store = SQLiteBackupStore(database: copy)
        #expect(try store.importContents(contents, at: Date()).addedWindows == 2)
        #expect(try store.importContents(contents, at: Date()).addedWindows == 0)
        let copied = SQLiteWindowSetArchive(database: copy, now: { Date() })
        #expect(try copied.set(id: set.id) == set)
        #expect(try copied.snapshot(ofTab: 2, in: set.id)?.pageYOffset == 12)
    }
}
