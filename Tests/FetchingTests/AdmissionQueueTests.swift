import Testing

@testable import Fetching

@Suite("Admission queue")
struct AdmissionQueueTests {
    private func takeAll(_ queue: inout AdmissionQueue) -> [UInt64] {
        var ids: [UInt64] = []
        while let next = queue.next(now: .now) { ids.append(next.id) }
        return ids
    }

    @Test("Hosts take turns, and transfers of a host keep their order")
    func turns() {
        var queue = AdmissionQueue(maximumConcurrent: 10, maximumPerHost: 10)
        for id in 1...3 { queue.enqueue(UInt64(id), host: "a") }
        for id in 11...12 { queue.enqueue(UInt64(id), host: "b") }
        #expect(takeAll(&queue) == [1, 11, 2, 12, 3])
    }

    @Test("Neither limit is exceeded, and a release admits the next transfer")
    func limits() {
        var queue = AdmissionQueue(maximumConcurrent: 3, maximumPerHost: 2)
        for id in 1...4 { queue.enqueue(UInt64(id), host: "a") }
        #expect(takeAll(&queue) == [1, 2])
        for id in 11...14 { queue.enqueue(UInt64(id), host: "b") }
        #expect(takeAll(&queue) == [11])
        queue.release(host: "a")
        #expect(takeAll(&queue) == [12])
        queue.release(host: "b")
        #expect(takeAll(&queue).count == 1)
    }

    @Test("A transfer that has already waited precedes the others of its host")
    func continued() {
        var queue = AdmissionQueue(maximumConcurrent: 1, maximumPerHost: 1)
        for id in 1...3 { queue.enqueue(UInt64(id), host: "a") }
        #expect(takeAll(&queue) == [1])
        queue.enqueue(9, host: "a", isContinued: true)
        queue.release(host: "a")
        #expect(takeAll(&queue) == [9])
    }

    @Test("A withdrawn transfer is skipped")
    func withdrawn() {
        var queue = AdmissionQueue(maximumConcurrent: 5, maximumPerHost: 5)
        for id in 1...3 { queue.enqueue(UInt64(id), host: "a") }
        queue.enqueue(4, host: "b")
        queue.withdraw(1)
        queue.withdraw(2)
        queue.withdraw(4)
        #expect(takeAll(&queue) == [3])
    }

    @Test("A hundred thousand transfers of as many hosts are admitted")
    func many() {
        var queue = AdmissionQueue(maximumConcurrent: 8, maximumPerHost: 2)
        let hosts = (0..<100_000).map { "h\($0 % 5_000)" }
        for (id, host) in hosts.enumerated() { queue.enqueue(UInt64(id), host: host) }
        var seen = Set<UInt64>()
        var running: [String] = []
        while true {
            while let next = queue.next(now: .now) {
                #expect(seen.insert(next.id).inserted)
                running.append(next.host)
            }
            guard !running.isEmpty else { break }
            queue.release(host: running.removeFirst())
        }
        #expect(seen.count == 100_000)
    }

    @Test("The interval between two starts also holds if the host was idle in between")
    func interval() {
        var queue = AdmissionQueue(maximumConcurrent: 3, maximumPerHost: 2)
        let start = ContinuousClock.now
        queue.enqueue(1, host: "a", interval: .seconds(5))
        #expect(queue.next(now: start)?.id == 1)
        queue.release(host: "a")
        queue.enqueue(2, host: "a", interval: .seconds(5))
        #expect(queue.next(now: start + .seconds(4.9)) == nil)
        #expect(queue.next(now: start + .seconds(5))?.id == 2)
    }
}
