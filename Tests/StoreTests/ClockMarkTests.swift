import FoundationEssentials
import GRDB
import Places
import Synchronization
import Syntax
import Testing

@testable import Store

@Suite("A wall clock that is wrong for a while erases nothing for good")
struct ClockMarkTests {
    private final class Clock: Sendable {
        let seconds = Mutex(1_772_368_200.0)
        /// The time since the start of the system, in seconds, and the number of the start.
        let boot = Mutex((seconds: 5_000.0, number: 1))

        var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
        var bootTime: BootTime {
            boot.withLock { BootTime(boot: "\($0.number)", milliseconds: Int64($0.seconds) * 1_000) }
        }

        func pass(_ duration: Double) {
            set(by: duration)
            boot.withLock { $0.seconds += duration }
        }

        func set(by difference: Double) { seconds.withLock { $0 += difference } }

        func restart() { boot.withLock { $0 = (30, $0.number + 1) } }
    }

    private let home: TemporaryHome
    private let clock = Clock()
    private let places: SQLiteSnapshotArchive
    private let windows: SQLiteWindowSetArchive
    private let database: LeftoffDatabase

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path, bootTime: { [clock] in clock.bootTime })
        places = SQLiteSnapshotArchive(database: database, now: { [clock] in clock.now })
        windows = SQLiteWindowSetArchive(database: database, now: { [clock] in clock.now })
    }

    /// The records that the clock can erase.
    private struct Erasable {
        let removed: String
        let automatic: String
        let window: String
    }

    private func store() throws -> Erasable {
        func snapshot(_ path: String) throws -> PageSnapshot {
            try PageSnapshot(json: #"{"url":"https://example.org/\#(path)","progress":{"text":0.3}}"#.utf8)
        }
        let removed = try places.add(try snapshot("removed"))
        _ = try places.addAutomatic(try snapshot("automatic"))
        let automatic = try #require(try places.list(SnapshotListing()).snapshots.first { $0.origin == .automatic })
        let tabs = try JSONValue(
            json: #"{"browser":"Firefox","tabs":[{"url":"https://example.org/","title":"a"}]}"#.utf8, limit: .max)
        let addition = WindowSetAddition(set: try WindowSet.read(tabs).set, request: "request-1")
        let window = try windows.add([addition])[0].set
        _ = try places.remove(ids: [removed.id])
        _ = try windows.remove(ids: [window.id])
        return Erasable(removed: removed.id, automatic: automatic.id, window: window.id)
    }

    private func purge() throws {
        try places.purgeRemoved()
        try windows.purgeRemoved()
        // A write erases what is due, too.
        _ = try places.removeAutomatic(pageKey: "https://other.example/")
        _ = try places.addAutomatic(
            PageSnapshot(json: #"{"url":"https://example.org/next","progress":{"text":0.3}}"#.utf8))
    }

    private func isWhole(_ erasable: Erasable) throws -> Bool {
        try places.undoRemoval(id: erasable.removed).id == erasable.removed
            && windows.undoRemoval(id: erasable.window).id == erasable.window
            && places.snapshot(id: erasable.automatic).id == erasable.automatic
    }

    @Test(
        "Nothing is lost while the clock is wrong for less than an hour",
        arguments: [-2, 2, -700, 3_601, 31 * 86_400, -31 * 86_400, 40 * 365 * 86_400, -50 * 365 * 86_400] as [Double],
        [0, 60, 3_500] as [Double])
    func wrongForAWhile(difference: Double, duration: Double) throws {
        let erasable = try store()
        clock.set(by: difference)
        try purge()
        clock.pass(duration)
        try purge()
        clock.set(by: -difference)
        try purge()
        #expect(try isWhole(erasable))
    }

    @Test("A removal that was made while the clock was ahead is erased an hour after it was set right")
    func ahead() throws {
        try purge()
        clock.set(by: 31 * 86_400)
        let erasable = try store()
        clock.set(by: -31 * 86_400)
        clock.pass(60)
        try purge()
        #expect(try places.undoRemoval(id: erasable.removed).id == erasable.removed)
        _ = try places.remove(ids: [erasable.removed])
        clock.pass(3_700)
        try purge()
        #expect(throws: WindowSetError.self) { try windows.undoRemoval(id: erasable.window) }
        clock.pass(TrashEntry.lifetime)
        try purge()
        #expect(throws: SnapshotArchiveError.self) { try places.undoRemoval(id: erasable.removed) }
    }

    @Test(
        "A clock that runs well erases what is due, also after the system was started again", arguments: [false, true])
    func due(restarts: Bool) throws {
        let erasable = try store()
        clock.pass(3_700)
        if restarts {
            clock.restart()
            try purge()
            #expect(try isWhole(erasable))
            _ = try places.remove(ids: [erasable.removed])
            _ = try windows.remove(ids: [erasable.window])
            clock.pass(3_700)
        }
        try purge()
        #expect(throws: WindowSetError.self) { try windows.undoRemoval(id: erasable.window) }
        clock.pass(30 * 86_400)
        try purge()
        #expect(throws: SnapshotArchiveError.self) { try places.undoRemoval(id: erasable.removed) }
        let sql = "SELECT count(*) FROM snapshots WHERE id = ?"
        #expect(try database.read { try Int.fetchOne($0, sql: sql, arguments: [erasable.automatic]) } == 0)
    }

    @Test("Nothing is lost if the clock is wrong for a moment after the start of the system")
    func wrongAfterStart() throws {
        let erasable = try store()
        clock.restart()
        try wrongMoment()
        #expect(try isWhole(erasable))
    }

    @Test("Nothing is lost if the first look at the clock is a wrong one, and a service has run before")
    func wrongLater() throws {
        clock.restart()
        // As the service does when it begins.
        try places.purgeRemoved()
        let erasable = try store()
        clock.pass(20 * 86_400)
        try wrongMoment()
        #expect(try places.snapshot(id: erasable.automatic).id == erasable.automatic)
    }

    private func wrongMoment() throws {
        clock.set(by: 31 * 86_400)
        try purge()
        clock.set(by: -31 * 86_400)
        try purge()
    }

    @Test("The system has an id for each run and a clock that advances")
    func bootTime() {
        let (first, second) = (BootTime.now(), BootTime.now())
        #expect(first.boot == second.boot && first.boot.utf8.count == 36 && first.boot.contains("-"))
        #expect(first.milliseconds > 0 && second.milliseconds >= first.milliseconds)
    }

    @Test("A place that a person stored never expires, whatever its row says", arguments: ["click", "import"])
    func deliberate(origin: String) throws {
        let place = try places.add(PageSnapshot(json: #"{"url":"https://example.org/a"}"#.utf8))
        try database.write {
            try $0.execute(sql: "UPDATE snapshots SET expires_at = 5, origin = ?", arguments: [origin])
        }
        try purge()
        #expect(try places.list(SnapshotListing()).snapshots.contains { $0.id == place.id && $0.expiresAt == nil })
        #expect(try places.snapshot(id: place.id).id == place.id)
        #expect(try places.counts(of: .sites).first?.count == 2)
        let store = SQLiteBackupStore(database: database, now: { [clock] in clock.now })
        #expect(try store.places(after: .min, limit: 10).snapshots.contains { $0.id == place.id })
    }
}
