import Foundation
import Places
import Testing

@testable import Store

struct CopyArchiveTests {
    @Test func `A copy is stored in a private file and read back`() throws {
        let setup = try CopySetup()
        let (copies, place) = (setup.copies(), try setup.place())
        let copy = try #require(try CopySetup.add("quick foxes", to: place, copies))
        #expect(try copies.copies(of: place.id) == [copy])
        #expect(try copies.content(of: copy) == CopySetup.text("quick foxes", of: place))
        let file = setup.home.path + "/copies/" + (try #require(setup.files.first))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        for directory in [setup.home.path + "/copies", (file as NSString).deletingLastPathComponent] {
            let attributes = try FileManager.default.attributesOfItem(atPath: directory)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
        #expect(try setup.places.snapshot(id: place.id).copies == [.text])
    }

    @Test func `Equal copies share a file until the last of them is removed`() throws {
        let setup = try CopySetup()
        let (copies, one, two) = (setup.copies(), try setup.place(), try setup.place())
        try CopySetup.add("same", to: one, copies)
        try CopySetup.add("same", to: two, copies)
        #expect(setup.files.count == 1)
        try copies.remove(.text, of: one.id)
        #expect(setup.files.count == 1)
        try copies.remove(.text, of: two.id)
        #expect(setup.files.isEmpty)
    }

    @Test func `The same copy can be stored again`() throws {
        let setup = try CopySetup()
        let (copies, place) = (setup.copies(), try setup.place())
        let first = try #require(try CopySetup.add("quick foxes", to: place, copies))
        #expect(try CopySetup.add("quick foxes", to: place, copies) == first)
        #expect(try copies.content(of: first) == CopySetup.text("quick foxes", of: place))
        #expect(setup.files.count == 1)
        #expect(try setup.places.snapshots(matching: "foxes", limit: nil, offset: 0).map(\.id) == [place.id])
    }

    @Test func `A new copy replaces the earlier one and its words`() throws {
        let setup = try CopySetup()
        let (copies, place) = (setup.copies(), try setup.place())
        try CopySetup.add("ancient", to: place, copies)
        try CopySetup.add("modern", to: place, copies)
        #expect(setup.files.count == 1)
        #expect(try setup.places.snapshots(matching: "ancient", limit: nil, offset: 0).isEmpty)
        #expect(try setup.places.snapshots(matching: "modern", limit: nil, offset: 0).map(\.id) == [place.id])
    }

    @Test func `A copy outlives the removal of its place until that can no longer be undone`() throws {
        let setup = try CopySetup()
        let (copies, place) = (setup.copies(), try setup.place())
        let copy = try #require(try CopySetup.add("foxes", to: place, copies))
        _ = try setup.places.remove(ids: [place.id])
        #expect(try setup.places.snapshots(matching: "foxes", limit: nil, offset: 0).isEmpty)
        setup.clock.advance(3_000)
        try setup.places.purgeRemoved()
        try copies.performMaintenance()
        #expect(try setup.places.undoRemoval(id: place.id).copies == [.text])
        #expect(try copies.content(of: copy) == CopySetup.text("foxes", of: place))
        #expect(try setup.places.snapshots(matching: "foxes", limit: nil, offset: 0).map(\.id) == [place.id])
        _ = try setup.places.remove(ids: [place.id])
        setup.clock.advance(TrashEntry.lifetime + 100)
        try setup.places.purgeRemoved()
        try copies.performMaintenance()
        #expect(try copies.copies(of: place.id).isEmpty)
        #expect(setup.files.isEmpty)
    }

    @Test func `The oldest copies of finished places make room, and never those of unfinished ones`() throws {
        let setup = try CopySetup()
        let unfinished = try setup.place("https://example.org/unfinished")
        let finished = try setup.place("https://example.org/finished", progress: 0.96)
        let older = try setup.place("https://example.org/again")
        let newer = try setup.place("https://example.org/again")
        let words = ["one", "two", "three"]
        var size = 0
        for (place, word) in zip([unfinished, finished, older], words) {
            size += try #require(try CopySetup.add(word, to: place, setup.copies())).storedByteCount
        }
        let copies = setup.copies(CopyPolicy(budget: size + 8))
        try CopySetup.add("four", to: newer, copies)
        #expect(try copies.copies(of: finished.id).isEmpty)
        #expect(try !copies.copies(of: older.id).isEmpty)
        let next = try setup.place("https://example.org/next")
        try CopySetup.add("five", to: next, copies)
        #expect(try copies.copies(of: older.id).isEmpty)
        #expect(try !copies.copies(of: unfinished.id).isEmpty && !copies.copies(of: newer.id).isEmpty)
        let last = try setup.place("https://example.org/last")
        let outcome = try copies.add(CopySetup.text("six", of: last), kind: .text, to: last.id)
        #expect(outcome == .refused(reason: .budgetUsedUp(limit: size + 8)))
        #expect(try copies.copies(of: last.id).isEmpty)
        #expect(setup.files.count == 3)
    }

    @Test func `If all copies are kept, a copy that does not fit is refused`() throws {
        let setup = try CopySetup()
        let first = try setup.place(progress: 1)
        let size = try #require(try CopySetup.add("one", to: first, setup.copies())).storedByteCount
        let copies = setup.copies(CopyPolicy(budget: size, overflow: .keep))
        let second = try setup.place()
        #expect(
            try copies.add(CopySetup.text("two", of: second), kind: .text, to: second.id)
                == .refused(reason: .budgetUsedUp(limit: size)))
        // An equal copy takes no space.
        #expect(try CopySetup.add("one", to: second, copies) != nil)
        #expect(setup.files.count == 1)
    }

