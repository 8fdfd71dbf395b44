import Foundation
import Places
import Store
import WHATWGURL

/// A store with copies and a clock.
final class CopySetup {
    let home: TemporaryHome
    let database: LeftoffDatabase
    let places: SQLiteSnapshotArchive
    let clock: Clock

    final class Clock: @unchecked Sendable {
        private let lock = NSLock()
        private var seconds = 1_460_000_000.0
        var now: Date { lock.withLock { Date(timeIntervalSince1970: seconds) } }
        func advance(_ interval: TimeInterval) { lock.withLock { seconds += interval } }
    }

    init() throws {
        let clock = Clock()
        self.clock = clock
        home = try TemporaryHome()
        database = try LeftoffDatabase(home: home.path, bootTime: BootTime.running(with: { clock.now }))
        places = SQLiteSnapshotArchive(database: database, now: { clock.now })
    }

    func copies(_ policy: CopyPolicy = CopyPolicy()) -> SQLiteCopyArchive {
        SQLiteCopyArchive(database: database, policy: { policy }, now: { [clock] in clock.now })
    }

    func place(_ url: String = "https://example.org/a", progress: Double = 0.5) throws -> StoredSnapshot {
        try places.add(PageSnapshot(json: #"{"url":"\#(url)","progress":{"text":\#(progress)}}"#.utf8))
    }

    /// The paths of all files of copies in the directory of copies.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: home.path + "/copies")?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".gz") || $0.hasSuffix(".new") }.sorted()
    }

    /// Returns the path of the file of a copy.
    func file(of copy: StoredCopy) -> String {
        "\(home.path)/copies/\(copy.digest.prefix(2))/\(copy.digest.dropFirst(2)).gz"
    }

    /// Returns the ids of the places that a search finds.
    func found(_ query: String) throws -> [String] {
        try places.snapshots(matching: query, limit: nil, offset: 0).map(\.id)
    }

    static func text(_ words: String, url: String) throws -> [UInt8] {
        try CopyKind.text.normalized(
            json: #"{"url":"\#(url)","blocks":[{"kind":"paragraph","runs":["\#(words)"]}]}"#.utf8)
    }

    static func text(_ words: String, of place: StoredSnapshot) throws -> [UInt8] {
        try text(words, url: place.snapshot.url.href)
    }

    @discardableResult
    static func add(_ words: String, to place: StoredSnapshot, _ copies: SQLiteCopyArchive) throws -> StoredCopy? {
        guard case .stored(let copy) = try copies.add(text(words, of: place), kind: .text, to: place.id) else {
            return nil
        }
        return copy
    }
}
