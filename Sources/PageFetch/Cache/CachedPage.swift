import Synchronization
import Transfer
import WHATWGURL

/// Hands a stored body to a sink, as fast as that is ready for it.
final class CachedPage: Sendable {
    typealias Completion = @Sendable (Result<BodyDecision, any Error>) -> Void

    private struct State {
        var isRunning = false
        var wasResumed = false
        var isCancelled = false
        var completion: Completion?
    }

    private let sink: any PageSink
    private let queue: DeliveryQueue
    private let url: WebURL
    private let reader: Mutex<CachedBodyReader>
    private let state: Mutex<State>

    /// Opens the body; nothing is read yet.
    ///
    /// - Parameters:
    ///   - stored: The response.
    ///   - url: Its address.
    ///   - sink: Takes the body.
    ///   - queue: Where the sink is called once it has not been ready.
    ///   - completion: Told once whether the sink took all of it.
    /// - Throws: `TransferError` when the file is gone.
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

    /// Goes on if nobody else does.
    func run() {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning && state.completion != nil
        }
        guard isFirst else { return }
        do {
            while try goesOn() {
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

    /// Goes on with a sink that was not ready.
    func resume() {
        let isHeld = state.withLock { state in
            state.wasResumed = true
            return !state.isRunning
        }
        if isHeld { queue.schedule { self.run() } }
    }

    /// Ends as cancelled.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        resume()
    }

    /// Asks whether the sink is ready, and rests when it is not.
    private func goesOn() throws -> Bool {
        while true {
            let isCancelled = state.withLock { state in
                state.wasResumed = false
                return state.isCancelled
            }
            if isCancelled { throw TransferError.cancelled(url: url) }
            if sink.isReady { return true }
            let rests = state.withLock { state in
                if !state.wasResumed { state.isRunning = false }
                return !state.wasResumed
            }
            if rests { return false }
        }
    }

    private func end(_ result: Result<BodyDecision, any Error>) {
        state.withLock { $0.completion.take() }?(result)
    }
}