    @Test(arguments: [
        ("https://bank.example/", true), ("https://my.bank.example/x", true), ("https://bank.example./", true),
        ("https://notbank.example/", false), ("https://bank.example.org/", false),
    ])
    func `Pages of excluded hosts are not copied`(url: String, isRefused: Bool) throws {
        let setup = try CopySetup()
        let copies = setup.copies(CopyPolicy(excludedHosts: ["bank.example"]))
        let place = try setup.place(url)
        let outcome = try copies.add(CopySetup.text("x", of: place), kind: .text, to: place.id)
        #expect((outcome == .refused(reason: .excludedHost("bank.example"))) == isRefused)
        #expect(setup.files.isEmpty == isRefused)
    }

    @Test func `A place without a copy has that of a newer place on the same page`() throws {
        let setup = try CopySetup()
        let copies = setup.copies()
        let (first, second, third) = (try setup.place(), try setup.place(), try setup.place("https://example.org/b"))
        #expect(try copies.nearestCopy(to: first.id, kind: .text) == nil)
        let copy = try #require(try CopySetup.add("foxes", to: second, copies))
        try CopySetup.add("wolves", to: third, copies)
        #expect(try copies.nearestCopy(to: first.id, kind: .text) == copy)
        #expect(try copies.nearestCopy(to: first.id, kind: .picture) == nil)
    }

