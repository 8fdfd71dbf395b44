import DownloadQueue
import Downloads
import FoundationEssentials
import NIOCore
import Places
import Store
import Synchronization
import Syntax
import TestSupport
import Testing
import WHATWGURL

@testable import Service

@Suite("The feed of changes", .timeLimit(.minutes(10)))
struct EventFeedTests {
    private let service: TestService
    private let clock = ManualClock()
    private let feed: EventFeed

    init() throws {
        service = try TestService()
        feed = service.feed(clock: clock)
    }

    private func place(_ path: String) throws -> String {
        try service.archive.add(try PageSnapshot(value: .object(["url": .string("https://example.org/" + path)]))).id
    }

    /// Receives events until one contains a text.
    private func receive(_ subscription: EventSubscription, until text: String) async throws -> [String] {
        struct Found: Error {}
        let received = Mutex<[String]>([])
        do {
            try await subscription.forEach(onStall: {}) { event in
                let event = String(buffer: event.bytes)
                received.withLock { $0.append(event) }
                if event.contains(text) { throw Found() }
            }
        } catch is Found {}
        return received.withLock { $0 }
    }

    @Test("A subscription receives the changes that follow it")
    func live() async throws {
        _ = try place("before")
        let subscription = try #require(try await feed.subscribe(after: nil))
        #expect(
            try await receive(subscription, until: "hello").last?.hasPrefix("event: hello\nid: 1\ndata: {}\n\n") == true
        )
        let id = try place("after")
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        let event = try #require(try await receive(subscription, until: id).last)
        #expect(event.hasPrefix("event: place\nid: 2\ndata: {\"address\""))
        #expect(event.contains("https://example.org/after"))
        await feed.unsubscribe(subscription)
        #expect(await feed.subscriptionCount == 0)
    }

    @Test("A changed page mark is an event with the key of the page")
    func pageMarks() async throws {
        _ = try place("a")
        let subscription = try #require(try await feed.subscribe(after: nil))
        let shelf = SQLiteShelf(database: try LeftoffDatabase(home: service.home), now: { Date() })
        _ = try shelf.apply(.mark(PageMark(.finished)), to: .pages(["https://example.org/a"]))
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        let event = try #require(try await receive(subscription, until: "event: page").last)
        #expect(event == "event: page\nid: 2\ndata: {\"page\":\"https://example.org/a\"}\n\n")
        await feed.unsubscribe(subscription)
    }

    @Test("A client that resumes receives each record that has changed since, once, and the removals")
    func resuming() async throws {
        let first = try place("first")
        let second = try place("second")
        let third = try place("third")
        _ = try service.archive.updateMetadata(id: first) { _ in try SnapshotMetadata(tags: ["t"], note: "") }
        _ = try service.archive.remove(ids: [second])
        let subscription = try #require(try await feed.subscribe(after: 2))
        let events = try await receive(subscription, until: second)
        #expect(events.count == 4)
        #expect(events[1].contains(third) && events[1].hasPrefix("event: place\nid: 3\n"))
        #expect(events[2].contains(first) && events[2].contains("\"tags\":[\"t\"]"))
        #expect(events[3] == "event: gone\nid: 5\ndata: {\"id\":\"\(second)\",\"kind\":\"place\"}\n\n")
    }

    @Test("A change number of another store leads to a reset")
    func reset() async throws {
        _ = try place("one")
        let subscription = try #require(try await feed.subscribe(after: 77))
        #expect(try await receive(subscription, until: "reset").last == "event: reset\nid: 1\ndata: {}\n\n")
    }

    @Test("More changes than the limit lead to a reset")
    func flood() async throws {
        let feed = service.feed(clock: clock) { $0.changeLimit = 3 }
        for number in 0..<4 { _ = try place("\(number)") }
        let subscription = try #require(try await feed.subscribe(after: 0))
        #expect(try await receive(subscription, until: "reset").count == 2)
        let other = try #require(try await feed.subscribe(after: 1))
        #expect(try await receive(other, until: "id: 4\n").count == 4)
    }

    @Test("A subscription that nobody reads ends, even if there is always something new for the others")
    func stalledBesideNews() async throws {
        let reader = try #require(try await feed.subscribe(after: nil))
        let sleeper = try #require(try await feed.subscribe(after: nil))
        for number in 0..<8 {
            let news = try place("news-\(number)")
            for _ in 0..<20 {
                await clock.waitForSleepers()
                clock.advance(by: .milliseconds(200))
            }
            #expect(try await receive(reader, until: news).last?.contains("news-\(number)") == true)
        }
        await clock.waitForSleepers()
        #expect(await feed.subscriptionCount == 1)
        #expect(!sleeper.send(.heartbeat))
    }

    @Test("It sends heartbeats, and ends a subscription whose client does not read")
    func heartbeat() async throws {
        let subscription = try #require(try await feed.subscribe(after: nil))
        let sleeper = try #require(try await feed.subscribe(after: nil))
        _ = try await receive(subscription, until: "hello")
        for _ in 0..<75 {
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(200))
        }
        #expect(try await receive(subscription, until: "still here") == [": still here\n\n"])
        #expect(await feed.subscriptionCount == 2)
        for _ in 0..<75 {
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(200))
        }
        _ = try await receive(subscription, until: "still here")
        await clock.waitForSleepers()
        #expect(await feed.subscriptionCount == 1)
        #expect(!sleeper.send(.heartbeat))
    }

    @Test("The number of subscriptions is limited, and ending one makes room for another")
    func limit() async throws {
        let feed = service.feed(clock: clock) { $0.subscriptionLimit = 2 }
        let first = try #require(try await feed.subscribe(after: nil))
        let second = try await feed.subscribe(after: nil)
        #expect(second != nil)
        #expect(try await feed.subscribe(after: nil) == nil)
        await feed.unsubscribe(first)
        #expect(try await feed.subscribe(after: nil) != nil)
    }

    @Test("Progress is sent when it changes, and to new subscriptions")
    func progress() async throws {
        let url = try #require(WebURL("https://example.org/f"))
        let item = try #require(
            try service.queue.add([NewQueueItem(url: url, directory: "/d")], at: Date(timeIntervalSince1970: 0)).first)
        let subscription = try #require(try await feed.subscribe(after: nil))
        _ = try await receive(subscription, until: "hello")
        service.board.observe(.started(item))
        service.board.observe(
            .progressed(ItemProgress(id: item.id, bytes: 100, total: 1_000, bytesPerSecond: 299.6)))
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        let event = try #require(try await receive(subscription, until: "progress").last)
        let entry = "{\"bytes\":100,\"id\":\"\(item.id)\",\"rate\":300,\"remaining\":4,\"total\":1000}"
        #expect(event == "event: progress\ndata: {\"items\":[\(entry)],\"rate\":300}\n\n")
        let late = try #require(try await feed.subscribe(after: nil))
        #expect(try await receive(late, until: "progress").last == event)
        service.board.observe(.progressed(ItemProgress(id: "other", bytes: 1)))
        service.board.observe(.ended(item))
        service.board.observe(.progressed(ItemProgress(id: item.id, bytes: 1_000)))
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        #expect(
            try await receive(subscription, until: "progress").last
                == "event: progress\ndata: {\"items\":[],\"rate\":0}\n\n")
        let idle = try #require(try await feed.subscribe(after: nil))
        #expect(try await receive(idle, until: "hello").allSatisfy { !$0.contains("progress") })
    }

    @Test("Subscriptions whose tokens have been replaced are disconnected, the others stay")
    func outdated() async throws {
        let generation = Mutex(0)
        let feed = service.feed(clock: clock, tokenGeneration: { generation.withLock { $0 } })
        let old = try #require(try await feed.subscribe(after: nil, tokenGeneration: 0))
        generation.withLock { $0 = 1 }
        let new = try #require(try await feed.subscribe(after: nil, tokenGeneration: 1))
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        await clock.waitForSleepers()
        #expect(await feed.subscriptionCount == 1)
        #expect(!old.send(.heartbeat))
        #expect(new.send(.heartbeat))
    }

    @Test("A subscription that falls too far behind is disconnected")
    func overflow() async throws {
        let subscription = EventSubscription()
        var count = 0
        while count <= EventSubscription.bufferLimit, subscription.send(.heartbeat) { count += 1 }
        #expect(count == EventSubscription.bufferLimit)
        #expect(!subscription.send(.heartbeat))
    }

    /// A log whose newest number is returned only when a test allows it, so that the test can act in the meantime.
    private final class SlowLog: ChangeLog {
        let onRead: @Sendable () -> Void
        let gate = ScriptedGate()

        init(onRead: @escaping @Sendable () -> Void) { self.onRead = onRead }

        func newest() throws -> Int64 {
            onRead()
            try gate.wait()
            return 1
        }

        func changes(after number: Int64, limit: Int) throws -> [RecordChange]? { [] }
    }

    @Test("A subscription that begins while the service ends starts no work")
    func beginsAtEnd() async throws {
        let (reads, begun) = AsyncStream.makeStream(of: Void.self)
        let log = SlowLog { begun.finish() }
        let feed = EventFeed(
            log: log, archive: service.archive, queue: service.queue, progress: service.board,
            sleep: { _ in Issue.record("the feed works after its end") })
        async let subscription = feed.subscribe(after: nil)
        for await _ in reads {}
        await feed.endAll()
        log.gate.open()
        #expect(try await subscription == nil)
        #expect(await feed.subscriptionCount == 0)
    }
}
