import Foundation
import Places
import Store
import Syntax
import Testing

@Suite("Captures at one line, and the largest ones")
struct RepeatedSnapshotTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func snapshot(_ number: Int, time: String = "2026-11-23T08:00:00.000Z") throws -> PageSnapshot {
        try PageSnapshot(
            json: #"{"url":"https://example.org/a","capturedAt":"\#(time)","pageYOffset":\#(number)}"#.utf8)
    }

    private func archive(_ seconds: @escaping @Sendable () -> Double = { 1 }) throws -> SQLiteSnapshotArchive {
        SQLiteSnapshotArchive(
            database: try LeftoffDatabase(home: home.path), now: { Date(timeIntervalSince1970: seconds()) })
    }

    /// Returns a capture of a line.
    private static func capture(
        exact: String = "It was a dark night", prefix: String = "before ", character: Int = 3, y: Double = -4,
        ordinal: Int = 0, offset: Double = 900, extra: String = ""
    ) throws -> PageSnapshot {
        try PageSnapshot(
            json: """
                {"url":"https://example.org/a","capturedAt":"2026-11-23T08:00:00.000Z","pageYOffset":\(offset),\
                "anchors":[{"role":"primary","line":20,"ordinal":\(ordinal),"offset":{"character":\(character),\
                "x":0,"y":\(y)},"quote":{"exact":"\(exact)","prefix":"\(prefix)","suffix":""}}]\(extra)}
                """.utf8)
    }

    @Test("Two captures at one line are one place: the id, the marks and what was captured first stay, the time moves")
    func renewal() throws {
        let archive = try archive()
        let first = try archive.capture(try Self.capture())
        #expect(!first.isRenewed)
        let tagged = try archive.updateMetadata(id: first.place.id) { _ in
            try SnapshotMetadata(tags: ["a"], note: "b")
        }
        let other = try archive.capture(try Self.capture(exact: "Another line"))
        let later = try archive.capture(
            try PageSnapshot(
                value: Self.capture(offset: 870, extra: #","title":"New""#).json.setting(
                    "capturedAt", to: "2026-11-24T08:00:00.000Z")))
        #expect(later.isRenewed && later.place.id == tagged.id && later.place.metadata == tagged.metadata)
        #expect(later.place.snapshot.pageYOffset == 900 && later.place.snapshot.title == nil)
        #expect(later.place.snapshot.json["capturedAt"]?.string == "2026-11-24T08:00:00.000Z")
        #expect(later.place.version == tagged.version + 1 && later.place.position > other.place.position)
        #expect(try archive.snapshot(id: "@") == later.place)
        #expect(try archive.snapshots(matching: nil, limit: nil, offset: 0).map(\.id) == [tagged.id, other.place.id])
        #expect(try archive.snapshots(matching: "dark", limit: nil, offset: 0).map(\.id) == [tagged.id])
    }

