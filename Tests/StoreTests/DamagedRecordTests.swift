import Foundation
import GRDB
import ImportExport
import Places
import Syntax
import TestSupport
import Testing

@testable import Store

@Suite("Damaged rows")
struct DamagedRecordTests {
    private let home: TemporaryHome
    private let database: LeftoffDatabase
    private let archive: SQLiteSnapshotArchive
    private let now = Date(timeIntervalSince1970: 1_772_368_200)

    /// The assignments of UPDATE statements that damage a place.
    private static let damages = [
        "json = '{'", "json = ''", "json = '[]'", "json = '{}'", "json = '{\"url\":7}'",
        "json = '{\"url\":\"https://example.org/\",\"progress\":7}'",
        "json = '{\"url\":\"https://example.org/\",\"schema\":99}'",
        "json = '{\"url\":\"about:blank\"}'", "note = printf('%.*c', 30000, 'n')",
        "tags = printf('%.*c', 100, 't')",
    ]

    init() throws {
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path)
        let now = now
        archive = SQLiteSnapshotArchive(database: database, now: { now })
    }

    private func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try database.write { try $0.execute(sql: sql, arguments: arguments) }
    }

    /// Stores three places, of which the second is damaged.
    private func places(_ damage: String) throws -> [String] {
        let places = try archive.add(
            (1...3).map { try PageSnapshot(json: #"{"url":"https://example.org/\#($0)","title":"Fox \#($0)"}"#.utf8) })
        try execute("UPDATE snapshots SET \(damage) WHERE id = ?", [places[1].id])
        return places.map(\.id)
    }

    private func export(_ format: ImportExportFormat) throws -> (text: String, omissions: [String]) {
        var export = BackupExport(format: format, of: SQLiteBackupStore(database: database), at: now)
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        return (String(decoding: bytes, as: UTF8.self), export.omissions)
    }

    @Test("A damaged place hides no other one from lists, searches and exports", arguments: damages)
    func reading(damage: String) throws {
        defer { home.remove() }
        let ids = try places(damage)
        for listing in [SnapshotListing(), SnapshotListing(query: "fox"), SnapshotListing(site: "example.org")] {
            let list = try archive.list(listing)
            #expect(list.snapshots.map(\.id) == [ids[2], ids[0]])
            #expect(list.damaged.map(\.id) == [ids[1]] && list.next == nil)
        }
        #expect(throws: UnreadableRecord.self) { try archive.snapshot(id: ids[1]) }
        #expect(try archive.snapshot(id: ids[0]).id == ids[0])
        #expect(try archive.counts(of: .sites).map(\.count) == [3])
        for format in ImportExportFormat.allCases {
            let (text, omissions) = try export(format)
            #expect(text.contains("https://example.org/1") && text.contains("https://example.org/3"))
            #expect(omissions.count == 1 && omissions[0].hasPrefix("place \(ids[1]) is left out: "))
        }
        let backup = try BackupContents(Array(try export(.json).text.utf8))
        #expect(backup.places.map(\.id) == [ids[0], ids[2]] && backup.omissions.isEmpty)
        #expect(try LeftoffDatabase.health(home: home.path).damaged.map(\.id) == [ids[1]])
    }

    @Test("The pages of a list continue after a damaged place", arguments: [1, 2, 3])
    func pages(limit: Int) throws {
        defer { home.remove() }
        let ids = try places("json = '{'")
        var (found, damaged): ([String], [String]) = ([], [])
        var listing = SnapshotListing(limit: limit)
        repeat {
            let list = try archive.list(listing)
            found += list.snapshots.map(\.id)
            damaged += list.damaged.map(\.id)
            listing.before = list.next
        } while listing.before != nil
        #expect(found == [ids[2], ids[0]] && damaged == [ids[1]])
    }

    @Test("Damaged places take up no room in a limited list, and the newest place is one that can be read")
    func limited() throws {
        defer { home.remove() }
        let ids = try places("json = '{'")
        try execute("UPDATE snapshots SET json = '{' WHERE id = ?", [ids[2]])
        for query in [nil, "fox"] {
            let list = try archive.list(SnapshotListing(query: query, limit: 1))
            #expect(list.snapshots.map(\.id) == [ids[0]] && list.damaged.map(\.id) == [ids[2], ids[1]])
            #expect(list.next == nil)
        }
        #expect(try archive.snapshot(id: "@").id == ids[0])
    }

    @Test("A damaged place can be removed", arguments: damages)
    func removal(damage: String) throws {
        defer { home.remove() }
        let ids = try places(damage)
        let prefix = try archive.completeID(ids[1])
        #expect(prefix == ids[1])
        #expect(try archive.remove(ids: [ids[1]]) == 1)
        #expect(try archive.list(SnapshotListing()).damaged.isEmpty)
        #expect(try LeftoffDatabase.health(home: home.path).damaged.isEmpty)
    }

    @Test("A damaged automatic place is renewed, refused and removed like any other", arguments: damages)
    func automatic(damage: String) throws {
        defer { home.remove() }
        let snapshot = try PageSnapshot(json: #"{"url":"https://example.org/a","progress":{"text":0.5}}"#.utf8)
        guard case .added(let place) = try archive.addAutomatic(snapshot) else {
            Issue.record("not added")
            return
        }
        try execute("UPDATE snapshots SET \(damage)")
        guard case .renewed(let renewed) = try archive.addAutomatic(snapshot) else {
            Issue.record("not renewed")
            return
        }
        #expect(renewed.id == place.id && renewed.snapshot == snapshot)
        try execute("UPDATE snapshots SET \(damage)")
        #expect(try archive.refuseAutomatic(pageKey: snapshot.pageKey).placeID == place.id)
        #expect(try archive.allowAutomatic(pageKey: snapshot.pageKey))
        _ = try archive.addAutomatic(snapshot)
        try execute("UPDATE snapshots SET \(damage)")
        #expect(try archive.removeAutomatic(pageKey: snapshot.pageKey))
        #expect(try archive.list(SnapshotListing()) == SnapshotList())
    }

    @Test("A damaged place refuses its own copy, and the copies of the others are stored")
    func copies() throws {
        defer { home.remove() }
        let ids = try places("json = '{'")
        let copies = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { [now] in now })
        let outcomes = try copies.add(
            ids.enumerated().map { index, id in
                SQLiteCopyArchive.Addition(
                    content: try CopySetup.text("words", url: "https://example.org/\(index + 1)"), kind: .text,
                    placeID: id)
            })
        #expect(outcomes[1] == .refused(reason: .damagedPlace))
        #expect(try archive.list(SnapshotListing()).snapshots.map(\.copies) == [[.text], [.text]])
    }

    @Test(
        "Damaged rows of copies end no process, and hide no other copy",
        arguments: [
            "UPDATE copy_file SET byte_count = -1, stored_byte_count = 9223372036854775807",
            "UPDATE copy_file SET byte_count = 9223372036854775807, stored_byte_count = -9223372036854775808",
            "UPDATE page_copy SET kind = 'film', stored_at = 9223372036854775807 WHERE place = '%'",
            "UPDATE copy_total SET byte_count = 9223372036854775807",
            """
            INSERT INTO copy_file VALUES ('../../../x', 1, 1);
            UPDATE page_copy SET digest = '../../../x' WHERE place = '%';
            """,
        ])
    func damagedCopies(sql: String) throws {
        defer { home.remove() }
        let places = try archive.add(
            (1...2).map { try PageSnapshot(json: #"{"url":"https://example.org/\#($0)"}"#.utf8) })
        let copies = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { [now] in now })
        for place in places { try CopySetup.add("words", to: place, copies) }
        try execute(sql.replacing("%", with: places[0].id))
        #expect(try archive.list(SnapshotListing()).snapshots.count == 2)
        _ = try CopyHealth(home: home.path, now: now)
        #expect(try export(.json).text.hasSuffix("]}\n"))
        #expect(try archive.list(SnapshotListing(query: "words")).damaged.isEmpty)
        for place in places { _ = try copies.copies(of: place.id) }
        _ = try copies.add(CopySetup.text("others", of: places[1]), kind: .text, to: places[1].id)
        try copies.performMaintenance()
        _ = try copies.removeDamaged()
        #expect(try archive.list(SnapshotListing()).snapshots.count == 2)
    }

    @Test("Each number out of range is moved into its range when a row is read, whatever the row contains")
    func numbers() throws {
        defer { home.remove() }
        let all = SnapshotNumber.all.flatMap { number in SnapshotNumber.hostile.map { (number, $0) } }
        let places = try archive.add(
            all.indices.map { try PageSnapshot(json: #"{"url":"https://example.org/\#($0)"}"#.utf8) })
        try database.write { connection in
            for (place, (number, text)) in zip(places, all) {
                try connection.execute(
                    sql: "UPDATE snapshots SET json = ? WHERE id = ?",
                    arguments: [number.snapshot(text), place.id])
            }
        }
        let list = try archive.list(SnapshotListing())
        #expect(list.snapshots.count == all.count && list.damaged.isEmpty)
        #expect(list.snapshots.allSatisfy { ($0.snapshot.progress ?? 0) >= 0 && ($0.snapshot.progress ?? 0) <= 1 })
        for format in ImportExportFormat.allCases {
            let (text, omissions) = try export(format)
            #expect(omissions.isEmpty && text.split(whereSeparator: \.isNewline).count > all.count)
        }
        let contents = try BackupContents(Array(try export(.json).text.utf8))
        #expect(contents.places.count == all.count && contents.omissions.isEmpty)
    }

    @Test(
        "Numbers of other columns at the ends of 64 bits end no process",
        arguments: [Int64.max, Int64.min, -1])
    func columns(number: Int64) throws {
        defer { home.remove() }
        let ids = try places("version = \(number), stored_at = \(number), captured_at = \(number)")
        let list = try archive.list(SnapshotListing())
        #expect(list.snapshots.map(\.id) == ids.reversed() && list.damaged.isEmpty)
        let tagged = try archive.updateMetadata(id: ids[1]) { _ in try SnapshotMetadata(tags: ["t"], note: "") }
        #expect(tagged.metadata.tags == ["t"] && tagged.version > 0)
        for format in ImportExportFormat.allCases { #expect(try export(format).omissions.isEmpty) }
        try execute("UPDATE snapshots SET expires_at = ?", [number])
        _ = try archive.list(SnapshotListing())
        _ = try export(.json)
        try execute("UPDATE snapshots SET seq = ? WHERE id = ?", [number, ids[0]])
        _ = try archive.list(SnapshotListing(limit: 1, before: .max))
        _ = try export(.csv)
    }

    @Test("Times out of range are moved into the years 0 to 9999", arguments: [Int64.max, Int64.min])
    func times(number: Int64) throws {
        defer { home.remove() }
        let ids = try places("stored_at = \(number)")
        try execute(
            "UPDATE snapshots SET expires_at = 9223372036854775807, origin = 'automatic' WHERE id = ?", [ids[1]])
        let tab = try WindowTab(address: "https://example.org/", title: "")
        let set = try WindowSet(title: "", browser: "", groups: [], tabs: [tab])
        let windows = SQLiteWindowSetArchive(database: database, now: { [now] in now })
        _ = try windows.add([WindowSetAddition(set: set, request: "r")])
        try execute("UPDATE window_set SET stored_at = ?", [number])
        let place = try archive.snapshot(id: ids[1])
        let times = [
            place.storedAt, try #require(place.expiresAt),
            try windows.sets(matching: nil, limit: nil, before: nil)[0].storedAt,
        ]
        #expect(times.allSatisfy { abs($0.timeIntervalSince1970) < 2.6e11 })
    }

    @Test(
        "Limits and offsets of any size are accepted",
        arguments: [(Int.max, 0), (Int.max, Int.max), (0, Int.max), (1, Int.min), (Int.min, Int.min)])
    func limits(limit: Int, offset: Int) throws {
        defer { home.remove() }
        let ids = try places("title = title")
        let copies = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { [now] in now })
        try CopySetup.add("foxes", to: try archive.snapshot(id: ids[0]), copies)
        for query in [nil, "fox", "foxes"] {
            let list = try archive.list(
                SnapshotListing(query: query, limit: limit, offset: offset, before: .max))
            let count = offset > 0 || limit < 1 ? 0 : min(limit, query == "foxes" ? 1 : 3)
            #expect(list.snapshots.count == count, "\(query ?? "")")
        }
        let windows = SQLiteWindowSetArchive(database: database, now: { [now] in now })
        #expect(try windows.sets(matching: nil, limit: limit, before: .max).isEmpty)
    }

    /// Removes the types and constraints of a table, as a file of another program may have none.
    private func untyped(_ table: String) throws -> LeftoffDatabase {
        try database.queue.writeWithoutTransaction { connection in
            try connection.execute(sql: "PRAGMA writable_schema = ON")
            try connection.execute(
                sql: """
                    UPDATE sqlite_schema SET sql =
                        replace(replace(replace(sql, ' STRICT', ''), ' NOT NULL', ''), 'CHECK (', 'CHECK (1 OR ')
                    WHERE name = ?
                    """, arguments: [table])
            try connection.execute(sql: "PRAGMA writable_schema = RESET")
        }
        return try LeftoffDatabase(home: home.path)
    }

    @Test(
        "Values of another type, and NULL, hide no other place",
        arguments: ["json", "stored_at", "tags", "note", "version", "origin", "expires_at"],
        ["NULL", "'text'", "x'FF00FE'", "1e300", "-7"])
    func types(column: String, value: String) throws {
        defer { home.remove() }
        let ids = try places("title = title")
        let database = try untyped("snapshots")
        try database.write {
            try $0.execute(sql: "UPDATE snapshots SET \(column) = \(value) WHERE id = ?", arguments: [ids[1]])
        }
        let archive = SQLiteSnapshotArchive(database: database, now: { [now] in now })
        let list = try archive.list(SnapshotListing())
        #expect(list.snapshots.map(\.id).filter { $0 != ids[1] } == [ids[2], ids[0]])
        #expect(list.snapshots.count + list.damaged.count == 3 || column == "expires_at")
        for format in ImportExportFormat.allCases {
            let (text, _) = try export(format)
            #expect(text.contains("https://example.org/1") && text.contains("https://example.org/3"))
        }
        // A place may have expired.
        guard column != "expires_at" else { return }
        #expect(try archive.remove(ids: [ids[1]]) == 1)
        #expect(try archive.list(SnapshotListing()).snapshots.map(\.id) == [ids[2], ids[0]])
    }

    @Test("A record with a malformed id is listed, and removed by its whole id")
    func malformedID() throws {
        defer { home.remove() }
        let ids = try places("id = 'Not an id'")
        #expect(try archive.list(SnapshotListing()).snapshots.map(\.id) == [ids[2], "Not an id", ids[0]])
        #expect(try archive.remove(ids: ["Not an id"]) == 1)
        #expect(try archive.list(SnapshotListing()).snapshots.count == 2)
    }

    @Test(
        "A damaged part of a window set hides no other set and no other tab",
        arguments: [
            ("UPDATE window_set SET groups = '{' WHERE id = ?", 1),
            ("UPDATE window_set SET groups = '[7]' WHERE id = ?", 1),
            ("UPDATE window_set SET groups = '[]', stored_at = -9223372036854775808 WHERE id = ?", 0),
            ("UPDATE window_tab SET group_index = 9223372036854775807, progress = 1e300 WHERE ? <> ''", 0),
            ("UPDATE window_tab SET group_index = -1, progress = -1e300 WHERE number = 1 AND ? <> ''", 0),
            ("UPDATE window_tab SET snapshot = '{' WHERE number = 1 AND ? <> ''", 2),
            ("UPDATE window_tab SET snapshot = '{\"url\":7}' WHERE number = 2 AND ? <> ''", 2),
        ])
    func windows(sql: String, damagedCount: Int) throws {
        defer { home.remove() }
        let windows = SQLiteWindowSetArchive(database: database, now: { [now] in now })
        let json = #"""
            {"title":"Foxes","groups":[{"title":"g","color":"blue"}],"tabs":[
            {"url":"https://a.example/","group":0,"snapshot":{"url":"https://a.example/","progress":{"text":1e300}}},
            {"url":"https://b.example/"}]}
            """#
        let (set, omissions) = try WindowSet.read(try JSONValue(json: json.utf8, limit: .max))
        #expect(omissions.isEmpty && set.tabs[0].snapshot?.progress == 1)
        let stored = try windows.add([
            WindowSetAddition(set: set, request: "request-1"), WindowSetAddition(set: set, request: "request-2"),
        ])
        try execute(sql, [stored[0].set.id])
        let list = try windows.list(matching: nil, limit: nil, before: nil)
        #expect(list.sets.map(\.id) == [stored[1].set.id, stored[0].set.id])
        #expect(list.sets.allSatisfy { $0.tabs.count == 2 })
        #expect(list.sets.flatMap(\.tabs).allSatisfy { (0...1).contains($0.progress ?? 0) })
        #expect(try windows.list(matching: "foxes", limit: 1, before: nil).next == stored[1].set.position)
        let (text, exported) = try export(.json)
        let health = try LeftoffDatabase.health(home: home.path)
        #expect(exported.count == damagedCount && health.damaged.count == damagedCount, "\(exported)")
        let contents = try BackupContents(Array(text.utf8))
        #expect(contents.windows.count == 2 && contents.windows.allSatisfy { $0.set.tabs.count == 2 })
        #expect(try windows.set(id: stored[0].set.id).tabs.map(\.url) == ["https://a.example/", "https://b.example/"])
    }
}
