import Synchronization
import Transfer
import WHATWGURL

/// A stream that passes a stored body to a sink whenever the sink is ready.
final class CachedPage: FlowControl {
    typealias Completion = @Sendable (Result<BodyDecision, any Error>) -> Void

    private enum Stage {
        /// No thread reads the body; the stream may be waiting for the sink.
        case idle
        /// A thread reads the body.
        case running
        /// A thread reads the body, and the stream was resumed since the sink's readiness was last checked.
        case runningAndResumed
    }

    private struct State {
        var stage = Stage.idle
        var isCancelled = false
        /// The function to call at the end; nil once it has been called.
        var completion: Completion?
    }

    private let sink: any PageSink
    private let queue: DeliveryQueue
    private let url: WebURL
    private let reader: Mutex<CachedBodyReader>
    private let state: Mutex<State>

    /// Opens the body, but reads none of it yet.
    ///
    /// - Parameters:
    ///   - stored: The response, whose file contains the body.
    ///   - url: The URL of the response, for errors.
    ///   - sink: The receiver of the body.
    ///   - queue: The queue on which the stream continues after it was resumed.
    ///   - completion: A function that is called once, with the sink's last decision or with the error that ended the
    ///     stream.
    /// - Throws: ``TransferError`` if the file cannot be opened.
    init(
        _ stored: CachedResponse, at url: WebURL, sink: any PageSink, queue: DeliveryQueue,
        completion: @escaping Completion
    ) throws(TransferError) {
        self.sink = sink
        self.queue = queue
        self.url = url
        do { reader = Mutex(try CachedBodyReader(stored)) } catch { throw Self.damage(url) }
        state = Mutex(State(completion: completion))
    }

    /// Reads the body on the calling thread until it ends or the sink is not ready; returns at once if another thread
    /// is reading it.
    func run() {
        let begins = state.withLock { state in
            guard case .idle = state.stage, state.completion != nil else { return false }
            state.stage = .running
            return true
        }
        guard begins else { return }
        do {
            while try isSinkReady() {
                var decision = BodyDecision.accept
                let isMore = try reader.withLock { try $0.readPiece { decision = try sink.receive(body: $0) } }
                if !isMore || decision == .refuse { return end(.success(decision)) }
            }
        } catch is CachedBodyReader.Damage {
            end(.failure(Self.damage(url)))
        } catch {
            end(.failure(error))
        }
    }

    private static func damage(_ url: WebURL) -> TransferError {
        .truncated(url: url, detail: "its cached copy is damaged")
    }

    func resume() {
        let isIdle = state.withLock { state in
            if case .idle = state.stage { return true }
            state.stage = .runningAndResumed
            return false
        }
        if isIdle { queue.schedule { self.run() } }
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        resume()
    }

    /// Returns true if the sink is ready; otherwise the stream becomes idle until it is resumed.
    private func isSinkReady() throws -> Bool {
        while true {
            let isCancelled = state.withLock { state in
                state.stage = .running
                return state.isCancelled
            }
            if isCancelled { throw TransferError.cancelled(url: url) }
            if sink.isReady { return true }
            let isIdle = state.withLock { state in
                guard case .running = state.stage else { return false }
                state.stage = .idle
                return true
            }
            if isIdle { return false }
        }
    }

    private func end(_ result: Result<BodyDecision, any Error>) {
        state.withLock { $0.completion.take() }?(result)
    }
}
