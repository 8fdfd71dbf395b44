import Foundation
import GRDB
import ImportExport
import Places
import Store
import Testing

struct CopyRepairTests {
    @Test func `A search does not find the words of a copy that was removed because its file is missing`() throws {
        let setup = try CopySetup()
        let (copies, one) = (setup.copies(), try setup.place("https://example.org/1"))
        let two = try setup.place("https://example.org/2")
        let missing = try #require(try CopySetup.add("ancient foxes", to: one, copies))
        try CopySetup.add("red foxes", to: two, copies)
        try FileManager.default.removeItem(atPath: setup.file(of: missing))
        #expect(try copies.removeDamaged().copies == 1)
        #expect(try setup.found("foxes") == [two.id])
        // The words do not come back with another copy of the place.
        try CopySetup.add("wolves", to: one, copies)
        #expect(try setup.found("ancient").isEmpty)
        #expect(try setup.found("wolves") == [one.id])
    }

    @Test func `A copy whose file has no record is found, and removed on request`() throws {
        let setup = try CopySetup()
        let copies = setup.copies()
        let lost = try #require(try CopySetup.add("one", to: setup.place(), copies))
        try CopySetup.add("two", to: setup.place(), copies)
        try setup.database.queue.inDatabase { connection in
            try connection.execute(sql: "PRAGMA foreign_keys = OFF")
            try connection.execute(sql: "DELETE FROM copy_file WHERE digest = ?", arguments: [lost.digest])
            try connection.execute(sql: "PRAGMA foreign_keys = ON")
        }
        let health = try CopyHealth(home: setup.home.path, now: Date())
        #expect(health.damage.count == 1 && health.damage.first?.contains(lost.placeID) == true)
        #expect(health.damage.first?.contains("the record of its file is missing") == true)
        #expect(try copies.removeDamaged().copies == 1)
        let after = try CopyHealth(home: setup.home.path, now: Date())
        #expect(after.copyCount == 1 && after.damage.isEmpty && setup.files.count == 1)
    }

    @Test func `A place without a text is not found by words that are still in the index`() throws {
        let setup = try CopySetup()
        let (copies, place) = (setup.copies(), try setup.place())
        try CopySetup.add("foxes", to: place, copies)
        try setup.database.write { try $0.execute(sql: "DELETE FROM page_copy") }
        #expect(try setup.found("foxes").isEmpty)
    }

    @Test func `Storing a copy again repairs its file, even if the damage has not changed the size`() throws {
        let setup = try CopySetup()
        let (copies, place) = (setup.copies(), try setup.place())
        let copy = try #require(try CopySetup.add("foxes", to: place, copies))
        let file = URL(filePath: setup.file(of: copy))
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 0xFF
        try bytes.write(to: file)
        #expect(throws: StoreError.self) { try copies.content(of: copy) }
        try CopySetup.add("foxes", to: place, copies)
        #expect(try copies.content(of: copy) == CopySetup.text("foxes", of: place))
    }

