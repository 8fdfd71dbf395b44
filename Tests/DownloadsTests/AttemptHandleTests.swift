import Synchronization
import Testing

@testable import Downloads

@Suite("A running attempt")
struct AttemptHandleTests {
    @Test("An attempt that is cancelled before its action is set is cancelled once")
    func earlyCancel() {
        let running = AttemptHandle()
        let count = Mutex(0)
        running.cancel()
        #expect(count.withLock { $0 } == 0)
        running.onCancel { count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("Every function that cancels a part of an attempt is called")
    func parts() {
        let running = AttemptHandle()
        let count = Mutex(0)
        running.onCancel { count.withLock { $0 += 1 } }
        running.onCancel { count.withLock { $0 += 10 } }
        running.cancel()
        running.onCancel { count.withLock { $0 += 100 } }
        #expect(count.withLock { $0 } == 111)
    }

    @Test("An ended attempt is not cancelled, and waiting for it returns at once")
    func ended() async {
        let running = AttemptHandle()
        let count = Mutex(0)
        running.end()
        running.onCancel { count.withLock { $0 += 1 } }
        running.cancel()
        #expect(count.withLock { $0 } == 0)
        await running.waitUntilEnded()
    }

    @Test("All tasks that wait for the end are resumed")
    func waiting() async {
        let running = AttemptHandle()
        let isStopped = Mutex(false)
        running.onCancel { isStopped.withLock { $0 = true } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { await running.waitUntilEnded() } }
            running.cancel()
            running.end()
            await group.waitForAll()
        }
        #expect(isStopped.withLock { $0 })
    }

    @Test("All signals are removed at once and in order, after a single notification")
    func mailbox() async {
        let mailbox = WorkerMailbox()
        for id in ["a", "b", "c"] { mailbox.send(.received(id: id)) }
        var notifications = mailbox.notifications.makeAsyncIterator()
        #expect(await notifications.next() != nil)
        #expect(mailbox.removeAll().map { "\($0)" } == ["a", "b", "c"].map { "\(WorkerSignal.received(id: $0))" })
        #expect(mailbox.removeAll().isEmpty)
        mailbox.send(.tick)
        #expect(await notifications.next() != nil)
        #expect(mailbox.removeAll().count == 1)
    }
}
