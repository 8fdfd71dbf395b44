package import Dispatch
import Synchronization

/// Commits requests that arrive at the same time in one transaction.
///
/// A transaction that survives a power failure must wait for the disk several times, even if it contains little data.
/// Therefore only one commit runs at a time, and the requests that arrive during a commit share the next one. Each
/// request gets its own result, after the commit that contains it has ended.
///
/// ```swift
/// let journal = try FileHandle(forWritingTo: URL(filePath: "/var/lib/example/journal"))
/// let group = GroupCommit<Data, Void> { records in
///     for record in records { try journal.write(contentsOf: record) }
///     try journal.synchronize()
///     return records.map { _ in .success(()) }
/// }
/// // Suspends the task; the commit runs on the executor.
/// try await group.submit(Data("first\n".utf8))
/// // Blocks the thread, which may run the commit itself.
/// try group.commit(Data("second\n".utf8))
/// ```
package final class GroupCommit<Request: Sendable, Output: Sendable>: Sendable {
    /// Commits a batch and returns a result for each of its requests, in the same order.
    ///
    /// If it throws an error, all requests get that error as their result.
    package typealias Commit = @Sendable ([Request]) throws -> [Result<Output, any Error>]
    /// Receives the result of one request.
    package typealias Completion = @Sendable (Result<Output, any Error>) -> Void
    /// Runs a blocking closure on another thread soon.
    package typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void

    private let batchLimit: Int
    private let gathering: CommitGathering?
    private let executor: Executor
    private let body: Commit
    private let state: Mutex<State>

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - batchLimit: The maximum number of requests in a batch, which limits how long the first of them waits.
    ///   - gathering: The rule that lets submitted requests wait for more; nil to commit all waiting requests at once.
    ///   - executor: Runs the commits of submitted requests.
    ///   - commit: Commits a batch; it may block.
    package init(
        batchLimit: Int = .max, gathering: CommitGathering? = nil,
        executor: @escaping Executor = { DispatchQueue.global().async(execute: $0) }, commit: @escaping Commit
    ) {
        self.batchLimit = batchLimit
        self.gathering = gathering
        self.executor = executor
        body = commit
        state = Mutex(State(gathering: gathering))
    }

    // MARK: Submitting

    /// Submits a request, and suspends the task until its commit has ended.
    ///
    /// A submitted request is committed even if the task is cancelled.
    ///
    /// - Parameters:
    ///   - request: The request, which is committed together with those that arrive at the same time.
    ///   - weight: The weight that the request adds towards ``CommitGathering/weightGoal``.
    /// - Returns: The request's result.
    /// - Throws: The request's error, if it failed.
    package func submit(_ request: Request, weight: Int64 = 0) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            submit(request, weight: weight) { continuation.resume(with: $0) }
        }
    }

    /// Submits a request, and returns at once.
    ///
    /// - Parameters:
    ///   - request: The request, which is committed together with those that arrive at the same time.
    ///   - weight: The weight that the request adds towards ``CommitGathering/weightGoal``.
    ///   - completion: Called with the result, on the thread that committed the request. The next batch starts after it
    ///     has returned.
    package func submit(_ request: Request, weight: Int64 = 0, completion: @escaping Completion) {
        let (begins, needsTimer) = state.withLock { state in
            state.append(Waiting(request: request, weight: weight, receiver: .completion(completion)))
            return (state.begin(), state.beginTimer())
        }
        if begins { executor { self.run() } }
        if needsTimer { startTimer() }
    }

    /// Announces that a request may be submitted soon; a commit may then be delayed, up to the timeout of the rule.
    package func enter() { state.withLock { $0.participants += 1 } }

    /// Ends an announcement made with ``enter()``, once the request has its result or will certainly not be submitted.
    package func leave() {
        let begins = state.withLock { state in
            state.participants -= 1
            return state.begin()
        }
        if begins { executor { self.run() } }
    }

    /// Commits batches until none is due.
    private func run() {
        while true {
            let batch = state.withLock { $0.removeBatch(limit: batchLimit) }
            deliver(commit(batch), to: batch)
            let (next, needsTimer) = state.withLock { ($0.end(), $0.beginTimer()) }
            if needsTimer { startTimer() }
            guard case .executor? = next else { return wake(next) }
        }
    }

    /// Starts the timer after which the gathered requests are committed.
    private func startTimer() {
        guard let gathering else { return }
        gathering.queue.asyncAfter(deadline: .now() + gathering.timeout) {
            if self.state.withLock({ $0.endTimer() }) { self.run() }
        }
    }

    // MARK: Blocking

    /// Commits a request, and blocks the thread until its commit has ended.
    ///
    /// A thread that finds no commit in progress runs the next one. Afterwards it passes this role to the next waiting
    /// thread.
    ///
    /// - Precondition: The group has no gathering rule.
    /// - Parameter request: The request, which is committed together with those that arrive at the same time.
    /// - Returns: The request's result.
    /// - Throws: The request's error, if it failed.
    package func commit(_ request: Request) throws -> Output {
        precondition(gathering == nil, "a thread cannot wait for other requests to be gathered")
        let ticket = Ticket()
        let begins = state.withLock { state in
            state.append(Waiting(request: request, weight: 0, receiver: .thread(ticket)))
            return state.begin()
        }
        if !begins, case .result(let result) = ticket.wait() { return try result.get() }
        // The ticket is the first waiting one, or only submitted requests are before it.
        while true {
            let batch = state.withLock { $0.removeBatch(limit: batchLimit) }
            let results = commit(batch)
            let own = batch.firstIndex { $0.isReceived(by: ticket) }
            if own != nil { wake(state.withLock { $0.end() }) }
            deliver(results, to: batch, except: own)
            if let own { return try results[own].get() }
        }
    }

    // MARK: Steps

    private func commit(_ batch: [Waiting]) -> [Result<Output, any Error>] {
        do {
            let results = try body(batch.map { $0.request })
            assert(results.count == batch.count)
            return results
        } catch {
            return batch.map { _ in .failure(error) }
        }
    }

    private func deliver(_ results: [Result<Output, any Error>], to batch: [Waiting], except own: Int? = nil) {
        for index in batch.indices where index != own {
            switch batch[index].receiver {
            case .completion(let completion): completion(results[index])
            case .thread(let ticket): ticket.signal(.result(results[index]))
            }
        }
    }

    /// Allows the next batch to begin.
    private func wake(_ committer: Committer?) {
        switch committer {
        case .executor: executor { self.run() }
        case .thread(let ticket): ticket.signal(.turn)
        case nil: break
        }
    }
}

