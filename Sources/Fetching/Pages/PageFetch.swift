import Synchronization
import WHATWGURL

/// The fetch of one page, with its hops and attempts and the use of the cache.
///
/// ``PageFetchState`` makes the decisions, and this class carries them out.
final class PageFetch: PageStream.Receiver, FlowControl {
    private let fetcher: PageFetcher
    private let sink: any PageSink
    private let requestedURL: WebURL
    private let state: Mutex<PageFetchState>

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

    private func perform(_ step: PageFetchState.Step) {
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

    private func complete(_ result: Result<PageOutcome, any Error>) {
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

    private func beginAttempt() {
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

/// The part of a fetch that finds stored responses and serves them.
extension PageFetch {
    /// Serves the current hop from the cache if a fresh response is stored; otherwise requests it.
    private func lookUp() {
        let hop = state.withLock { $0.hop }
        guard let stored = fetcher.cache?.find(hop.url, requestFields: hop.fields) else { return beginAttempt() }
        if stored.isFresh(now: fetcher.now()) { return serve(stored) }
        request(revalidating: stored)
    }

    /// Requests the current hop.
    ///
    /// - Parameter stored: A stale response that the server may confirm; nil to request a new one.
    private func request(revalidating stored: CachedResponse?) {
        state.withLock { $0.revalidate(stored) }
        beginAttempt()
    }

    /// Serves a stored response: follows it if it is a redirect, and otherwise passes it to the sink.
    private func serve(_ stored: CachedResponse) {
        let (hop, hops) = state.withLock { ($0.hop, $0.hops) }
        let head = ResponseHead(status: stored.status, fields: stored.fields, url: hop.url)
        do {
            if let target = try state.withLock({ try $0.redirectTarget(of: head) }) {
                state.withLock {
                    $0.follow(target, status: stored.status, hasReachedPublic: stored.hasReachedPublic)
                }
                return perform(.beginHop)
            }
            guard stored.bodyByteCount <= fetcher.policy.maximumBodyBytes else {
                // The cache cannot deliver a part of a body, as the engine does at the limit.
                if fetcher.policy.deliversUpToLimit { return request(revalidating: nil) }
                throw TransferError.tooLarge(url: hop.url, limit: fetcher.policy.maximumBodyBytes)
            }
            let page = PageHead(
                url: hop.url, requestedURL: requestedURL, status: stored.status, fields: stored.fields, hops: hops,
                isFromCache: true)
            // Another process may have removed the file in the meantime.
            guard let served = open(stored, head: page) else { return request(revalidating: nil) }
            guard try sink.receive(head: page) == .accept else {
                return complete(.success(PageOutcome(head: page, wasRefused: true)))
            }
            if state.withLock({ $0.serve(served) }) { served.cancel() }
            served.run()
        } catch {
            complete(.failure(error))
        }
    }

    /// Opens the body of a stored response; nil if its file cannot be opened.
    private func open(_ stored: CachedResponse, head: PageHead) -> CachedPage? {
        try? CachedPage(stored, at: head.url, sink: sink, queue: fetcher.delivery) { [self] result in
            complete(
                result.map { PageOutcome(head: head, bodyBytes: stored.bodyByteCount, wasRefused: $0 == .refuse) })
        }
    }
}

/// A stream that passes a stored body to a sink whenever the sink is ready.
private final class CachedPage: FlowControl {
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

/// The hosts that have asked for a delay, to which no other request is sent meanwhile.
final class HostGate: Sendable {
    private struct Host {
        /// The number of fetches that wait for the host.
        var closings = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let hosts = Mutex<[String: Host]>([:])

    /// Closes the gate of a host once more.
    func close(_ hostname: String) {
        hosts.withLock { $0[hostname, default: Host()].closings += 1 }
    }

    /// Reverts one ``close(_:)``; after the last one, everything that waits runs.
    func open(_ hostname: String) {
        let waiting = hosts.withLock { hosts -> [@Sendable () -> Void] in
            guard var host = hosts[hostname] else { return [] }
            host.closings -= 1
            hosts[hostname] = host.closings > 0 ? host : nil
            return host.closings > 0 ? [] : host.waiting
        }
        for work in waiting { work() }
    }

    /// Returns true if the gate of a host is open; otherwise runs a piece of work when it is opened.
    func isOpen(_ hostname: String, orThen work: @escaping @Sendable () -> Void) -> Bool {
        hosts.withLock { hosts in
            guard hosts[hostname] != nil else { return true }
            hosts[hostname]?.waiting.append(work)
            return false
        }
    }
}
