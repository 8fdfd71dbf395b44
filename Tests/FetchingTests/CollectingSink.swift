import Fetching
import Foundation
import Synchronization

/// A sink that collects a response, with behaviour that a test chooses.
final class CollectingSink: TransferSink {
    struct State {
        var heads: [ResponseHead] = []
        var body: [UInt8] = []
        var threads: Set<UInt> = []
    }

    private let state = Mutex(State())
    private let decision: BodyDecision
    private let onBody: @Sendable (UnsafeRawBufferPointer) throws -> Void

    init(
        _ decision: BodyDecision = .accept,
        onBody: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void = { _ in }
    ) {
        self.decision = decision
        self.onBody = onBody
    }

    var heads: [ResponseHead] { state.withLock { $0.heads } }
    var body: [UInt8] { state.withLock { $0.body } }
    var text: String { String(decoding: body, as: UTF8.self) }
    var threads: Set<UInt> { state.withLock { $0.threads } }

    func receive(head: ResponseHead) throws -> BodyDecision {
        state.withLock { state in
            state.heads.append(head)
            state.threads.insert(UInt(bitPattern: pthread_self().hashValue))
        }
        return decision
    }

    func receive(body: UnsafeRawBufferPointer) throws {
        state.withLock { state in
            state.body.append(contentsOf: body)
            state.threads.insert(UInt(bitPattern: pthread_self().hashValue))
        }
        try onBody(body)
    }
}
