import Synchronization
import Transfer
import WHATWGURL

/// The fetch of one page, with its hops and attempts and the use of the cache.
///
/// ``PageFetchState`` makes the decisions, and this class carries them out.
final class PageFetch: PageStream.Receiver, FlowControl {
    let fetcher: PageFetcher
    let sink: any PageSink
    let requestedURL: WebURL
    let state: Mutex<PageFetchState>

    init(url: WebURL, fetcher: PageFetcher, sink: any PageSink) {
        self.fetcher = fetcher
        self.sink = sink
        requestedURL = url
        state = Mutex(PageFetchState(url: url, policy: fetcher.policy, followsInEngine: fetcher.followsInEngine))
    }

    /// Starts the fetch.
    ///
    /// - Parameter completion: Receives the result, once.
    func begin(_ completion: @escaping PageFetchState.Completion) {
        perform(state.withLock { $0.begin(completion) })
    }

    func cancel() {
        switch state.withLock({ $0.cancel() }) {
        case .none: break
        case .receiving(let stream): stream.cancel()
        case .waiting(let task): task.cancel()
        }
    }

    func resume() {
        if case .receiving(let stream) = state.withLock({ $0.activity }) { stream.resume() }
    }

    func perform(_ step: PageFetchState.Step) {
        switch step {
        case .beginHop: beginHop()
        case .retry(let delay): retry(after: delay)
        case .restart(let delay, let error):
            // Bytes that were passed on cannot be withdrawn, unless the sink discards them.
            if sink.restart() { retry(after: delay) } else { complete(.failure(error)) }
        case .renew(let stored, let fields, let requestTime, let responseTime):
            var renewed = stored
            renewed.update(with: fields, requestTime: requestTime, responseTime: responseTime)
            fetcher.cache?.replace(stored, with: renewed)
            serve(renewed)
        case .complete(let result): complete(result)
        }
    }

    func complete(_ result: Result<PageOutcome, any Error>) {
        let (completion, abandoned) = state.withLock { $0.complete() }
        discard(abandoned)
        completion?(result)
    }

    private func discard(_ entry: CacheWriter?) {
        var entry = entry
        entry?.discard()
    }

    // MARK: Hops and attempts

    private func beginHop() {
        guard let authorizer = fetcher.authorizer else { return lookUpOrRequest() }
        let (url, ownHost, hasReachedPublic) = state.withLock { ($0.hop.url, $0.ownHost, $0.hasReachedPublic) }
        authorizer.authorize(url, ownHost: ownHost, hasReachedPublic: hasReachedPublic) { [self] decision in
            switch decision {
            case .success(let interval):
                state.withLock { $0.authorize(interval: interval) }
                lookUpOrRequest()
            case .failure(let error): complete(.failure(error))
            }
        }
    }

    private func lookUpOrRequest() {
        guard fetcher.cache != nil else { return beginAttempt() }
        fetcher.delivery.schedule { self.lookUp() }
    }

    func beginAttempt() {
        if let host = gatedHost, !fetcher.gate.isOpen(host, orThen: { self.beginAttempt() }) { return }
        let stream = PageStream(receiver: self, queue: fetcher.delivery)
        let requestTime = cacheTime
        let (request, abandoned) = state.withLock { $0.beginAttempt(stream, now: requestTime) }
        discard(abandoned)
        guard let request else { return complete(.failure(TransferError.cancelled(url: requestedURL))) }
        stream.start(request, engine: fetcher.engine)
    }

    private func retry(after delay: Duration) {
        let host = gatedHost
        if let host { fetcher.gate.close(host) }
        // Many machines may have been refused at the same time.
        let delay = host == nil ? delay : delay * (1 + fetcher.jitter())
        let isCancelled = state.withLock { state in
            // The task waits for the lock, so that it is stored before it ends.
            state.wait(
                Task {
                    defer { if let host { fetcher.gate.open(host) } }
                    do { try await fetcher.sleep(delay) } catch {
                        return complete(.failure(TransferError.cancelled(url: requestedURL)))
                    }
                    beginAttempt()
                })
        }
        if isCancelled { cancel() }
    }

    /// The host whose gate applies to the fetch; nil for a page, which does not wait for other fetches.
    private var gatedHost: String? {
        fetcher.policy.isForArchive ? state.withLock { $0.hop.url.hostname } : nil
    }

    /// The time in seconds since 1970; 0 without a cache, because only the cache uses the time.
    private var cacheTime: Int64 { fetcher.cache == nil ? 0 : fetcher.now() }

    // MARK: PageStream.Receiver

    func accepts(_ head: ResponseHead) -> Bool {
        let now = fetcher.now()
        return state.withLock { $0.accepts(head, now: now) }
    }

    func receive(head: ResponseHead) throws -> BodyDecision {
        let page = try state.withLock { state in
            try state.receive(head) { hop, attempt in
                fetcher.cache?.writer(
                    for: hop.url, head: head, requestFields: hop.fields, requestTime: attempt.requestTime,
                    responseTime: attempt.responseTime)
            }
        }
        return try page.map { try sink.receive(head: $0) } ?? .accept
    }

    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision {
        try state.withLock { $0.receive(body) } ?? sink.receive(body: body)
    }

    var isReady: Bool { state.withLock { $0.discardsBody } || sink.isReady }

    func retries(after error: any Error) -> Bool {
        state.withLock { $0.retries(after: error, now: fetcher.now) }
    }

    func end(_ end: PageStream.End) {
        var ending = state.withLock { $0.end(end, now: fetcher.now) }
        ending.complete?.commit()
        perform(ending.step)
    }
}
