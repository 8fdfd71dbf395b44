import FoundationEssentials
import GRDB
import Syntax

@testable import ImportExport
@testable import Places
@testable import Store

extension FuzzTarget {
    /// Rows of places, copies and windows with any values, used in every way beside healthy rows.
    static let place = FuzzTarget(name: "place") { bytes in
        var input = FuzzInput(bytes)
        let archive = SQLiteSnapshotArchive(database: FuzzHome.database, now: { now })
        let windows = SQLiteWindowSetArchive(database: FuzzHome.database, now: { now })
        do {
            let text = "{\"url\":\"https://healthy.example/\",\"title\":\"fox\"}"
            let healthy = try archive.add([try PageSnapshot(json: text.utf8)])[0].id
            let tab = try WindowTab(address: "https://healthy.example/", title: "fox")
            let set = try WindowSet(title: "fox", browser: "", groups: [], tabs: [tab])
            let window = try windows.add([WindowSetAddition(set: set, request: "healthy")])[0].set.id
            var rows = ""
            for number in 0..<(input.byte() % 4 + 1) { rows += insert(number, &input) + "\n" }
            try read(archive, windows, healthy: healthy, window: window, &input, rows)
            try change(archive, windows, healthy: healthy, window: window, &input)
            try read(archive, windows, healthy: healthy, window: window, &input, rows)
            try FuzzHome.clear()
        } catch {
            expect(false, "is used without an error: \(error)")
        }
    }

    private static let now = Date(timeIntervalSince1970: 1_772_368_200)

    /// Writes a row, unless the table does not accept it, and returns the statement.
    private static func insert(_ number: UInt8, _ input: inout FuzzInput) -> String {
        let id = "'00000000000\(number)'"
        let snapshot = quoted(input.isRare() ? input.number() : snapshotText(&input))
        let sql: String
        switch input.byte() % 5 {
        case 0, 1:
            let sequence = input.isRare() ? integer(&input, below: Int64.max - 1_000_000) : "NULL"
            let origin = input.choose(["'click'", "'automatic'", "'import'"])
            sql = """
                INSERT INTO snapshots (seq, id, page_key, url, title, address, quotes, captured_at, stored_at, json,
                    site, tags, note, version, origin, expires_at)
                VALUES (\(sequence), \(id), 'k\(number)', 'u', 't', 'a', 'q', \(integer(&input)), \(integer(&input)),
                    \(snapshot), 's', \(quoted(input.plainText())), 'n', \(integer(&input)), \(origin),
                    \(integer(&input)))
                """
        case 2:
            sql = """
                INSERT INTO snapshot_forgotten (id, json, stored_at, seq, tags, note, version, forgotten_at, expires_at)
                VALUES (\(id), \(snapshot), \(integer(&input)), \(integer(&input)), '', '', \(integer(&input)),
                    \(integer(&input)), \(integer(&input)))
                """
        case 3:
            sql = """
                INSERT INTO window_set (id, request, title, words, browser, groups, stored_at, forgotten_at)
                VALUES (\(id), 'r\(number)', 't', 't', 'b', \(quoted("[\(input.json())]")), \(integer(&input)),
                    \(input.isRare() ? integer(&input) : "NULL"));
                INSERT INTO window_tab (seq, number, url, title, words, is_pinned, group_index, is_active, is_sleeping,
                    progress, fragment, snapshot)
                VALUES (last_insert_rowid(), \(integer(&input)), 'https://w.example/', 't', 't', \(integer(&input)),
                    \(integer(&input)), \(integer(&input)), 0,
                    \(input.choose(["1e300", "-1e300", "9e999", "NULL", "0.5"])), 'f', \(snapshot))
                """
        default:
            let digest = input.choose([String(repeating: "0", count: 64), "../x", ""])
            sql = """
                INSERT INTO copy_file VALUES ('\(digest)', \(integer(&input)), \(integer(&input)));
                INSERT INTO page_copy (place, kind, position, digest, stored_at, is_finished)
                VALUES (\(id), \(input.choose(["'text'", "'picture'", "'x'"])), \(integer(&input)), '\(digest)',
                    \(integer(&input)), \(integer(&input)))
                """
        }
        _ = try? FuzzHome.database.write { try $0.execute(sql: sql) }
        return sql
    }