// MARK: State

extension GroupCommit {
    /// A request that is waiting for its result.
    private struct Waiting: Sendable {
        enum Receiver: Sendable {
            case completion(Completion)
            case thread(Ticket)
        }

        let request: Request
        let weight: Int64
        let receiver: Receiver

        func isReceived(by ticket: Ticket) -> Bool {
            if case .thread(let own) = receiver { own === ticket } else { false }
        }
    }

    /// The runner of the next batch.
    private enum Committer {
        case executor
        case thread(Ticket)
    }

    /// A message to a waiting thread.
    private enum Message {
        case result(Result<Output, any Error>)
        /// The thread must run the next batch.
        case turn
    }

    /// A waiting thread.
    private final class Ticket: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let message = Mutex<Message>(.turn)

        func signal(_ message: Message) {
            self.message.withLock { $0 = message }
            semaphore.signal()
        }

        func wait() -> Message {
            semaphore.wait()
            return message.withLock { $0 }
        }
    }

    private struct State {
        let gathering: CommitGathering?
        var participants = 0
        private var waiting: [Waiting] = []
        private var waitingWeight: Int64 = 0
        private var isCommitting = false
        private var hasTimer = false

        init(gathering: CommitGathering?) {
            self.gathering = gathering
        }

        /// True if a batch should begin without waiting for more requests.
        private var isDue: Bool {
            guard !waiting.isEmpty, let gathering else { return !waiting.isEmpty }
            return waiting.count >= gathering.countGoal || waitingWeight >= gathering.weightGoal
                || waiting.count >= participants
        }

        mutating func append(_ new: Waiting) {
            waiting.append(new)
            waitingWeight += new.weight
        }

        mutating func removeBatch(limit: Int) -> [Waiting] {
            if waiting.count <= limit {
                defer { (waiting, waitingWeight) = ([], 0) }
                return waiting
            }
            let batch = Array(waiting.prefix(limit))
            waiting.removeFirst(limit)
            waitingWeight = waiting.reduce(0) { $0 + $1.weight }
            return batch
        }

        /// Begins a commit if one is due; returns true if the caller must run it.
        mutating func begin() -> Bool {
            guard !isCommitting, isDue else { return false }
            isCommitting = true
            return true
        }

        /// Ends a commit; returns the runner of the next one, or nil if none is due.
        mutating func end() -> Committer? {
            isCommitting = isDue
            guard isCommitting else { return nil }
            if case .thread(let ticket)? = waiting.first?.receiver { return .thread(ticket) }
            return .executor
        }

        /// Returns true if the caller must start the timer of the requests that are being gathered.
        mutating func beginTimer() -> Bool {
            guard gathering != nil, !isCommitting, !hasTimer, !waiting.isEmpty else { return false }
            hasTimer = true
            return true
        }

        /// Ends the timer; returns true if the caller must run a commit.
        mutating func endTimer() -> Bool {
            hasTimer = false
            guard !isCommitting, !waiting.isEmpty else { return false }
            isCommitting = true
            return true
        }
    }
}

/// A rule that delays a commit, so that more requests can share it.
///
/// A batch begins when one of the goals is reached, when every request announced by ``GroupCommit/enter()`` has been
/// submitted, or when the timeout has elapsed.
package struct CommitGathering: Sendable {
    /// The number of requests at which a commit begins without waiting for more.
    var countGoal: Int
    /// The total weight at which a commit begins without waiting for more.
    var weightGoal: Int64
    /// The maximum time that a request waits for others while no commit is running.
    var timeout: DispatchTimeInterval
    /// The queue on which the timeout fires and the resulting commits run.
    package var queue: DispatchQueue

    /// Creates a rule.
    package init(countGoal: Int, weightGoal: Int64, timeout: DispatchTimeInterval, queue: DispatchQueue) {
        self.countGoal = countGoal
        self.weightGoal = weightGoal
        self.timeout = timeout
        self.queue = queue
    }
}
