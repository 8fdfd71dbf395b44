import LinkHarvest
import LinkOutput
import Testing

@testable import Crawling

@Suite("Queue of local pages")
struct LocalPageQueueTests {
    private func queue(pages: Int, window: Int = 256, waiting: Int = 100, ready: Int = 50) -> LocalPageQueue {
        var limits = LocalPageQueue.Limits()
        (limits.window, limits.waitingBytes, limits.readyBytes, limits.wakingBytes) = (window, waiting, ready, 20)
        return LocalPageQueue(pageCount: pages, limits: limits)
    }

    private func links(_ byteCount: Int) -> LocalPageQueue.Event {
        .links(.formatted([], LinkTally()), byteCount: byteCount, count: 1, hasForgotten: false)
    }

    private func end(_ number: Int) -> LocalPageQueue.Event { .end(number, failure: nil) }

    /// Returns events in short form.
    private func names(_ events: [LocalPageQueue.Event]) -> [String] {
        events.map { event in
            switch event {
            case .links(_, let byteCount, _, _): "links \(byteCount)"
            case .notice(.warning(let line)): line
            case .notice: ""
            case .unread(let number): "unread \(number)"
            case .end(let number, _): "end \(number)"
            }
        }
    }

    @Test("Events are removed in the order of the pages, those of the current page at once")
    func order() {
        var queue = queue(pages: 3)
        #expect((0..<4).map { _ in queue.start() } == [.harvest(0), .harvest(1), .harvest(2), .end])
        queue.add(links(2), of: 1)
        queue.add(end(1), of: 1)
        #expect(names(queue.removeReady()).isEmpty)
        queue.add(.notice(.warning("w")), of: 0)
        #expect(names(queue.removeReady()) == ["w"])
        queue.add(.unread(2), of: 2)
        queue.add(links(1), of: 0)
        queue.add(end(0), of: 0)
        #expect(names(queue.removeReady()) == ["links 1", "end 0", "links 2", "end 1", "unread 2"])
        #expect(queue.isDone && queue.byteCount == 0)
    }

    @Test("No more pages are started than the window allows")
    func window() {
        var queue = queue(pages: 9, window: 2)
        #expect((0..<3).map { _ in queue.start() } == [.harvest(0), .harvest(1), .wait])
        queue.add(end(0), of: 0)
        #expect(queue.start() == .wait)
        #expect(names(queue.removeReady()) == ["end 0"])
        #expect((0..<2).map { _ in queue.start() } == [.harvest(2), .wait])
    }

    @Test("Pages that are ahead wait for memory, but the current page only for its own links")
    func memory() {
        var queue = queue(pages: 9)
        for _ in 0..<3 { _ = queue.start() }
        queue.add(links(99), of: 1)
        #expect(queue.mayContinue(1) && queue.mayContinue(2))
        queue.add(links(1), of: 2)
        #expect(!queue.mayContinue(1) && !queue.mayContinue(2) && queue.mayContinue(0))
        #expect(queue.start() == .wait)
        queue.add(links(49), of: 0)
        #expect(queue.mayContinue(0))
        queue.add(links(1), of: 0)
        #expect(!queue.mayContinue(0))
        #expect(names(queue.removeReady()) == ["links 49", "links 1"])
        #expect(queue.mayContinue(0) && !queue.mayContinue(1))
        queue.add(end(0), of: 0)
        _ = queue.removeReady()
        #expect(queue.mayContinue(1) && queue.mayContinue(2) && queue.start() == .harvest(3))
    }

    @Test("The first page is started even if nothing may be kept in memory")
    func progress() {
        var queue = queue(pages: 2, waiting: 0, ready: 0)
        #expect(queue.start() == .harvest(0))
        #expect(queue.start() == .wait)
        queue.add(end(0), of: 0)
        _ = queue.removeReady()
        #expect(queue.start() == .harvest(1))
    }

    @Test("The receiver is woken for many bytes of the current page, for a waiting thread, and at the end")
    func waking() {
        var queue = queue(pages: 3)
        for _ in 0..<2 { _ = queue.start() }
        queue.add(links(60), of: 1)
        #expect(!queue.shouldWake(threadsAreWaiting: true))
        _ = queue.removeReady()
        queue.add(end(1), of: 1)
        queue.add(end(0), of: 0)
        #expect(queue.shouldWake(threadsAreWaiting: false))
        _ = queue.removeReady()
        _ = queue.start()
        queue.add(links(1), of: 2)
        #expect(queue.shouldWake(threadsAreWaiting: false))
    }

    @Test("A small page does not wake the receiver while others can be started")
    func noWaking() {
        var queue = queue(pages: 9)
        _ = queue.start()
        queue.add(links(1), of: 0)
        queue.add(end(0), of: 0)
        #expect(!queue.shouldWake(threadsAreWaiting: false) && queue.shouldWake(threadsAreWaiting: true))
    }

    @Test("After a stop, no page is started, no thread waits, and nothing is kept")
    func stop() {
        var queue = queue(pages: 9)
        for _ in 0..<2 { _ = queue.start() }
        queue.add(links(200), of: 1)
        queue.stop()
        queue.add(links(200), of: 1)
        #expect(queue.start() == .end && queue.mayContinue(1) && queue.byteCount == 0 && queue.isDone)
        #expect(names(queue.removeReady()).isEmpty)
    }
}
