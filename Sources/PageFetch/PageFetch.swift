import Synchronization
import Transfer
import WHATWGURL

/// One page on its way: tries, hops where there is a cache, and what the cache gives.
final class PageFetch: PageStream.Receiver, FlowControl {
    typealias Completion = @Sendable (Result<PageOutcome, any Error>) -> Void

    struct State {
        var url: WebURL
        var fields: [HTTPField] = []
        var hops: [RedirectHop] = []
        var tries = 0
        var interval: Duration?
        var stream: PageStream?
        var waiting: Task<Void, Never>?
        var completion: Completion?
        var isCancelled = false

        // What the present try has come to.
        var retryDelay: Duration?
        var redirectTarget: WebURL?
        var redirectStatus = 0
        var stored: CachedResponse?
        var isNotModified = false
        var discardedBytes = 0
        var askedAt: Int64 = 0
        var answeredAt: Int64 = 0
        var head: PageHead?
        var writer: CacheWriter?
        var serving: CachedPage?
    }

    /// The longest body of a redirect that is read for the sake of its connection, in bytes.
    private static let maximumDiscardedBytes = 65_536

    let fetcher: PageFetcher
    let sink: any PageSink
    let requestedURL: WebURL
    let state: Mutex<State>

    init(url: WebURL, fetcher: PageFetcher, sink: any PageSink) {
        self.fetcher = fetcher
        self.sink = sink
        requestedURL = url
        state = Mutex(State(url: url))
    }

    /// Starts.
    ///
    /// - Parameter completion: Told what came of it, once.
    func begin(_ completion: @escaping Completion) {
        let isCancelled = state.withLock { state in
            state.completion = completion
            state.fields = fetcher.fields(for: state.url)
            return state.isCancelled
        }
        if isCancelled { return complete(.failure(TransferError.cancelled(url: requestedURL))) }
        beginHop()
    }

    /// Ends the fetch as cancelled, if it has not ended yet.
    func cancel() {
        let (stream, waiting, serving) = state.withLock { state in
            state.isCancelled = true
            return (state.stream, state.waiting, state.serving)
        }
        waiting?.cancel()
        stream?.cancel()
        serving?.cancel()
    }

    /// Goes on with a sink that was not ready.
    func resume() {
        let (stream, serving) = state.withLock { ($0.stream, $0.serving) }
        stream?.resume()
        serving?.resume()
    }

    func complete(_ result: Result<PageOutcome, any Error>) {
        let completion = state.withLock { state in
            defer { (state.completion, state.writer, state.stream, state.serving) = (nil, nil, nil, nil) }
            state.writer?.discard()
            return state.completion
        }
        completion?(result)
    }

    // MARK: Hops and tries

    func beginHop() {
        guard let gate = fetcher.gate else { return beginFetch() }
        gate.pass(state.withLock { $0.url }) { [self] decision in
            switch decision {
            case .success(let interval):
                state.withLock { $0.interval = interval }
                beginFetch()
            case .failure(let error): complete(.failure(error))
            }
        }
    }

    private func beginFetch() {
        guard fetcher.cache != nil else { return beginTry() }
        fetcher.delivery.schedule { self.lookUp() }
    }

    func beginTry() {
        let stream = PageStream(receiver: self, queue: fetcher.delivery)
        let begun = state.withLock { state -> TransferRequest? in
            guard !state.isCancelled else { return nil }
            state.tries += 1
            state.writer?.discard()
            state.writer = nil
            state.stream = stream
            state.askedAt = fetcher.cache == nil ? 0 : fetcher.now()
            (state.retryDelay, state.redirectTarget, state.isNotModified, state.head) = (nil, nil, false, nil)
            state.discardedBytes = 0
            var request = fetcher.request(for: state.url, fields: state.fields + (state.stored?.conditions ?? []))
            if let interval = state.interval { request.hostInterval = interval }
            return request
        }
        guard let begun else { return complete(.failure(TransferError.cancelled(url: requestedURL))) }
        stream.start(begun, engine: fetcher.engine)
    }

    // MARK: Of the stream

