import Foundation
import GRDB
import ImportExport
import Places
import Syntax

@testable import Store

/// A store with a shelf, a clock that tests move, and helpers that store places.
final class ShelfSetup {
    let home: TemporaryHome
    let database: LeftoffDatabase
    let places: SQLiteSnapshotArchive
    let shelf: SQLiteShelf
    let backups: SQLiteBackupStore
    let clock = CopySetup.Clock()

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path, bootTime: BootTime.running(with: { [clock] in clock.now }))
        places = SQLiteSnapshotArchive(database: database, now: { [clock] in clock.now })
        shelf = SQLiteShelf(database: database, now: { [clock] in clock.now })
        backups = SQLiteBackupStore(database: database, now: { [clock] in clock.now })
    }

    /// Imports a file at the time of the clock.
    func importFile(_ text: String) throws -> ImportReceipt {
        var file = try FileImport(Array(text.utf8))
        return try file.store(in: backups, downloads: DownloadPlan(), at: clock.now)
    }

    /// Returns a snapshot of a page.
    ///
    /// - Parameters:
    ///   - page: The path, or an address.
    ///   - progress: The progress by text; nil for the untouched top.
    ///   - extra: Further members as JSON.
    /// - Returns: The snapshot.
    /// - Throws: `SnapshotError`.
    static func snapshot(_ page: String, _ progress: Double? = 0.5, _ extra: String = "") throws -> PageSnapshot {
        let url = page.contains("://") ? page : "https://example.org/\(page)"
        let place = progress.map { #""progress":{"text":\#($0)},"pageYOffset":\#(100 + $0 * 1_000)"# }
        let members = [#""url":"\#(url)""#, place ?? #""pageXOffset":0,"pageYOffset":0"#, extra]
        return try PageSnapshot(json: "{\(members.filter { !$0.isEmpty }.joined(separator: ","))}".utf8)
    }

    /// Returns a snapshot that only marks words.
    static func highlight(_ page: String, _ words: String = "words") throws -> PageSnapshot {
        try snapshot(page, 0.2, #""purpose":"highlight","selection":{"exact":"\#(words)"}"#)
    }

    /// Stores a place one second later than the last one.
    @discardableResult
    func capture(_ page: String, _ progress: Double? = 0.5, _ extra: String = "") throws -> StoredSnapshot {
        clock.advance(1)
        return try places.capture(Self.snapshot(page, progress, extra)).place
    }

    /// Stores an automatic place one second later than the last one; nil if it ended.
    @discardableResult
    func leave(_ page: String, _ progress: Double = 0.5) throws -> StoredSnapshot? {
        clock.advance(1)
        return switch try places.addAutomatic(Self.snapshot(page, progress)) {
        case .added(let place), .renewed(let place): place
        case .ended, .refused: nil
        }
    }

    /// Gives a page a page mark one second later.
    @discardableResult
    func mark(_ page: String, _ state: PageState, until: Date? = nil) throws -> ShelfReceipt {
        clock.advance(1)
        return try shelf.apply(.mark(PageMark(state, until: until)), to: .pages([Self.key(page)]))
    }

    /// Returns the key of a page.
    static func key(_ page: String) throws -> String { try snapshot(page).pageKey }

    /// Returns the card of a page.
    func card(_ page: String) throws -> ShelfPage? { try shelf.page(key: Self.key(page)) }

    /// Returns the state of a page.
    func state(_ page: String) throws -> PageState? { try card(page)?.mark.state(at: clock.now) }

    /// Returns the last components of the pages of a listing.
    func paths(_ listing: SnapshotListing = SnapshotListing()) throws -> [String] {
        try shelf.pages(listing, after: nil).pages.map(Self.path)
    }

    static func path(_ page: ShelfPage) -> String { String(page.key.split(separator: "/").last ?? "") }

    /// Returns true if the summary of each page is what its places say, and each place is on a page.
    func isConsistent() throws -> Bool {
        let summary = "SELECT id, place_count, shown, at, progress, minutes_left FROM page ORDER BY id"
        return try database.write { connection in
            let before = try String(describing: Self.rows(summary, connection))
            try PageTable.rebuild(connection)
            return try before == String(describing: Self.rows(summary, connection))
        }
    }

    private static func rows(_ sql: String, _ connection: Database) throws -> [[String]] {
        try Row.fetchAll(connection, sql: sql).map { row in row.databaseValues.map(\.description) }
    }
}