    @Test func `A file that cannot be read for another reason is no damage, and its copy is kept`() throws {
        let setup = try CopySetup()
        let (copies, place) = (setup.copies(), try setup.place())
        let copy = try #require(try CopySetup.add("foxes", to: place, copies))
        // A symbolic link is not followed.
        let file = setup.file(of: copy)
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file + ".moved")
        let health = try CopyHealth(home: setup.home.path, now: Date())
        #expect(health.damage.isEmpty && health.unreadable.count == 1)
        #expect(try copies.removeDamaged().copies == 0)
        #expect(try copies.copies(of: place.id) == [copy])
    }

    @Test func `A file that another process may be storing is not reported as a stray`() throws {
        let setup = try CopySetup()
        try CopySetup.add("foxes", to: setup.place(), setup.copies())
        try Data("x".utf8).write(to: URL(filePath: setup.home.path + "/copies/" + setup.files[0] + ".new"))
        #expect(try CopyHealth(home: setup.home.path, now: Date()).strays.isEmpty)
        #expect(try CopyHealth(home: setup.home.path, now: Date(timeIntervalSinceNow: 3_700)).strays.count == 1)
    }

    @Test func `The file of the last copy is deleted although the index was deleted before`() throws {
        let setup = try CopySetup()
        let (copies, place) = (setup.copies(), try setup.place())
        try CopySetup.add("foxes", to: place, copies)
        try FileManager.default.removeItem(atPath: setup.home.path + "/copies/index.sqlite")
        let database = try LeftoffDatabase(home: setup.home.path)
        let later = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { Date() })
        #expect(try later.removeAll(of: [place.id]) == 1)
        #expect(setup.files.isEmpty)
    }

    @Test func `A copy that cannot be read now is indexed later, and those before it at once`() throws {
        let setup = try CopySetup()
        let copies = setup.copies()
        let places = try (0..<3).map { try setup.place("https://example.org/\($0)") }
        let stored = try places.map { try #require(try CopySetup.add("foxes", to: $0, copies)) }
        try FileManager.default.removeItem(atPath: setup.home.path + "/copies/index.sqlite")
        let file = setup.file(of: stored[1])
        try FileManager.default.moveItem(atPath: file, toPath: file + ".moved")
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file + ".moved")
        #expect(throws: StoreError.self) { try copies.updateIndex() }
        #expect(try setup.found("foxes") == [places[0].id])
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: file + ".moved", toPath: file)
        try copies.updateIndex()
        #expect(try setup.found("foxes") == places.reversed().map(\.id))
    }

    @Test func `An index without its tables is built again`() throws {
        let setup = try CopySetup()
        let place = try setup.place()
        try CopySetup.add("foxes", to: place, setup.copies())
        let index = try DatabaseQueue(path: setup.home.path + "/copies/index.sqlite")
        try index.write { try $0.execute(sql: "DROP TABLE copy_pair") }
        try index.close()
        let database = try LeftoffDatabase(home: setup.home.path)
        try SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { Date() }).updateIndex()
        #expect(try setup.found("foxes") == [place.id])
    }

    @Test func `A renewed automatic place is found by its copy at once`() throws {
        let setup = try CopySetup()
        let json = #"{"url":"https://example.org/a","progress":{"text":0.3}}"#
        guard case .added(let place) = try setup.places.addAutomatic(PageSnapshot(json: json.utf8)) else {
            return _ = Issue.record("not added")
        }
        try CopySetup.add("foxes", to: place, setup.copies())
        guard case .renewed = try setup.places.addAutomatic(PageSnapshot(json: json.utf8)) else {
            return _ = Issue.record("not renewed")
        }
        #expect(try setup.found("foxes") == [place.id])
    }

    @Test func `A forgotten place that an import brings back is found by its copy`() throws {
        let setup = try CopySetup()
        let place = try setup.place()
        try CopySetup.add("foxes", to: place, setup.copies())
        let store = SQLiteBackupStore(database: setup.database, now: { [clock = setup.clock] in clock.now })
        var export = BackupExport(format: .json, of: store, at: setup.clock.now)
        var bytes: [UInt8] = []
        while let part = try export.next() { bytes += part }
        _ = try setup.places.remove(ids: [place.id])
        #expect(try store.importContents(BackupContents(bytes), at: setup.clock.now).addedPlaces == 1)
        #expect(try setup.found("foxes") == [place.id])
    }

    @Test func `A search makes excerpts of the newest places only`() throws {
        let setup = try CopySetup()
        let copies = setup.copies()
        let places = try (0..<102).map { try setup.place("https://example.org/\($0)") }
        let additions = try places.map {
            SQLiteCopyArchive.Addition(content: try CopySetup.text("foxes", of: $0), kind: .text, placeID: $0.id)
        }
        _ = try copies.add(additions)
        let found = try setup.places.snapshots(SnapshotListing(query: "foxes"))
        #expect(found.count == 102)
        #expect(found.prefix(100).allSatisfy { $0.excerpt != nil } && found.suffix(2).allSatisfy { $0.excerpt == nil })
    }
}
