import DownloadQueue
import Downloads
import FoundationEssentials
import NIOCore
import Snapshots
import Store
import Synchronization
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

    /// Takes events until one matches.
    private func take(_ reader: EventReader, until text: String) async throws -> [String] {
        struct Found: Error {}
        let taken = Mutex<[String]>([])
        do {
            try await reader.forEach(orCutOff: {}) { event in
                let event = String(buffer: event.bytes)
                taken.withLock { $0.append(event) }
                if event.contains(text) { throw Found() }
            }
        } catch is Found {}
        return taken.withLock { $0 }
    }

    @Test("A reader hears of what happens after it came")
    func live() async throws {
        _ = try place("before")
        let reader = try #require(try await feed.begin(after: nil))
        #expect(try await take(reader, until: "hello").last?.hasPrefix("event: hello\nid: 1\ndata: {}\n\n") == true)
        let id = try place("after")
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        let event = try #require(try await take(reader, until: id).last)
        #expect(event.hasPrefix("event: place\nid: 2\ndata: {\"fragment\""))
        #expect(event.contains("https://example.org/after"))
        await feed.end(reader)
        #expect(await feed.readerCount == 0)
    }

    @Test("Who comes back hears of each record that has changed meanwhile, once, and of removals")
    func resuming() async throws {
        let first = try place("first")
        let second = try place("second")
        let third = try place("third")
        _ = try service.archive.mark(id: first) { _ in try SnapshotMarks(tags: ["t"], note: "") }
        _ = try service.archive.remove(ids: [second])
        let reader = try #require(try await feed.begin(after: 2))
        let events = try await take(reader, until: second)
        #expect(events.count == 4)
        #expect(events[1].contains(third) && events[1].hasPrefix("event: place\nid: 3\n"))
        #expect(events[2].contains(first) && events[2].contains("\"tags\":[\"t\"]"))
        #expect(events[3] == "event: gone\nid: 5\ndata: {\"id\":\"\(second)\",\"kind\":\"place\"}\n\n")
    }

    @Test("A number of another store leads to a reset")
    func reset() async throws {
        _ = try place("one")
        let reader = try #require(try await feed.begin(after: 77))
        #expect(try await take(reader, until: "reset").last == "event: reset\nid: 1\ndata: {}\n\n")
    }

    @Test("More changes than are told one by one lead to a reset")
    func flood() async throws {
        let feed = service.feed(clock: clock) { $0.mostChanges = 3 }
        for number in 0..<4 { _ = try place("\(number)") }
        let reader = try #require(try await feed.begin(after: 0))
        #expect(try await take(reader, until: "reset").count == 2)
        let other = try #require(try await feed.begin(after: 1))
        #expect(try await take(other, until: "id: 4\n").count == 4)
    }

    @Test("It says that it is still there, and drops a reader that takes nothing")
    func heartbeat() async throws {
        let reader = try #require(try await feed.begin(after: nil))
        let sleeper = try #require(try await feed.begin(after: nil))
        _ = try await take(reader, until: "hello")
        for _ in 0..<75 {
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(200))
        }
        #expect(try await take(reader, until: "still here") == [": still here\n\n"])
        #expect(await feed.readerCount == 2)
        for _ in 0..<75 {
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(200))
        }
        _ = try await take(reader, until: "still here")
        await clock.waitForSleepers()
        #expect(await feed.readerCount == 1)
        #expect(!sleeper.give(.heartbeat))
    }

    @Test("There are no more readers than agreed, and room again when one ends")
    func limit() async throws {
        let feed = service.feed(clock: clock) { $0.mostReaders = 2 }
        let first = try #require(try await feed.begin(after: nil))
        let second = try await feed.begin(after: nil)
        #expect(second != nil)
        #expect(try await feed.begin(after: nil) == nil)
        await feed.end(first)
        #expect(try await feed.begin(after: nil) != nil)
    }

    @Test("How far running downloads are is told when it changes, and to who comes later")
    func progress() async throws {
        let url = try #require(WebURL("https://example.org/f"))
        let item = try #require(
            try service.queue.add([NewQueueItem(url: url, directory: "/d")], at: Date(timeIntervalSince1970: 0)).first)
        let reader = try #require(try await feed.begin(after: nil))
        _ = try await take(reader, until: "hello")
        service.board.observe(.started(item))
        service.board.observe(
            .progressed(ItemProgress(id: item.id, bytes: 100, total: 1_000, bytesPerSecond: 299.6)))
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        let told = try #require(try await take(reader, until: "progress").last)
        let entry = "{\"bytes\":100,\"id\":\"\(item.id)\",\"rate\":300,\"remaining\":4,\"total\":1000}"
        #expect(told == "event: progress\ndata: {\"items\":[\(entry)],\"rate\":300}\n\n")
        let late = try #require(try await feed.begin(after: nil))
        #expect(try await take(late, until: "progress").last == told)
        service.board.observe(.progressed(ItemProgress(id: "other", bytes: 1)))
        service.board.observe(.ended(item))
        service.board.observe(.progressed(ItemProgress(id: item.id, bytes: 1_000)))
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        #expect(
            try await take(reader, until: "progress").last == "event: progress\ndata: {\"items\":[],\"rate\":0}\n\n")
        let idle = try #require(try await feed.begin(after: nil))
        #expect(try await take(idle, until: "hello").allSatisfy { !$0.contains("progress") })
    }

    @Test("Readers whose tokens have been replaced are cut off, the others stay")
    func outdated() async throws {
        let generation = Mutex(0)
        let feed = service.feed(clock: clock, tokenGeneration: { generation.withLock { $0 } })
        let old = try #require(try await feed.begin(after: nil, tokenGeneration: 0))
        generation.withLock { $0 = 1 }
        let new = try #require(try await feed.begin(after: nil, tokenGeneration: 1))
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(200))
        await clock.waitForSleepers()
        #expect(await feed.readerCount == 1)
        #expect(!old.give(.heartbeat))
        #expect(new.give(.heartbeat))
    }

    @Test("A reader that falls too far behind is cut off")
    func overflow() async throws {
        let reader = EventReader()
        var given = 0
        while given <= EventReader.mostWaiting, reader.give(.heartbeat) { given += 1 }
        #expect(given == EventReader.mostWaiting)
        #expect(!reader.give(.heartbeat))
    }
}
