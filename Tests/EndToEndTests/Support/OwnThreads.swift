import Foundation
import Glibc
import Synchronization
import Testing

/// Runs tests on separate threads.
///
/// Swift's thread pool has one thread for each processor. A test that blocks one of them while it waits for a process
/// delays all other tests, which then miss their deadlines.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    /// Runs the test on a separate thread, because it waits for processes.
    static var ownThreads: Self { Self() }
}

/// An executor with as many threads as there are jobs, up to a limit; they live as long as the process.
final class WaitingThreads: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var threadCount = 0
        var idleThreadCount = 0
        var threads: Set<pthread_t> = []
    }

    static let shared = WaitingThreads()
    /// More than the tests that `make test` runs at once, and few enough for runs without that limit.
    private static let mostThreads = 8

    /// True on a thread of the executor.
    ///
    /// Names do not tell: Foundation cannot name a thread that begins before `detachNewThread` has returned.
    var isCurrentThread: Bool { state.withLock { $0.threads.contains(pthread_self()) } }

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
        state.withLock { _ = $0.threads.insert(pthread_self()) }
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
    @Test("The tasks of a waiting test begin on threads of its own, however many there are")
    func waits() async {
        // A test itself may begin on the thread on which the test before it has ended, until it is suspended.
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { WaitingThreads.shared.isCurrentThread } }
            for await isOwn in group { #expect(isOwn) }
        }
        #expect(await Task.detached { WaitingThreads.shared.isCurrentThread }.value == false)
    }
}