    private static func integer(_ input: inout FuzzInput, below limit: Int64 = .max) -> String {
        // NULL costs the whole row where the table does not accept it.
        input.byte() == 255 ? "NULL" : "\(min(input.integer(), limit))"
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: "''").replacing("\0", with: ""))'"
    }

    /// Reads the store in every way, and checks that nothing hides the healthy rows.
    private static func read(
        _ archive: SQLiteSnapshotArchive, _ windows: SQLiteWindowSetArchive, healthy: String, window: String,
        _ input: inout FuzzInput, _ rows: String
    ) throws {
        for query in [nil, "fox"] {
            let list = try archive.list(SnapshotListing(query: query))
            expect(list.snapshots.contains { $0.id == healthy }, "lists the healthy place: \(rows)")
            for place in list.snapshots {
                checkSnapshot(place.snapshot)
                checkPlace(place, nil)
                expect(place.version >= 0 && abs(place.storedAt.timeIntervalSince1970) < 1e12, "has numbers: \(place)")
                expect(place.expiresAt.map { abs($0.timeIntervalSince1970) < 1e12 } ?? true, "has times: \(place)")
            }
            let sets = try windows.list(matching: query, limit: nil, before: nil)
            expect(sets.sets.contains { $0.id == window }, "lists the healthy window: \(rows)")
            for set in sets.sets {
                expect(abs(set.storedAt.timeIntervalSince1970) < 1e12, "has a time: \(set)")
                _ = set.json(storedAt: "").encoded()
            }
        }
        var listing = SnapshotListing(limit: Int(input.byte() % 3) + 1)
        var ids: [String] = []
        repeat {
            let list = try archive.list(listing)
            ids += list.snapshots.map(\.id)
            listing.before = list.next
        } while listing.before != nil && ids.count < 20
        expect(ids.contains(healthy) && Set(ids).count == ids.count, "lists each place once: \(ids) \(rows)")
        _ = (try archive.counts(of: .sites), try archive.counts(of: .tags), try archive.automaticRefusals())
        for format in ImportExportFormat.allCases {
            let store = SQLiteBackupStore(database: FuzzHome.database, now: { now })
            var export = BackupExport(format: format, of: store, at: now)
            var text: [UInt8] = []
            while let part = try export.next() { text += part }
            expect(
                String(decoding: text, as: UTF8.self).contains("healthy.example"), "exports the healthy place: \(rows)")
            guard format == .json else { continue }
            let contents = try BackupContents(text)
            expect(contents.omissions.isEmpty, "imports what it exported: \(contents.omissions) \(rows)")
        }
        let policy = CopyPolicy()
        let copies = SQLiteCopyArchive(database: FuzzHome.database, policy: { policy }, now: { now })
        _ = try copies.copies(of: healthy)
    }

    /// Changes rows; whatever that answers, it changes no other row.
    private static func change(
        _ archive: SQLiteSnapshotArchive, _ windows: SQLiteWindowSetArchive, healthy: String, window: String,
        _ input: inout FuzzInput
    ) throws {
        for _ in 0..<(input.byte() % 6) {
            let id = "00000000000\(input.byte() % 5)"
            do {
                switch input.byte() % 8 {
                case 0: _ = try archive.remove(ids: [id])
                case 1: _ = try archive.undoRemoval(id: id)
                case 2:
                    let metadata = try SnapshotMetadata(tags: ["a"], note: "b")
                    _ = try archive.updateMetadata(id: id) { _ in metadata }
                case 3: _ = try windows.remove(ids: [id])
                case 4: _ = try windows.undoRemoval(id: id)
                case 5: _ = try windows.snapshot(ofTab: Int(input.integer()), in: id)
                case 6: _ = try archive.addAutomatic(try PageSnapshot(json: snapshotText(&input).utf8))
                default: try archive.purgeRemoved()
                }
            } catch is StoreError {
                throw StoreError.damaged(path: FuzzHome.path, reason: "a change of one row fails")
            } catch {
                // The row is not there, or cannot be read.
            }
        }
    }
}
