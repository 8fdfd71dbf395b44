import Synchronization
import Testing

@Suite("A try under way")
struct AttemptHandleTests {
    @Test("Who stops it before it is known how stops it all the same, and once")
    func earlyCancel() {
        let running = AttemptHandle()
        let count = Mutex(0)
        running.cancel()
        #expect(count.withLock { $0 } == 0)
        running.onCancel { count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("What has ended is not stopped any more, and nobody waits for it")
    func ended() async {
        let running = AttemptHandle()
        let count = Mutex(0)
        running.end()
        running.onCancel { count.withLock { $0 += 1 } }
        running.cancel()
        #expect(count.withLock { $0 } == 0)
        await running.value()
    }

    @Test("All who wait for the end hear of it")
    func waiting() async {
        let running = AttemptHandle()
        let isStopped = Mutex(false)
        running.onCancel { isStopped.withLock { $0 = true } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { await running.value() } }
            running.cancel()
            running.end()
            await group.waitForAll()
        }
        #expect(isStopped.withLock { $0 })
    }

    @Test("Signals are taken in their order, all that lie ready at once, and one ring is enough for them")
    func box() async {
        let box = WorkerMailbox()
        for id in ["a", "b", "c"] { box.yield(.received(id: id)) }
        var rings = box.rings.makeAsyncIterator()
        #expect(await rings.next() != nil)
        #expect(box.take().map { "\($0)" } == ["a", "b", "c"].map { "\(WorkerSignal.received(id: $0))" })
        #expect(box.take().isEmpty)
        box.yield(.tick)
        #expect(await rings.next() != nil)
        #expect(box.take().count == 1)
    }
}