    @Test func `Damaged, missing and stray files are found, and removed on request`() throws {
        let setup = try CopySetup()
        let (copies, home) = (setup.copies(), setup.home.path + "/copies/")
        let damaged = try #require(try CopySetup.add("one", to: setup.place(), copies))
        let missing = try #require(try CopySetup.add("two", to: setup.place(), copies))
        try CopySetup.add("three", to: setup.place(), copies)
        func path(_ copy: StoredCopy) -> String { "\(home)\(copy.digest.prefix(2))/\(copy.digest.dropFirst(2)).gz" }
        // A file with another valid content.
        let other = try Data(contentsOf: URL(filePath: path(missing)))
        try other.write(to: URL(filePath: path(damaged)))
        try FileManager.default.removeItem(atPath: path(missing))
        try FileManager.default.createDirectory(atPath: home + "zz", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: home + "zz/stray.gz.new"))
        #expect(throws: StoreError.self) { try copies.content(of: damaged) }
        #expect(throws: StoreError.self) { try copies.content(of: missing) }
        let health = try CopyHealth(home: setup.home.path, now: Date(timeIntervalSinceNow: 3_601))
        #expect(health.copyCount == 3 && health.damage.count == 2 && health.strays == [home + "zz/stray.gz.new"])
        #expect(health.damage.contains { $0.contains("does not match its digest") })
        #expect(health.damage.contains { $0.contains("the file is missing") })
        #expect(try copies.removeStrayFiles(olderThan: 3_600) == 0)
        let removed = try copies.removeDamaged()
        #expect(removed.copies == 2 && removed.files == 1)
        let after = try CopyHealth(home: setup.home.path, now: Date(timeIntervalSinceNow: 3_601))
        #expect(after.copyCount == 1 && after.damage.isEmpty && after.strays.isEmpty)
    }

    @Test func `A named pipe in place of a file is damage, for whose writer nothing waits`() throws {
        let setup = try CopySetup()
        let copies = setup.copies()
        let copy = try #require(try CopySetup.add("one", to: setup.place(), copies))
        let file = setup.file(of: copy)
        try FileManager.default.removeItem(atPath: file)
        #expect(mkfifo(file, 0o600) == 0)
        let error = #expect(throws: StoreError.self) { try copies.content(of: copy) }
        #expect(error?.description.contains("not a regular file") == true)
    }

    @Test func `The index is built again from the files if it is missing or damaged`() throws {
        let setup = try CopySetup()
        let place = try setup.place()
        try CopySetup.add("foxes", to: place, setup.copies())
        let index = setup.home.path + "/copies/index.sqlite"
        func find(_ database: LeftoffDatabase) throws -> [String] {
            try SQLiteSnapshotArchive(database: database, now: { Date() })
                .snapshots(matching: "foxes", limit: 5, offset: 0).map(\.id)
        }
        for damage in [nil, Data("not a database, but long enough to look like one".utf8), Data()] {
            if let damage {
                try damage.write(to: URL(filePath: index))
            } else {
                try FileManager.default.removeItem(atPath: index)
            }
            let database = try LeftoffDatabase(home: setup.home.path)
            #expect(try find(database).isEmpty)
            let copies = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { Date() })
            try copies.updateIndex()
            #expect(try find(database) == [place.id])
        }
    }

    @Test func `Several processes store and remove the same content without losing a file`() async throws {
        let setup = try CopySetup()
        let (home, places) = (setup.home.path, try (0..<6).map { try setup.place("https://example.org/a#\($0)") })
        let contents = try (0..<2).map { try CopySetup.text("words \($0)", url: "https://example.org/a") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<3 {
                group.addTask {
                    let database = try LeftoffDatabase(home: home)
                    let copies = SQLiteCopyArchive(database: database, policy: { CopyPolicy() }, now: { Date() })
                    for round in 0..<12 {
                        let place = places[(worker + round * 5) % places.count]
                        _ = try copies.add(contents[round % 2], kind: .text, to: place.id)
                        if round % 3 == 0 { try copies.remove(.text, of: places[(worker + round) % places.count].id) }
                    }
                }
            }
            try await group.waitForAll()
        }
        try setup.copies().performMaintenance()
        let health = try CopyHealth(home: home, now: Date(timeIntervalSinceNow: 3_601))
        #expect(health.damage == [] && health.strays == [])
        let copied = try setup.places.snapshots(SnapshotListing()).filter { $0.copies == [.text] }.count
        #expect(try setup.places.snapshots(matching: "words", limit: nil, offset: 0).count == copied)
    }

    @Test func `A process that was killed leaves files that are removed later, and no record`() throws {
        let setup = try CopySetup()
        let copies = setup.copies()
        let place = try setup.place()
        let kept = try #require(try CopySetup.add("kept", to: place, copies))
        let directory = setup.home.path + "/copies/ab"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let digest = String(repeating: "c", count: 62)
        for name in ["\(digest).gz", "\(digest).gz.new"] {
            let file = URL(filePath: "\(directory)/\(name)")
            try Data("partial".utf8).write(to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: file.path)
        }
        try copies.performMaintenance()
        #expect(setup.files.count == 1)
        #expect(try copies.content(of: kept) == CopySetup.text("kept", of: place))
    }

    @Test func `Pages of results merge own fields and copies, newest first`() throws {
        let setup = try CopySetup()
        let copies = setup.copies()
        var expected: [String] = []
        for number in 0..<12 {
            let title = number % 3 == 0 ? "fox" : "wolf"
            let place = try setup.places.add(
                PageSnapshot(json: #"{"url":"https://s\#(number % 2).example/\#(number)","title":"\#(title)"}"#.utf8))
            if number % 2 == 0 { try CopySetup.add(number % 4 == 0 ? "a fox and more" : "a bear", to: place, copies) }
            if number % 3 == 0 || number % 4 == 0 { expected.insert(place.id, at: 0) }
        }
        #expect(try setup.places.snapshots(matching: "FÓX", limit: nil, offset: 0).map(\.id) == expected)
        var paged: [String] = []
        for offset in stride(from: 0, to: 12, by: 2) {
            paged += try setup.places.snapshots(matching: "fox", limit: 2, offset: offset).map(\.id)
        }
        #expect(paged == expected)
        var cursor: Int64?
        var followed: [String] = []
        repeat {
            let page = try setup.places.snapshots(SnapshotListing(query: "fox", limit: 2, before: cursor))
            followed += page.map(\.id)
            cursor = page.last?.position
        } while cursor != nil
        #expect(followed == expected)
        let site = try setup.places.snapshots(SnapshotListing(query: "more", site: "s1.example"))
        #expect(site.isEmpty)
        #expect(try setup.places.snapshots(SnapshotListing(query: "more", site: "s0.example")).count == 3)
    }

    @Test(arguments: [
        ("well-known", "well"), ("DON'T", "don"), ("naïve", "naive"), ("中文", "中文"), ("文", "文"), ("Swift入門", "入門"),
        ("кот", "коты"), ("ab", "about"), ("1984", "1984"),
    ])
    func `Words, accents, parts of words and scripts without spaces are found`(query: String, word: String) throws {
        let setup = try CopySetup()
        let place = try setup.place()
        try CopySetup.add("It is well known about 1984: naive коты don't read 中文字. Swift入門", to: place, setup.copies())
        let found = try setup.places.snapshots(matching: query, limit: 10, offset: 0)
        #expect(found.map(\.id) == [place.id])
        #expect(found.first?.excerpt != nil)
        #expect(try setup.places.snapshots(matching: query + " absent", limit: 10, offset: 0).isEmpty)
    }

    @Test(arguments: ["*", "\"", "🦊", " ", "AND", "fox OR wolf", "NEAR(a b)", "-fox", "words:fox", "^fox"])
    func `No character of a query is an operator`(query: String) throws {
        let setup = try CopySetup()
        try CopySetup.add("fox", to: setup.place(), setup.copies())
        _ = try setup.places.snapshots(matching: query, limit: 10, offset: 0)
    }

    @Test func `Searches and additions at the same time finish`() async throws {
        let setup = try CopySetup()
        let (copies, places) = (setup.copies(), setup.places)
        let added = try (0..<20).map { try setup.place("https://example.org/\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for (number, place) in added.enumerated() { try CopySetup.add("words \(number)", to: place, copies) }
            }
            group.addTask {
                for _ in 0..<50 { _ = try places.snapshots(matching: "words", limit: 5, offset: 0) }
            }
            try await group.waitForAll()
        }
        #expect(try places.snapshots(matching: "words", limit: nil, offset: 0).count == 20)
    }
}
