import CPlatform
import Synchronization

/// A clock for the frames of a display.
package protocol HUDClock: Sendable {
    /// The time since a fixed instant; never decreases.
    var now: Duration { get }

    /// Suspends the task until a deadline.
    ///
    /// - Parameter deadline: The end of the wait, on this clock.
    /// - Throws: `CancellationError` if the task is cancelled during the wait.
    func sleep(until deadline: Duration) async throws

    /// Sets the function to call after the size of the screen has changed or the process has been continued.
    ///
    /// - Parameter body: The function, called on any thread; it replaces an earlier one.
    func onScreenChange(_ body: @escaping @Sendable () -> Void)

    /// The preferred executor of a display's task; nil for none.
    var executor: (any TaskExecutor)? { get }
}

extension HUDClock {
    package var executor: (any TaskExecutor)? { nil }

    package func onScreenChange(_ body: @escaping @Sendable () -> Void) {}
}

/// The system's clock, which continues while the process is stopped.
struct SystemHUDClock: HUDClock {
    private let origin = ContinuousClock.now

    /// Creates a clock that starts at zero.
    init() {}

    package var now: Duration { origin.duration(to: .now) }

    package func sleep(until deadline: Duration) async throws {
        try await ContinuousClock().sleep(until: origin.advanced(by: deadline), tolerance: .milliseconds(2))
    }
}

/// The system's clock, with a display thread for the tasks that wait for it.
struct DisplayThreadClock: HUDClock {
    private let origin = ContinuousClock.now
    private let thread = DisplayThread()

    var now: Duration { origin.duration(to: .now) }

    var executor: (any TaskExecutor)? { thread }

    func onScreenChange(_ body: @escaping @Sendable () -> Void) { thread.onScreenChange(body) }

    func sleep(until deadline: Duration) async throws {
        try await thread.sleep(until: origin.advanced(by: deadline))
    }
}

/// A task executor for drawing that uses one thread, which wakes up once per frame.
///
/// With the runtime's own timer, one thread would wake another for each frame, and the thread pool may be busy with the
/// command's work. The thread lives as long as the process.
private final class DisplayThread: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var sleepers: [Sleeper] = []
        var nextID = 0
        var isStarted = false
        var screenChange: (@Sendable () -> Void)?
    }

    private struct Sleeper {
        var id: Int
        var deadline: ContinuousClock.Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private let state = Mutex(State())
    private let wakeupReader: Int32
    private let wakeupWriter: Int32

    /// Creates an executor whose thread starts with its first job.
    init() {
        var writer: Int32 = -1
        wakeupReader = cterminal_wakeup_create(&writer)
        wakeupWriter = writer
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isStarted = state.withLock { state in
            state.jobs.append(job)
            defer { state.isStarted = true }
            return state.isStarted
        }
        if !isStarted {
            let context = Unmanaged.passRetained(self).toOpaque()
            _ = cterminal_thread_start({ Unmanaged<DisplayThread>.fromOpaque($0).takeUnretainedValue().run() }, context)
        } else {
            cterminal_wakeup_signal(wakeupWriter)
        }
    }

    /// Suspends the task until a deadline, without blocking a thread.
    ///
    /// Returns early if the guarded terminal disappears, since nothing more can be drawn then.
    ///
    /// - Parameter deadline: The end of the wait.
    /// - Throws: `CancellationError` if the task is cancelled during the wait.
    func sleep(until deadline: ContinuousClock.Instant) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock {
                    $0.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                }
                // If the task was cancelled before it slept, the cancellation handler has found nothing to wake.
                if Task.isCancelled { wake(id) }
                if !cterminal_thread_is_dedicated() { cterminal_wakeup_signal(wakeupWriter) }
            }
        } onCancel: {
            wake(id)
        }
    }

    /// Sets the function to call after the size of the screen has changed or the process has been continued.
    ///
    /// A signal handler wakes the thread, which calls the function.
    ///
    /// - Parameter body: The function; it replaces an earlier one.
    func onScreenChange(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.screenChange = body }
        cterminal_watch_screen(wakeupWriter)
    }

    private func wake(_ id: Int) {
        let sleeper = state.withLock { state in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }

    /// Wakes all sleeping tasks, and the one that waits for a change of the screen.
    private func wakeAll() {
        let (sleepers, screenChange) = state.withLock { state in
            defer { state.sleepers = [] }
            return (state.sleepers, state.screenChange)
        }
        for sleeper in sleepers { sleeper.continuation.resume() }
        screenChange?()
    }

    private func run() {
        while true {
            let now = ContinuousClock.now
            let (jobs, due, next) = state.withLock { state in
                let due = state.sleepers.filter { $0.deadline <= now }
                state.sleepers.removeAll { $0.deadline <= now }
                defer { state.jobs = [] }
                return (state.jobs, due, state.sleepers.map(\.deadline).min())
            }
            for sleeper in due { sleeper.continuation.resume() }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            guard jobs.isEmpty && due.isEmpty else { continue }
            let wait = next.map { max(ContinuousClock.now.duration(to: $0), .zero).components }
            let isTerminalGone = cterminal_wakeup_wait(
                wakeupReader, wait.map { $0.seconds * 1_000_000_000 + $0.attoseconds / 1_000_000_000 } ?? -1)
            if cterminal_consume_screen_changed() { state.withLock { $0.screenChange }?() }
            if isTerminalGone { wakeAll() }
        }
    }
}
