import Foundation
import Synchronization
import Testing

/// Runs tests on threads of their own.
///
/// Swift's pool has one thread for each processor. A test that waits there for a process keeps everybody else from
/// going on, and what others wait for with a deadline comes too late.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    /// Threads of their own for tests that wait for processes.
    static var ownThreads: Self { Self() }
}

/// As many threads as have something to do at once, up to a limit; they live as long as the process.
final class WaitingThreads: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var threadCount = 0
        var idleThreadCount = 0
    }

    static let shared = WaitingThreads()
    static let name = "waiting test"

    /// More than `make test` runs tests at once, few enough for a machine where nobody limits that.
    private static let mostThreads = 8

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (hasIdleThread, needsThread) = state.withLock { state in
            state.jobs.append(job)
            if state.idleThreadCount > 0 {
                state.idleThreadCount -= 1
                return (true, false)
            }
            guard state.threadCount < Self.mostThreads else { return (false, false) }
            state.threadCount += 1
            return (false, true)
        }
        if hasIdleThread { bell.signal() }
        guard needsThread else { return }
        Thread.detachNewThread { [self] in work() }
    }

    private func work() {
        Thread.current.name = Self.name
        while true {
            let job = state.withLock { state in
                guard state.jobs.isEmpty else { return state.jobs.removeFirst() as UnownedJob? }
                state.idleThreadCount += 1
                return nil
            }
            if let job { job.runSynchronously(on: asUnownedTaskExecutor()) } else { bell.wait() }
        }
    }
}

@Suite("Threads of tests", .ownThreads)
struct OwnThreadsTests {
    @Test("A waiting test blocks a thread of its own")
    func waits() {
        #expect(Thread.current.name == WaitingThreads.name)
    }
}
