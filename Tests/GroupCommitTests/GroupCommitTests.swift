import Dispatch
import GroupCommit
import Synchronization
import Testing

@Suite("Group commit", .timeLimit(.minutes(20)))
struct GroupCommitTests {
    private struct Failure: Error {}

    /// The batches that were committed, and a gate that holds the first commit back.
    private final class Recorder: Sendable {
        let batches = Mutex<[[Int]]>([])
        let hasBegun = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)

        /// Commits a batch once the gate is open.
        func commit(_ batch: [Int]) -> [Result<Int, any Error>] {
            batches.withLock { $0.append(batch) }
            hasBegun.signal()
            gate.wait()
            gate.signal()
            return batch.map { $0 < 0 ? .failure(Failure()) : .success($0 * 10) }
        }
    }

    private func group(_ recorder: Recorder, limit: Int = .max) -> GroupCommit<Int, Int> {
        GroupCommit(batchLimit: limit) { recorder.commit($0) }
    }

    /// Submits requests while a first commit is under way, and opens the gate after all of them have been submitted.
    private func submit(
        _ requests: [Int], to group: GroupCommit<Int, Int>, _ recorder: Recorder
    ) async -> [Int: Result<Int, any Error>] {
        let results = Mutex<[Int: Result<Int, any Error>]>([:])
        await withCheckedContinuation { continuation in
            let store = { @Sendable (request: Int, result: Result<Int, any Error>) in
                let isComplete = results.withLock { results in
                    results[request] = result
                    return results.count == requests.count
                }
                if isComplete { continuation.resume() }
            }
            for (index, request) in requests.enumerated() {
                group.submit(request) { store(request, $0) }
                if index == 0 { recorder.hasBegun.wait() }
            }
            recorder.gate.signal()
        }
        return results.withLock { $0 }
    }

    @Test("Requests that arrive during a commit share the next one, in their order")
    func sharing() async throws {
        let recorder = Recorder()
        let results = await submit([1, 2, 3, 4], to: group(recorder), recorder)
        #expect(recorder.batches.withLock { $0 } == [[1], [2, 3, 4]])
        #expect(try results.mapValues { try $0.get() } == [1: 10, 2: 20, 3: 30, 4: 40])
    }

    @Test("No batch is larger than the limit, and none is left over")
    func limit() async throws {
        let recorder = Recorder()
        let results = await submit([1, 2, 3, 4, 5, 6], to: group(recorder, limit: 2), recorder)
        #expect(recorder.batches.withLock { $0 } == [[1], [2, 3], [4, 5], [6]])
        #expect(results.count == 6)
    }

    @Test("The failure of one request leaves the others of its batch alone")
    func failureOfOne() async throws {
        let recorder = Recorder()
        let results = await submit([1, 2, -3, 4], to: group(recorder), recorder)
        #expect(throws: Failure.self) { try results[-3]?.get() }
        #expect(try results[2]?.get() == 20)
        #expect(try results[4]?.get() == 40)
    }

    @Test("An error of the commit is the result of the whole batch, and the next batch is committed")
    func failureOfAll() async throws {
        let recorder = Recorder()
        let group = GroupCommit<Int, Int> { batch in
            let results = recorder.commit(batch)
            if batch.contains(1) { throw Failure() }
            return results
        }
        let results = await submit([1, 2], to: group, recorder)
        #expect(throws: Failure.self) { try results[1]?.get() }
        #expect(try results[2]?.get() == 20)
    }

    @Test("The request of a cancelled task is committed, and its result returned")
    func cancellation() async throws {
        let recorder = Recorder()
        let group = group(recorder)
        let task = Task.detached { try await group.submit(7) }
        task.cancel()
        recorder.gate.signal()
        #expect(try await task.value == 70)
        #expect(recorder.batches.withLock { $0 } == [[7]])
    }

    @Test("Threads that wait get their own results, and one of them commits for the others")
    func threads() throws {
        let recorder = Recorder()
        let group = group(recorder)
        let results = Mutex<[Int: Int]>([:])
        let threads = DispatchGroup()
        let isAbout = DispatchSemaphore(value: 0)
        for request in 1...8 {
            DispatchQueue(label: "test.\(request)").async(group: threads) {
                isAbout.signal()
                let result = try? group.commit(request)
                results.withLock { $0[request] = result }
            }
            isAbout.wait()
        }
        recorder.hasBegun.wait()
        recorder.gate.signal()
        threads.wait()
        #expect(results.withLock { $0 } == Dictionary(uniqueKeysWithValues: (1...8).map { ($0, $0 * 10) }))
        #expect(recorder.batches.withLock { $0.flatMap { $0 }.sorted() } == Array(1...8))
    }

    @Test("Threads and tasks can share a group")
    func mixed() async throws {
        let group = GroupCommit<Int, Int>(batchLimit: 3) { batch in batch.map { .success($0 + 1) } }
        let total = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for request in 0..<200 {
                tasks.addTask {
                    if request.isMultiple(of: 2) { return try await group.submit(request) }
                    return try await withCheckedThrowingContinuation { continuation in
                        DispatchQueue.global().async { continuation.resume(with: Result { try group.commit(request) }) }
                    }
                }
            }
            return try await tasks.reduce(0, +)
        }
        #expect(total == (1...200).reduce(0, +))
    }
}

