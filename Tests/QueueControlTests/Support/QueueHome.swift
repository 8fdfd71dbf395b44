import DownloadQueue
import Foundation
import Store
import Testing
import WHATWGURL

/// A queue in a temporary directory, which is removed with the value.
final class QueueHome: Sendable {
    static let now = Date(timeIntervalSince1970: 1_700_000_000)

    let root: URL
    let store: SQLiteQueueStore

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "leftoff-control-\(UUID().uuidString)")
        store = SQLiteQueueStore(database: try LeftoffDatabase(home: root.path + "/home"))
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    /// Adds a download of `http://example.org/NAME`.
    @discardableResult
    func add(_ name: String) throws -> QueueItem {
        try #require(try store.add([Self.request(name, directory: root.path)], at: Self.now).first)
    }

    /// Claims an item and records events about it.
    func record(_ events: QueueEvent..., for item: QueueItem) throws {
        var claim = QueueClaim(owner: "test", now: Self.now)
        claim.ids = [item.id]
        let claimed = try #require(try store.claim(claim))
        let lease = try #require(claimed.lease)
        for event in events { try store.record(event, lease: lease, id: item.id, at: Self.now) }
    }

    static func request(_ name: String, directory: String = "/tmp/files") throws -> NewQueueItem {
        NewQueueItem(url: try #require(WebURL("http://user:secret@example.org/\(name)#part")), directory: directory)
    }

    /// An item that is in no store.
    static func item(_ name: String, state: QueueState = .ready) throws -> QueueItem {
        var item = QueueItem(id: "id-\(name)", request: try request(name), addedAt: now)
        item.state = state
        return item
    }
}
