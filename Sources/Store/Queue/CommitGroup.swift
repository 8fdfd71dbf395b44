import Dispatch
import Downloads
import Synchronization

/// Commits what several threads want to record in one transaction.
///
/// A transaction that is safe from a power cut takes several waits for the disk, however little it holds. So who comes while
/// one is under way waits for its end, and then one of those who wait commits for all of them.
final class CommitGroup: Sendable {
    /// Commits records and returns what came of each.
    typealias Commit = @Sendable ([QueueRecord]) throws -> [Result<QueueTransition, any Error>]

    /// Somebody who waits.
    private final class Ticket: Sendable {
        enum Answer {
            /// Its records were taken down, or could not be.
            case ended(Result<[Result<QueueTransition, any Error>], any Error>)
            /// It is its turn to commit.
            case turn
        }

        let records: [QueueRecord]
        let isAnswered = DispatchSemaphore(value: 0)
        let answer = Mutex<Answer?>(nil)

        init(_ records: [QueueRecord]) {
            self.records = records
        }

        func give(_ answer: Answer) {
            self.answer.withLock { $0 = answer }
            isAnswered.signal()
        }
    }

    private struct State {
        var isCommitting = false
        var waiting: [Ticket] = []
    }

    private let state = Mutex(State())
    private let commit: Commit

    /// Makes a group.
    ///
    /// - Parameter commit: Commits records in one transaction.
    init(commit: @escaping Commit) {
        self.commit = commit
    }

    /// Records, and returns when that is durable; blocks.
    func record(_ records: [QueueRecord]) throws -> [Result<QueueTransition, any Error>] {
        let ticket = Ticket(records)
        let isFirst = state.withLock { state in
            defer { state.isCommitting = true }
            if state.isCommitting { state.waiting.append(ticket) }
            return !state.isCommitting
        }
        guard isFirst else {
            ticket.isAnswered.wait()
            if case .ended(let result) = ticket.answer.withLock({ $0 }) { return try result.get() }
            return try lead(ticket)
        }
        return try lead(ticket)
    }

    /// Commits the records of everybody who waits, and gives the turn to somebody who has come meanwhile.
    private func lead(_ own: Ticket) throws -> [Result<QueueTransition, any Error>] {
        let others = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        let result = Result { try commit(own.records + others.flatMap(\.records)) }
        let next = state.withLock { state -> Ticket? in
            state.isCommitting = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.give(.turn)
        var place = own.records.count
        for ticket in others {
            let end = place + ticket.records.count
            ticket.give(.ended(result.map { Array($0[place..<end]) }))
            place = end
        }
        return Array(try result.get().prefix(own.records.count))
    }
}