@Suite("Gathering for a group commit", .timeLimit(.minutes(20)))
struct CommitGatheringTests {
    private let queue = DispatchQueue(label: "test.gathering")
    private let batches = Batches()

    private final class Batches: Sendable {
        let all = Mutex<[[Int]]>([])
        let isCommitted = DispatchSemaphore(value: 0)
    }

    private func group(timeout: DispatchTimeInterval) -> GroupCommit<Int, Void> {
        let gathering = CommitGathering(countGoal: 3, weightGoal: 100, timeout: timeout, queue: queue)
        return GroupCommit(gathering: gathering, executor: { [queue] in queue.async(execute: $0) }) { [batches] batch in
            batches.all.withLock { $0.append(batch) }
            batches.isCommitted.signal()
            return batch.map { _ in .success(()) }
        }
    }

    private func wait() { batches.isCommitted.wait() }

    @Test("A batch begins when as many requests have gathered as are worth a commit")
    func countGoal() {
        let group = group(timeout: .seconds(600))
        for _ in 0..<5 { group.enter() }
        for request in 1...3 { group.submit(request) { _ in } }
        wait()
        #expect(batches.all.withLock { $0 } == [[1, 2, 3]])
    }

    @Test("A batch begins when the gathered requests weigh enough")
    func weightGoal() {
        let group = group(timeout: .seconds(600))
        for _ in 0..<5 { group.enter() }
        group.submit(1, weight: 60) { _ in }
        group.submit(2, weight: 60) { _ in }
        wait()
        #expect(batches.all.withLock { $0 } == [[1, 2]])
    }

    @Test("A batch begins when no announced request is missing")
    func participants() {
        let group = group(timeout: .seconds(600))
        group.enter()
        group.enter()
        group.submit(1) { _ in }
        group.leave()
        wait()
        #expect(batches.all.withLock { $0 } == [[1]])
    }

    @Test("A batch begins when the timeout has passed")
    func timeout() {
        let group = group(timeout: .milliseconds(1))
        for _ in 0..<5 { group.enter() }
        group.submit(1) { _ in }
        wait()
        #expect(batches.all.withLock { $0 } == [[1]])
    }

    @Test("Each batch that gathers has a timeout of its own")
    func timeouts() {
        let group = group(timeout: .milliseconds(1))
        for _ in 0..<5 { group.enter() }
        for request in 1...3 {
            group.submit(request) { _ in }
            wait()
        }
        #expect(batches.all.withLock { $0 } == [[1], [2], [3]])
    }
}
