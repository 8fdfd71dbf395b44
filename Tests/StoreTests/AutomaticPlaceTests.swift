import FoundationEssentials
import GRDB
import Places
import Synchronization
import Syntax
import Testing

@testable import ImportExport
@testable import Store

@Suite("Automatic places")
struct AutomaticPlaceTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let archive: SQLiteSnapshotArchive
    private let clock: Clock

    private final class Clock: Sendable {
        let seconds = Mutex(1_772_368_200.0)
        func advance(days: Double) { seconds.withLock { $0 += days * 86_400 } }
    }

    init() throws {
        let clock = Clock()
        home = try TemporaryHome()
        self.clock = clock
        let now: @Sendable () -> Date = { Date(timeIntervalSince1970: clock.seconds.withLock { $0 }) }
        database = try LeftoffDatabase(home: home.path, bootTime: BootTime.running(with: now))
        archive = SQLiteSnapshotArchive(database: database, now: now)
    }

    private static func snapshot(
        _ path: String = "a", y: Int = 100, text: Double = 0.3, px: Double = 0.2
    ) throws -> PageSnapshot {
        try PageSnapshot(
            json: """
                {"url":"https://example.org/\(path)","pageYOffset":\(y),"progress":{"text":\(text),"px":\(px)}}
                """.utf8)
    }

    /// Stores an automatic place and returns it; fails if the archive keeps none.
    private func keep(_ snapshot: PageSnapshot) throws -> StoredSnapshot {
        switch try archive.addAutomatic(snapshot) {
        case .added(let place), .renewed(let place): return place
        case .ended, .refused: throw SnapshotArchiveError.notFound("automatic")
        }
    }

    private func ids(_ listing: SnapshotListing = SnapshotListing()) throws -> [String] {
        try archive.snapshots(listing).map(\.id)
    }

    @Test("A page has one automatic place, which is renewed, keeps its id and becomes the newest place")
    func renewal() throws {
        let first = try keep(try Self.snapshot())
        let other = try archive.add(try Self.snapshot("b"))
        #expect(first.origin == .automatic && first.expiresAt == first.storedAt + 30 * 86_400)
        clock.advance(days: 2)
        let number = try SQLiteChangeLog(database: database).newest()
        guard case .renewed(let second) = try archive.addAutomatic(try Self.snapshot("a?utm_source=x#part", y: 700))
        else { return _ = Issue.record("the place was not renewed") }
        #expect(second.id == first.id && second.version == first.version + 1)
        #expect(second.snapshot.pageYOffset == 700 && second.expiresAt == first.expiresAt.map { $0 + 2 * 86_400 })
        #expect(try ids() == [first.id, other.id])
        // @ is the newest place that the reader has captured.
        #expect(try archive.snapshot(id: "@") == other && archive.newestSkippedByAt() == second)
        let changes = try SQLiteChangeLog(database: database).changes(after: number, limit: 10)
        #expect(changes?.map(\.id) == [first.id] && changes?.map(\.isGone) == [false])
    }

    @Test("Places that were captured by a click are never replaced, renewed or removed")
    func clicks() throws {
        let clicked = try archive.add(try Self.snapshot())
        let automatic = try keep(try Self.snapshot(y: 200))
        #expect(try ids() == [automatic.id, clicked.id])
        #expect(try archive.addAutomatic(try Self.snapshot(text: 0.97)) == .ended)
        #expect(try archive.removeAutomatic(pageKey: clicked.snapshot.pageKey) == false)
        #expect(try archive.refuseAutomatic(pageKey: clicked.snapshot.pageKey).placeID == nil)
        #expect(try archive.snapshots(SnapshotListing()) == [clicked])
    }

    @Test("A page that was read to its end loses its place", arguments: [(0.95, 0.0), (0.2, 1.0)])
    func end(text: Double, px: Double) throws {
        _ = try keep(try Self.snapshot())
        #expect(try archive.addAutomatic(try Self.snapshot(text: 0.94, px: 0.94)) != .ended)
        #expect(try archive.addAutomatic(try Self.snapshot(text: text, px: px)) == .ended)
        #expect(try ids().isEmpty)
        let place = try keep(try Self.snapshot())
        #expect(try archive.removeAutomatic(pageKey: place.snapshot.pageKey))
        #expect(try ids().isEmpty)
    }

    @Test("An automatic place is not listed after 30 days, and is erased by the next clean-up")
    func expiry() throws {
        let place = try keep(try Self.snapshot())
        let clicked = try archive.add(try Self.snapshot("b"))
        clock.advance(days: 29.9)
        #expect(try ids() == [clicked.id, place.id])
        clock.advance(days: 0.1)
        #expect(try ids() == [clicked.id])
        #expect(throws: SnapshotArchiveError.notFound(place.id)) { try archive.snapshot(id: place.id) }
        try archive.purgeRemoved()
        #expect(try database.snapshotCount() == 1)
        #expect(throws: SnapshotArchiveError.notFound(place.id)) { try archive.undoRemoval(id: place.id) }
    }

    @Test("A place that the reader keeps does not expire, and the page gets a new automatic one")
    func keeping() throws {
        let place = try keep(try Self.snapshot())
        let kept = try archive.updateMetadata(id: place.id, isKept: true) { $0.metadata }
        #expect(kept.origin == .click && kept.expiresAt == nil && kept.version == place.version + 1)
        #expect(try archive.updateMetadata(id: place.id, isKept: true) { $0.metadata } == kept)
        let second = try keep(try Self.snapshot(y: 900))
        clock.advance(days: 40)
        #expect(second.id != place.id)
        #expect(try archive.snapshots(SnapshotListing()) == [kept])
    }

    @Test("A tag or a note of the reader keeps an automatic place")
    func notes() throws {
        let place = try keep(try Self.snapshot())
        let noted = try archive.updateMetadata(id: place.id) { _ in try SnapshotMetadata(tags: [], note: "mine") }
        #expect(noted.origin == .click && noted.expiresAt == nil && noted.metadata.note == "mine")
        #expect(try archive.addAutomatic(try Self.snapshot(px: 1)) == .ended)
        #expect(try ids() == [place.id])
    }

    @Test("A page that was forgotten for good gets no automatic place until the reader allows it")
    func refusal() throws {
        let place = try keep(try Self.snapshot())
        let refusal = try archive.refuseAutomatic(pageKey: place.snapshot.pageKey)
        #expect(refusal.placeID == place.id)
        #expect(try archive.automaticRefusals() == [refusal])
        #expect(try archive.addAutomatic(try Self.snapshot()) == .refused)
        #expect(try ids().isEmpty)
        #expect(try archive.allowAutomatic(pageKey: place.snapshot.pageKey))
        #expect(try !archive.allowAutomatic(pageKey: place.snapshot.pageKey))
        #expect(try keep(try Self.snapshot()).id != place.id)
    }

    @Test("Undoing brings the place back as it was, and ends the refusal")
    func undo() throws {
        let place = try keep(try Self.snapshot())
        _ = try archive.refuseAutomatic(pageKey: place.snapshot.pageKey)
        _ = try archive.refuseAutomatic(pageKey: place.snapshot.pageKey)
        #expect(try archive.undoRemoval(id: place.id) == place)
        #expect(try archive.automaticRefusals().isEmpty)
        #expect(try keep(try Self.snapshot(y: 3)).id == place.id)
    }

    @Test("A place that comes back beside a newer automatic one is kept, so that neither is lost")
    func undoBesideNewer() throws {
        let place = try keep(try Self.snapshot())
        _ = try archive.remove(ids: [place.id])
        let newer = try keep(try Self.snapshot(y: 5))
        #expect(try archive.undoRemoval(id: place.id).origin == .click)
        #expect(try Set(ids()) == [place.id, newer.id])
    }

    @Test("A list can be limited to some origins, together with other criteria")
    func origins() throws {
        let clicked = try archive.add(try Self.snapshot("c")).id
        let automatic = try keep(try Self.snapshot("a")).id
        #expect(try ids(SnapshotListing(origins: [.automatic])) == [automatic])
        #expect(try ids(SnapshotListing(origins: [.click, .imported])) == [clicked])
        #expect(try ids(SnapshotListing(origins: [.imported])) == [])
        #expect(try ids(SnapshotListing(origins: Set(SnapshotOrigin.allCases))) == [automatic, clicked])
        #expect(try ids(SnapshotListing(query: "example", site: "example.org", origins: [.automatic])) == [automatic])
    }

    @Test("Connections that keep places on one page at once leave one of them")
    func atOnce() async throws {
        let databases = try (0..<4).map { _ in try LeftoffDatabase(home: home.path) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, database) in databases.enumerated() {
                group.addTask {
                    let archive = SQLiteSnapshotArchive(database: database, now: { Date(timeIntervalSince1970: 1) })
                    for number in 0..<10 { _ = try archive.addAutomatic(Self.snapshot(y: index * 10 + number)) }
                }
            }
            try await group.waitForAll()
        }
        let count = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshots") }
        #expect(count == 1)
    }

    @Test("A backup keeps the origin; an automatic place is not imported where the page has one or refuses it")
    func backup() throws {
        let place = try keep(try Self.snapshot())
        _ = try archive.add(try Self.snapshot("b"))
        let store = SQLiteBackupStore(database: database, now: archive.now)
        let places = try store.places(after: .min, limit: 10).snapshots
        var bytes = Backup.opening(at: Date(timeIntervalSince1970: 0))
        for (index, place) in places.enumerated() { bytes += Backup.entry(place, isFirst: index == 0) }
        let contents = try BackupContents(bytes + Backup.middle + Backup.closing)
        #expect(contents.places.map(\.origin) == [.automatic, .click])
        #expect(contents.places.map(\.expiresAt) == [place.expiresAt, nil])
        _ = try archive.remove(ids: try ids())
        let newer = try keep(try Self.snapshot(y: 9))
        let now = newer.storedAt
        #expect(try store.importContents(contents, at: now).addedPlaces == 1)
        #expect(try archive.snapshots(SnapshotListing(origins: [.automatic])) == [newer])
        _ = try archive.refuseAutomatic(pageKey: place.snapshot.pageKey)
        #expect(try store.importContents(contents, at: now).addedPlaces == 0)
        _ = try archive.allowAutomatic(pageKey: place.snapshot.pageKey)
        #expect(try store.importContents(contents, at: now).addedPlaces == 1)
        #expect(try ids(SnapshotListing(origins: [.automatic])) == [place.id])
    }

    @Test("Pages without automatic places are part of a backup, and are imported before its places")
    func refusalsInBackups() throws {
        let place = try keep(try Self.snapshot())
        let store = SQLiteBackupStore(database: database, now: archive.now)
        let older = try exported(store)
        #expect(!String(decoding: older, as: UTF8.self).contains("refusals"))
        let refusal = try archive.refuseAutomatic(pageKey: place.snapshot.pageKey)
        let bytes = try exported(store)
        let otherHome = try TemporaryHome()
        let other = try LeftoffDatabase(home: otherHome.path)
        let copy = SQLiteBackupStore(database: other, now: archive.now)
        #expect(try copy.importContents(try BackupContents(bytes), at: place.storedAt).addedRefusals == 1)
        #expect(try copy.importContents(try BackupContents(bytes), at: place.storedAt).addedRefusals == 0)
        let target = SQLiteSnapshotArchive(database: other, now: archive.now)
        #expect(try target.automaticRefusals() == [refusal])
        // An older backup contains the place.
        #expect(try copy.importContents(try BackupContents(older), at: place.storedAt).addedPlaces == 0)
        // A file with both.
        var both = try BackupContents(older)
        both.refusals = [refusal]
        let thirdHome = try TemporaryHome()
        let third = SQLiteBackupStore(database: try LeftoffDatabase(home: thirdHome.path), now: archive.now)
        #expect(try third.importContents(both, at: place.storedAt).addedPlaces == 0)
        for broken in [#""page":"x","refusedAt":"2026-03-01T12:30:00Z""#, #""page":"https://a.example/""#] {
            let text = #"{"leftoff":1,"places":[],"refusals":[{\#(broken)}]}"#
            let contents = try BackupContents(Array(text.utf8))
            #expect(contents.refusals.isEmpty && contents.omissions.count == 1)
        }
    }

    private func exported(_ store: SQLiteBackupStore) throws -> [UInt8] {
        var export = BackupExport(format: .json, of: store, at: archive.now())
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        return bytes
    }

    @Test("An expired place is neither found nor changed, counted or exported, and keeps no imported one out")
    func expired() throws {
        let clicked = try archive.add(try Self.snapshot("b"))
        let place = try keep(try Self.snapshot())
        let store = SQLiteBackupStore(database: database, now: archive.now)
        let backup = try exported(store)
        clock.advance(days: 31)
        #expect(try archive.snapshot(id: "@") == clicked)
        #expect(try archive.snapshot(id: String(clicked.id.prefix(1))) == clicked || place.id.first == clicked.id.first)
        #expect(throws: SnapshotArchiveError.notFound(place.id)) {
            try archive.updateMetadata(id: place.id, isKept: true) { $0.metadata }
        }
        #expect(try archive.counts(of: .sites).map(\.count) == [1])
        #expect(try store.places(after: .min, limit: 10).snapshots.map(\.id) == [clicked.id])
        let receipt = try store.importContents(try BackupContents(backup), at: archive.now())
        #expect(receipt.expiredPlaces == 1 && receipt.knownPlaces == 1)
        // Another machine kept a place on the same page meanwhile.
        let otherHome = try TemporaryHome()
        let other = SQLiteSnapshotArchive(database: try LeftoffDatabase(home: otherHome.path), now: archive.now)
        guard case .added(let newer) = try other.addAutomatic(try Self.snapshot(y: 5)) else {
            return _ = Issue.record("not added")
        }
        let bytes = try exported(SQLiteBackupStore(database: other.database, now: archive.now))
        #expect(try store.importContents(try BackupContents(bytes), at: archive.now()).addedPlaces == 1)
        #expect(try archive.list(SnapshotListing()).snapshots.first?.id == newer.id)
    }

    @Test("Undoing a plain removal on a page that was refused later keeps the place for good, and the refusal")
    func undoAfterRefusal() throws {
        let place = try keep(try Self.snapshot())
        _ = try archive.remove(ids: [place.id])
        _ = try archive.refuseAutomatic(pageKey: place.snapshot.pageKey)
        let restored = try archive.undoRemoval(id: place.id)
        #expect(restored.origin == .click && restored.expiresAt == nil)
        #expect(try archive.automaticRefusals().count == 1)
    }

    @Test("Places of earlier versions were captured by a click and do not expire")
    func migration() throws {
        let queue = try DatabaseQueue(path: home.directory.path + "/old.sqlite")
        var migrator = DatabaseMigrator()
        SnapshotMigrations.register(in: &migrator)
        try migrator.migrate(queue, upTo: "snapshots-5")
        try queue.write {
            try $0.execute(
                sql: """
                    INSERT INTO snapshots (id, page_key, url, title, address, quotes, stored_at, json)
                    VALUES ('x', 'k', 'u', 't', 'a', 'q', 7, '{"url":"https://example.org/"}')
                    """)
        }
        try migrator.migrate(queue)
        let row = try queue.read { try Row.fetchOne($0, sql: "SELECT \(SnapshotRow.columns) FROM snapshots") }
        let stored = try SnapshotRow.stored(try #require(row))
        #expect(stored.origin == .click && stored.expiresAt == nil)
    }
}