    func wants(_ head: ResponseHead) -> Bool {
        let retryAfter = head["Retry-After"]
        return state.withLock { state in
            state.answeredAt = fetcher.cache == nil ? 0 : fetcher.now()
            state.retryDelay = RetryDecision.delay(
                after: .response(status: head.status, retryAfterField: retryAfter), tries: state.tries,
                policy: fetcher.policy, now: fetcher.now())
            guard state.retryDelay == nil else { return false }
            // Noted here, since a body that breaks off takes its head with it.
            if !fetcher.followsInEngine,
                let target = try? redirectTarget(of: head, followed: state.hops.count)
            {
                state.redirectTarget = target
                state.redirectStatus = head.status
            }
            return true
        }
    }

    func receive(head: ResponseHead) throws -> BodyDecision {
        let page = PageHead(
            url: head.url, requestedURL: requestedURL, status: head.status, fields: head.fields,
            hops: state.withLock { $0.hops })
        let isPassedOn = try state.withLock { state in
            state.head = page
            guard !fetcher.followsInEngine else { return true }
            if head.status == 304, state.stored != nil {
                state.isNotModified = true
                return false
            }
            state.stored = nil
            state.writer = fetcher.cache?.writer(
                for: state.url, head: head, requestFields: state.fields, askedAt: state.askedAt,
                answeredAt: state.answeredAt)
            // Throws what is wrong with a redirect that was not noted as one.
            return try redirectTarget(of: head, followed: state.hops.count) == nil
        }
        return isPassedOn ? try sink.receive(head: page) : .accept
    }

    func redirectTarget(of head: ResponseHead, followed: Int) throws(TransferError) -> WebURL? {
        try RedirectPolicy.target(
            of: head, followed: followed, request: fetcher.request(for: head.url, fields: []))
    }

    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision {
        let decision = state.withLock { state -> BodyDecision? in
            state.writer?.append(body)
            guard state.redirectTarget != nil || state.isNotModified else { return nil }
            state.discardedBytes += body.count
            return state.discardedBytes > Self.maximumDiscardedBytes ? .refuse : .accept
        }
        return try decision ?? sink.receive(body: body)
    }

    var isReady: Bool {
        let isForSink = state.withLock { $0.redirectTarget == nil && !$0.isNotModified }
        return !isForSink || sink.isReady
    }

    func triesAgain(after error: any Error) -> Bool {
        switch error as? TransferError {
        // Nobody waits for what had come by then.
        case .cancelled, .shutDown: return true
        default: break
        }
        let tries = state.withLock { $0.tries }
        return RetryDecision.delay(after: .failure(error), tries: tries, policy: fetcher.policy, now: fetcher.now())
            != nil
    }

    func end(_ end: PageStream.End) {
        let snapshot = state.withLock { state in
            state.stream = nil
            return (
                delay: state.retryDelay, target: state.redirectTarget, stored: state.stored,
                isNotModified: state.isNotModified, head: state.head, tries: state.tries
            )
        }
        if let target = snapshot.target {
            // The target is all that matters of a redirect, whatever became of its body.
            if case .success = end.result, !end.wasRefused { commit() }
            return follow(target)
        }
        switch end.result {
        // The receiver's own refusal stops the transfer, which then counts as cancelled.
        case .failure(let error) where !end.wasRefused:
            guard
                let delay = RetryDecision.delay(
                    after: .failure(error), tries: snapshot.tries, policy: fetcher.policy, now: fetcher.now()),
                // Where something has been passed on, only the sink can say whether there is a way back.
                !end.isBegun || sink.restart()
            else { return complete(.failure(error)) }
            retry(after: delay)
        default:
            if let delay = snapshot.delay { return retry(after: delay) }
            if snapshot.isNotModified, let stored = snapshot.stored { return renew(stored) }
            if !end.wasRefused { commit() }
            finish(end)
        }
    }

    private func finish(_ end: PageStream.End) {
        guard var head = state.withLock({ $0.head }) else {
            return complete(.failure(TransferError.http(url: requestedURL, detail: "the response has no head")))
        }
        if case .success(let summary) = end.result, !summary.hops.isEmpty { head.hops = summary.hops }
        complete(.success(PageOutcome(head: head, bodyBytes: end.bodyBytes, wasRefused: end.wasRefused)))
    }

    private func retry(after delay: Duration) {
        let task = Task {
            do { try await fetcher.sleep(delay) } catch {
                return complete(.failure(TransferError.cancelled(url: requestedURL)))
            }
            beginTry()
        }
        let isCancelled = state.withLock { state in
            state.waiting = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }
}
