import Foundation
import GRDB
import Places
import Testing

@testable import Store

struct CopyRulesTests {
    @Test(arguments: [
        ("https://example.org/a", "https://example.org/a#part", true),
        ("https://example.org/a", "https://example.org/a?utm_source=x", true),
        ("https://web.archive.org/web/20240102030405/https://example.org/a", "https://example.org/a", true),
        ("https://example.org/a", "https://web.archive.org/web/20240102030405/https://example.org/a", true),
        ("https://example.org/a", "https://example.org/b", false),
        ("https://example.org/a", "https://bank.example/", false),
        ("https://example.org/#/a", "https://example.org/#/b", false),
    ])
    func `A copy is stored only for a place on its page`(place: String, copy: String, isStored: Bool) throws {
        let setup = try CopySetup()
        let place = try setup.place(place)
        let outcome = try setup.copies().add(CopySetup.text("x", url: copy), kind: .text, to: place.id)
        #expect((outcome == .refused(reason: .otherPage)) == !isStored)
        #expect(setup.files.isEmpty == !isStored)
        #expect(CopyRefusal.otherPage.description == "The place is stored without a copy: the copy is of another page.")
    }

    @Test func `An AMP page at the publisher's address has a copy of its own`() throws {
        let setup = try CopySetup()
        let json =
            #"{"url":"https://amp.example.org/a","edition":"amp","canonical":"https://example.org/a"}"#
        let place = try setup.places.add(PageSnapshot(json: json.utf8))
        for url in ["https://amp.example.org/a", "https://example.org/a"] {
            let outcome = try setup.copies().add(CopySetup.text("x", url: url), kind: .text, to: place.id)
            guard case .stored = outcome else { return _ = Issue.record("\(url): \(outcome)") }
        }
    }

    @Test(arguments: [
        ("https://web.archive.org/web/20240102030405/https://bank.example/", "https://bank.example/"),
        ("https://shop.example/pay", "https://my.bank.example/account"),
        ("https://shop.example/pay", "https://www.google.com/amp/s/bank.example/x"),
    ])
    func `Neither the original of a place nor the copied page may be on an excluded host`(
        place: String, copy: String
    ) throws {
        let setup = try CopySetup()
        let copies = setup.copies(CopyPolicy(excludedHosts: ["bank.example"]))
        let outcome = try copies.add(CopySetup.text("x", url: copy), kind: .text, to: setup.place(place).id)
        #expect(outcome == .refused(reason: .excludedHost("bank.example")))
        #expect(setup.files.isEmpty)
    }

    @Test func `The copies that were stored first are removed first, whatever their order of insertion`() throws {
        let setup = try CopySetup()
        let (old, new) = (
            try setup.place("https://example.org/1", progress: 1), try setup.place("https://example.org/2", progress: 1)
        )
        let copies = setup.copies()
        let first = try #require(try CopySetup.add("one", to: new, copies))
        let earlier = setup.clock.now.addingTimeInterval(-86_400)
        let addition = SQLiteCopyArchive.Addition(
            content: try CopySetup.text("two", of: old), kind: .text, placeID: old.id, storedAt: earlier)
        guard case .stored(let second) = try copies.add([addition])[0] else { return _ = Issue.record("refused") }
        let budget = first.storedByteCount + second.storedByteCount + 8
        try CopySetup.add("three", to: setup.place("https://example.org/3"), setup.copies(CopyPolicy(budget: budget)))
        #expect(try copies.copies(of: old.id).isEmpty)
        #expect(try copies.copies(of: new.id) == [first])
    }

    @Test func `Nothing is removed for a copy that does not fit even then`() throws {
        let setup = try CopySetup()
        let copies = setup.copies()
        let finished = try (0..<20).map { try setup.place("https://example.org/\($0)", progress: 1) }
        for place in finished { try CopySetup.add("x", to: place, copies) }
        let words = (0..<3_000).map { "\($0 * 7_919)" }.joined(separator: " ")
        try CopySetup.add(words, to: setup.place("https://example.org/unfinished"), copies)
        let budget = try setup.database.read { try Int.fetchOne($0, sql: "SELECT byte_count FROM copy_total") ?? 0 }
        func changes() throws -> Int {
            try setup.database.read { try Int.fetchOne($0, sql: "SELECT total_changes()") ?? 0 }
        }
        let place = try setup.place("https://example.org/new")
        let before = try changes()
        let outcome = try setup.copies(CopyPolicy(budget: budget))
            .add(CopySetup.text(words + " more", of: place), kind: .text, to: place.id)
        #expect(outcome == .refused(reason: .budgetUsedUp(limit: budget)))
        // SQLite also counts changes that are rolled back.
        #expect(try changes() - before < 20)
        #expect(setup.files.count == 21)
    }

    @Test func `After the budget was lowered, maintenance removes what it may, and copies can become smaller`() throws {
        let setup = try CopySetup()
        let (finished, unfinished) = (
            try setup.place("https://example.org/1", progress: 1), try setup.place("https://example.org/2")
        )
        let copies = setup.copies()
        try CopySetup.add("one", to: finished, copies)
        let words = (0..<200).map { "\($0 * 7_919)" }.joined(separator: " ")
        try CopySetup.add(words, to: unfinished, copies)
        let low = setup.copies(CopyPolicy(budget: 120))
        try setup.copies(CopyPolicy(budget: 120, overflow: .keep)).performMaintenance()
        #expect(setup.files.count == 2)
        try low.performMaintenance()
        #expect(setup.files.count == 1)
        #expect(try copies.copies(of: finished.id).isEmpty)
        for policy in [CopyPolicy(budget: 120), CopyPolicy(budget: 120, overflow: .keep)] {
            let half = words.prefix(words.count / 2) + " \(policy.overflow)"
            #expect(try CopySetup.add(String(half), to: unfinished, setup.copies(policy)) != nil)
        }
        let other = try setup.place("https://example.org/3")
        #expect(try CopySetup.add("three", to: other, low) == nil)
    }

    @Test func `If all copies are kept, several copies at once do not exceed the budget`() throws {
        let setup = try CopySetup()
        let places = try (1...4).map { try setup.place("https://example.org/\($0)") }
        let size = try #require(try CopySetup.add("word 0", to: setup.place("https://example.org/0"), setup.copies()))
            .storedByteCount
        let budget = 3 * size + size / 2
        let copies = setup.copies(CopyPolicy(budget: budget, overflow: .keep))
        let outcomes = try copies.add(
            places.enumerated().map {
                SQLiteCopyArchive.Addition(
                    content: try CopySetup.text("word \($0 + 1)", of: $1), kind: .text, placeID: $1.id)
            })
        #expect(outcomes.count { $0 == .refused(reason: .budgetUsedUp(limit: budget)) } == 2)
        #expect(setup.files.count == 3)
    }

    @Test func `Copies of places that an older version has erased are removed`() throws {
        let setup = try CopySetup()
        let (copies, place) = (setup.copies(), try setup.place())
        try CopySetup.add("foxes", to: place, copies)
        try setup.database.write { try $0.execute(sql: "DELETE FROM snapshots WHERE id = ?", arguments: [place.id]) }
        try copies.performMaintenance()
        #expect(try copies.copies(of: place.id).isEmpty)
        #expect(setup.files.isEmpty)
    }
}
