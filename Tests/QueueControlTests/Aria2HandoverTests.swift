import DownloadQueue
import Downloads
import Foundation
import ImportExport
import QueueControl
import Store
import Synchronization
import Testing
import WHATWGURL

@Suite("Sending downloads to aria2")
struct Aria2HandoverTests {
    /// A connection that accepts all items, except those whose URL ends in `refused`, or fails.
    private struct StubConnection: Aria2Connection {
        struct Failure: Error {}

        var isBroken = false
        var onSend: @Sendable ([QueueItem]) -> Void = { _ in }

        func send(_ call: Aria2Call) async throws -> [Aria2Call.Outcome] {
            onSend(call.items)
            if isBroken { throw Failure() }
            return call.items.map { $0.url.path.hasSuffix("refused") ? .refused("no") : .added }
        }
    }

    private func handover(_ home: QueueHome, _ connection: StubConnection) -> Aria2Handover {
        Aria2Handover(
            store: home.store, connection: connection, secret: nil, includesCredentials: true, now: { QueueHome.now })
    }

    private func states(_ home: QueueHome) throws -> [String: QueueState] {
        Dictionary(uniqueKeysWithValues: try home.store.items(in: nil).map { ($0.url.path, $0.state) })
    }

    @Test("Items are paused before they are sent; refused ones are ready again")
    func pauses() async throws {
        let home = try QueueHome()
        let items = try ["a", "refused"].map { try home.add($0) }
        let seen = Mutex<[QueueState]>([])
        let connection = StubConnection { [store = home.store] items in
            seen.withLock { $0 = items.compactMap { try? store.item(id: $0.id).state } }
        }
        var results: [Aria2Handover.Result] = []
        try await handover(home, connection).send(items) { results.append($0) }
        #expect(seen.withLock { $0 } == [.paused, .paused])
        #expect(results.flatMap(\.accepted) == [items[0].id])
        #expect(results.flatMap(\.refused).map(\.id) == [items[1].id])
        #expect(try states(home) == ["/a": .paused, "/refused": .ready])
    }

    @Test("Accepted items are removed on request")
    func removes() async throws {
        let home = try QueueHome()
        let items = try ["a", "refused"].map { try home.add($0) }
        var handover = handover(home, StubConnection())
        handover.removesAccepted = true
        try await handover.send(items) { _ in }
        #expect(try states(home) == ["/refused": .ready])
    }

    @Test("The items of a failed call are ready again, and paused ones stay paused")
    func failure() async throws {
        let home = try QueueHome()
        let items = try ["a", "b"].map { try home.add($0) }
        try home.store.pause(ids: [items[1].id], at: QueueHome.now)
        let listed = try items.map { try home.store.item(id: $0.id) }
        await #expect(throws: StubConnection.Failure.self) {
            try await handover(home, StubConnection(isBroken: true)).send(listed) { _ in }
        }
        #expect(try states(home) == ["/a": .ready, "/b": .paused])
    }

    @Test("An item that has ended since it was listed is not sent")
    func ended() async throws {
        let home = try QueueHome()
        let items = try ["a", "b"].map { try home.add($0) }
        try home.store.remove(ids: [items[0].id], at: QueueHome.now)
        var accepted: [String] = []
        try await handover(home, StubConnection()).send(items) { accepted += $0.accepted }
        #expect(accepted == [items[1].id])
    }
}
