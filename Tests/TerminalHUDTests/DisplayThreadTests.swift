import CTerminal
import Testing

@testable import TerminalHUD

@Suite("Display thread")
struct DisplayThreadTests {
    @Test("What it runs and what sleeps there stays on its own thread")
    func running() async throws {
        let clock = DisplayThreadClock()
        let found = try await Task(executorPreference: clock.executor) {
            var found = [cterminal_thread_is_own()]
            try await clock.sleep(until: clock.now)
            found.append(cterminal_thread_is_own())
            try await clock.sleep(until: clock.now + .milliseconds(1))
            return found + [cterminal_thread_is_own()]
        }.value
        #expect(found == [true, true, true])
    }

    @Test("It never wakes early, in the order of the deadlines")
    func deadlines() async throws {
        let clock = DisplayThreadClock()
        let start = clock.now
        let waits = [5, 1, 3].map { milliseconds in
            Task(executorPreference: clock.executor) {
                try await clock.sleep(until: start + .milliseconds(milliseconds))
                return clock.now - start
            }
        }
        for (wait, milliseconds) in zip(waits, [5, 1, 3]) {
            #expect(try await wait.value >= .milliseconds(milliseconds))
        }
    }

    @Test("Who is cancelled is woken at once", arguments: [0, 1])
    func cancelling(late: Int) async throws {
        let clock = DisplayThreadClock()
        let sleeper = Task(executorPreference: clock.executor) { try await clock.sleep(until: .seconds(3600)) }
        if late == 1 { for _ in 0..<100 { await Task.yield() } }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
