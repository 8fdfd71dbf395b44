import Foundation
import Snapshots
import Store
import Testing

@Suite("Snapshots that are sent again, and the largest ones")
struct RepeatedSnapshotTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func snapshot(_ number: Int, time: String = "2026-11-23T08:00:00.000Z") throws -> PageSnapshot {
        try PageSnapshot(
            json: #"{"url":"https://example.org/a","capturedAt":"\#(time)","pageYOffset":\#(number)}"#.utf8)
    }

    @Test("A snapshot that equals a stored one is not stored again; its place is returned with its metadata")
    func equal() throws {
        let archive = SQLiteSnapshotArchive(
            database: try LeftoffDatabase(home: home.path), now: { Date(timeIntervalSince1970: 1) })
        let first = try archive.addMissing([try snapshot(1)])[0]
        let tagged = try archive.updateMetadata(id: first.id) { _ in try SnapshotMetadata(tags: ["a"], note: "b") }
        #expect(try archive.addMissing([try snapshot(1)]) == [tagged])
        let others = try archive.addMissing([
            try snapshot(2), try snapshot(1, time: "2026-11-23T08:00:00.001Z"), try snapshot(2), try snapshot(1),
        ])
        #expect(others[0] == others[2] && others[3] == tagged)
        #expect(try archive.snapshots(matching: nil, limit: nil, offset: 0).count == 3)
    }

    @Test("Snapshots without a time are compared too, and one that was removed is stored again")
    func withoutTime() throws {
        let archive = SQLiteSnapshotArchive(
            database: try LeftoffDatabase(home: home.path), now: { Date(timeIntervalSince1970: 1) })
        let plain = try PageSnapshot(json: #"{"url":"https://example.org/a"}"#.utf8)
        let first = try archive.addMissing([plain])[0]
        #expect(try archive.addMissing([plain])[0].id == first.id)
        #expect(try archive.remove(ids: [first.id]) == 1)
        let second = try archive.addMissing([plain])[0]
        #expect(second.id != first.id && second.position > first.position)
    }

    @Test("add stores an equal snapshot again")
    func adding() throws {
        let archive = SQLiteSnapshotArchive(
            database: try LeftoffDatabase(home: home.path), now: { Date(timeIntervalSince1970: 1) })
        #expect(try archive.add(try snapshot(1)).id != archive.add(try snapshot(1)).id)
        #expect(try archive.addMissing([try snapshot(1)])[0].position == 2)
    }

    @Test("Connections that add the same snapshots at once store each of them once")
    func atOnce() async throws {
        let snapshots = try (0..<40).map { try snapshot($0) }
        let databases = try (0..<4).map { _ in try LeftoffDatabase(home: home.path) }
        let ids = try await withThrowingTaskGroup(of: [String].self) { group in
            for database in databases {
                group.addTask {
                    let archive = SQLiteSnapshotArchive(database: database, now: { Date(timeIntervalSince1970: 1) })
                    return try snapshots.map { try archive.addMissing([$0])[0].id }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ids.count == 4 && Set(ids).count == 1 && Set(ids[0]).count == 40)
        let archive = SQLiteSnapshotArchive(database: databases[0], now: { Date() })
        #expect(try archive.snapshots(matching: nil, limit: nil, offset: 0).count == 40)
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
        let stored = try archive.addMissing([snapshot])
        #expect(try archive.snapshots(matching: nil, limit: nil, offset: 0) == stored)
        #expect(try archive.addMissing([snapshot]) == stored && stored[0].snapshot == snapshot)
    }
}