    @Test(
        "A capture with other words, or further in the same words, is another place",
        arguments: [
            (try capture(offset: 20), true), (try capture(y: 10), true),
            (try capture(exact: "It was a dark day"), false),
            (try capture(prefix: "elsewhere "), false), (try capture(character: 70), false),
            (try capture(y: 30), false),
            (try capture(ordinal: 1), false),
            (try capture(extra: #","selection":{"exact":"night","prefix":"","suffix":""}"#), false),
            (try capture(extra: #","media":[{"selector":"video","time":12}]"#), false),
            (try PageSnapshot(json: #"{"url":"https://example.org/b"}"#.utf8), false),
        ])
    func sameLine(second: PageSnapshot, isRenewed: Bool) throws {
        let archive = try archive()
        _ = try archive.capture(try Self.capture())
        #expect(try archive.capture(second).isRenewed == isRenewed)
        // The same capture that is sent again, in one transaction or in two.
        #expect(try archive.capture([second, second]).map(\.isRenewed) == [true, true])
        #expect(try archive.snapshots(matching: nil, limit: nil, offset: 0).count == (isRenewed ? 1 : 2))
    }

    @Test("In a frame that was being read, its words decide, and not those of the page around it")
    func frames() throws {
        func capture(_ words: String, url: String = "https://b.example/") throws -> PageSnapshot {
            let place = #"{"anchors":[{"role":"primary","line":20,"quote":{"exact":"\#(words)"},"offset":{"y":0}}]}"#
            return try Self.capture(extra: #","frame":{"path":[],"url":"\#(url)","place":\#(place)}"#)
        }
        let archive = try archive()
        let first = try archive.capture(try capture("The first line")).place
        #expect(try archive.capture(try capture("The first line")).isRenewed)
        #expect(try !archive.capture(try capture("The second line")).isRenewed)
        #expect(try !archive.capture(try capture("The first line", url: "https://c.example/")).isRenewed)
        #expect(try !archive.capture(try Self.capture()).isRenewed)
        #expect(first.snapshot.lineWords == "The first line" && first.snapshot.highlight == "The first line")
        #expect(first.snapshot.quotes == ["The first line", "It was a dark night"])
        #expect(try archive.snapshots(matching: "second", limit: nil, offset: 0).count == 1)
    }

    @Test("Snapshots without words are one place if only their times differ, and one that was removed is stored again")
    func withoutWords() throws {
        let archive = try archive()
        let first = try archive.capture(try snapshot(1)).place
        #expect(try archive.capture(try snapshot(1, time: "2026-11-23T08:00:00.001Z")).place.id == first.id)
        #expect(try archive.capture(try snapshot(2)).place.id != first.id)
        #expect(try archive.remove(ids: [first.id]) == 1)
        let second = try archive.capture(try snapshot(1))
        #expect(!second.isRenewed && second.place.id != first.id && second.place.position > first.position)
    }

    @Test("A capture at the line of an automatic place keeps that place for good")
    func automatic() throws {
        let archive = try archive()
        guard case .added(let place) = try archive.addAutomatic(try Self.capture()) else {
            return _ = Issue.record("nothing was added")
        }
        let captured = try archive.capture(try Self.capture())
        #expect(captured.isRenewed && captured.place.id == place.id)
        #expect(captured.place.origin == .click && captured.place.expiresAt == nil)
    }

    @Test("Connections that capture the same lines at once store each of them once")
    func atOnce() async throws {
        let snapshots = try (0..<40).map { try snapshot($0) }
        let databases = try (0..<4).map { _ in try LeftoffDatabase(home: home.path) }
        let ids = try await withThrowingTaskGroup(of: [String].self) { group in
            for database in databases {
                group.addTask {
                    let archive = SQLiteSnapshotArchive(database: database, now: { Date(timeIntervalSince1970: 1) })
                    return try snapshots.map { try archive.capture($0).place.id }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ids.count == 4 && Set(ids).count == 1 && Set(ids[0]).count == 40)
        let archive = SQLiteSnapshotArchive(database: databases[0], now: { Date() })
        #expect(try archive.snapshots(matching: nil, limit: nil, offset: 0).count == 40)
    }

    @Test(
        "The place to resume is the newest one that is not at the untouched top",
        arguments: [
            ([900, 0], 0), ([0, 900], 1), ([900, 700, 0], 1), ([0, 0], 1), ([900] + [Int](repeating: 0, count: 120), 0),
        ] as [([Int], Int)])
    func placeToResume(offsets: [Int], expected: Int) throws {
        let archive = try archive()
        let ids = try offsets.enumerated().map { number, offset in
            try archive.add(
                try PageSnapshot(
                    json: #"{"url":"https://example.org/a","title":"\#(number)","pageYOffset":\#(offset)}"#.utf8)
            ).id
        }
        #expect(try archive.newestToResume().id == ids[expected])
        #expect(
            try archive.snapshots(SnapshotListing(pageKey: "https://example.org/a", limit: 1)).map(\.id)
                == [ids[expected]])
        #expect(try archive.snapshot(id: "@").id == ids.last)
    }

    @Test(
        "A snapshot of 64 KiB is readable although it is stored with more",
        arguments: [
            // The schema is added, DEL is escaped, and letters of an address are percent-encoded.
            ("https://example.org/", "x"), ("https://example.org/", "\u{7F}"), ("https://example.org/é", "é"),
        ])
    func largest(address: String, filler: String) throws {
        let start = #"{"url":"\#(address)","title":""#
        let room = PageSnapshot.maximumByteCount - start.utf8.count - 2
        let text = start + String(repeating: filler, count: room / filler.utf8.count) + "\"}"
        let snapshot = try PageSnapshot(json: text.utf8)
        #expect(snapshot.encoded().count > PageSnapshot.maximumByteCount)
        let archive = SQLiteSnapshotArchive(
            database: try LeftoffDatabase(home: home.path), now: { Date(timeIntervalSince1970: 1) })
        let stored = try archive.capture(snapshot).place
        #expect(try archive.snapshots(matching: nil, limit: nil, offset: 0) == [stored])
        #expect(try archive.capture(snapshot).place.snapshot == snapshot && stored.snapshot == snapshot)
    }
}

extension JSONValue {
    /// Returns an object with another value of a member.
    fileprivate func setting(_ key: String, to text: String) -> JSONValue {
        var members = object ?? [:]
        members[key] = .string(text)
        return .object(members)
    }
}
