import CTerminal
import Synchronization

/// One thread that draws: it waits for the next deadline or for work, and is woken once for a frame.
///
/// The runtime's own timer wakes a thread that wakes another one, and the commands' work may keep both busy. The thread lives
/// as long as the process.
final class DisplayThread: TaskExecutor {
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
    private let bell: Int32
    private let ringer: Int32

    /// Makes a thread, which starts with its first job.
    init() {
        var ringer: Int32 = -1
        bell = cterminal_bell_create(&ringer)
        self.ringer = ringer
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
            cterminal_bell_ring(ringer)
        }
    }

    /// Waits without taking a thread.
    ///
    /// - Parameter deadline: Until when.
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
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
                // One that was cancelled before it slept finds nobody to wake.
                if Task.isCancelled { wake(id) }
                if !cterminal_thread_is_own() { cterminal_bell_ring(ringer) }
            }
        } onCancel: {
            wake(id)
        }
    }

    /// Says when the screen has another size, or has been left and come back to: from a signal's handler by way of the bell.
    ///
    /// - Parameter body: Called then, on this thread.
    func onScreenChange(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.screenChange = body }
        cterminal_watch_screen(ringer)
    }

    private func wake(_ id: Int) {
        let sleeper = state.withLock { state in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(throwing: CancellationError())
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
            cterminal_bell_wait(bell, wait.map { $0.seconds * 1_000_000_000 + $0.attoseconds / 1_000_000_000 } ?? -1)
            if cterminal_take_screen_changed() { state.withLock { $0.screenChange }?() }
        }
    }
}
