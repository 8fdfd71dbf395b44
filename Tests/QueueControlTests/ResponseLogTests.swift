import Dispatch
import Synchronization
import Testing

@testable import QueueControl

@Suite("Log of responses", .timeLimit(.minutes(20)))
struct ResponseLogTests {
    @Test("If nobody reads the lines, the log keeps a thousand of them and counts the others")
    func bounded() async {
        let gate = DispatchSemaphore(value: 0)
        let lines = Mutex<[String]>([])
        let log = ResponseLog { line in
            if lines.withLock(\.isEmpty) { gate.wait() }
            lines.withLock { $0.append(line) }
        }
        let made = Atomic(0)
        for number in 0..<5_000 {
            log.record {
                made.add(1, ordering: .relaxed)
                return "\(number)"
            }
        }
        gate.signal()
        await log.drain()
        #expect(made.load(ordering: .relaxed) == ResponseLog.maximumPending)
        let written = lines.withLock { $0 }
        #expect(written.count == ResponseLog.maximumPending + 1)
        #expect(written.dropLast() == (0..<ResponseLog.maximumPending).map(String.init)[...])
        #expect(written.last?.hasPrefix("leftoff: 4000 responses were not logged") == true)
        log.record { "again" }
        await log.drain()
        #expect(lines.withLock { $0.last } == "again")
    }
}
