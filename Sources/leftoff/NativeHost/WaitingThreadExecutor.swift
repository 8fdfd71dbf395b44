import Dispatch
import Synchronization

/// An executor that runs asynchronous work on the thread that waits for its result.
final class WaitingThreadExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Counts the jobs, and the result.
    private let work = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        work.signal()
    }

    /// Runs asynchronous work, and waits for its result.
    ///
    /// - Parameter body: The work; it must not be run on the thread pool of the concurrency runtime.
    /// - Returns: The result of `body`.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let result = Result<Value>()
        Task(executorPreference: self) {
            let value = await body()
            result.value.withLock { $0 = value }
            self.work.signal()
        }
        while true {
            work.wait()
            if let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if let value = result.value.withLock({ $0 }) {
                return value
            }
        }
    }

    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
