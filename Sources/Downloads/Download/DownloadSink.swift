import Synchronization
import Transfer

/// Writes one response's body into the part file, as its plan says.
final class DownloadSink: TransferSink {
    /// Makes the file ready for a body that begins at 0, and a hasher for it.
    typealias Beginning = @Sendable (ResponseHead, PartialContent) throws -> PartWriter

    private struct State {
        var plan: ResponsePlan?
        var writer: PartWriter?
    }

    /// Tells that it is time to make durable and record what is on disk.
    let checkpoints: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let state: Mutex<State>
    private let decide: @Sendable (ResponseHead) -> ResponsePlan
    private let begin: Beginning

    /// Makes a sink for one request.
    ///
    /// - Parameters:
    ///   - writer: Goes on with what is on disk, where something is.
    ///   - decide: Makes the plan.
    ///   - begin: Makes the file ready for a body that begins at 0.
    init(
        writer: PartWriter?, decide: @escaping @Sendable (ResponseHead) -> ResponsePlan, begin: @escaping Beginning
    ) {
        (checkpoints, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        state = Mutex(State(writer: writer))
        self.decide = decide
        self.begin = begin
    }

    /// What was decided; nil before a response came.
    var plan: ResponsePlan? { state.withLock { $0.plan } }

    /// Writes the body; nil when there is none.
    var writer: PartWriter? { state.withLock { $0.writer } }

    /// Asks for a checkpoint.
    func requestCheckpoint() { signal.yield() }

    func receive(head: ResponseHead) throws -> BodyDecision {
        let plan = decide(head)
        var writer = self.writer
        switch plan {
        case .fromStart(let content): writer = try begin(head, content)
        case .goOn(let content, let count):
            guard let writer else { throw QueueFailure(.internal, "no part file to go on with") }
            writer.goOn(content, count: count)
        case .complete, .askForAll, .askWithoutCondition, .askCompressed, .fail: break
        }
        state.withLock { $0 = State(plan: plan, writer: writer) }
        switch plan {
        case .fromStart, .goOn: return .accept
        case .complete, .askForAll, .askWithoutCondition, .askCompressed, .fail: return .refuse
        }
    }

    func receive(body: UnsafeRawBufferPointer) throws {
        guard let writer else { throw QueueFailure(.internal, "no part file to write to") }
        if try writer.write(body) { requestCheckpoint() }
    }
}
