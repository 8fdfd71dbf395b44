import CPlatform
import Testing

@testable import TerminalHUD

extension SystemTerminalTests {
    @Suite("Display thread")
    struct DisplayThreadTests {
        @Test("Tasks run and resume on the display's thread")
        func running() async throws {
            let clock = DisplayThreadClock()
            let found = try await Task(executorPreference: clock.executor) {
                var found = [cterminal_thread_is_dedicated()]
                try await clock.sleep(until: clock.now)
                found.append(cterminal_thread_is_dedicated())
                try await clock.sleep(until: clock.now + .milliseconds(1))
                return found + [cterminal_thread_is_dedicated()]
            }.value
            #expect(found == [true, true, true])
        }

        @Test("Sleeping tasks never wake before their deadlines")
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

        @Test("A cancelled task wakes at once", arguments: [0, 1])
        func cancelling(late: Int) async throws {
            let clock = DisplayThreadClock()
            let sleeper = Task(executorPreference: clock.executor) { try await clock.sleep(until: .seconds(3600)) }
            if late == 1 { for _ in 0..<100 { await Task.yield() } }
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        }
    }
}
