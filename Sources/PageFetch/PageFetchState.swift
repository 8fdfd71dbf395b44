import Transfer
import WHATWGURL

/// The state of one ``PageFetch``: the hop it is at, the attempt, and the response so far.
///
/// Its functions are pure: each returns the next ``Step``, which the fetch takes once its lock is released.
struct PageFetchState {
    typealias Completion = @Sendable (Result<PageOutcome, any Error>) -> Void

    /// The next step of a fetch.
    enum Step {
        /// Authorize the URL of the present hop, look it up in the cache, and request it.
        case beginHop

        /// Request the present hop again after a delay.
        case retry(after: Duration)

        /// Request the present hop again if the sink can discard what it received, else fail.
        case restart(after: Duration, otherwise: any Error)

        /// Serve a stored response, renewed by the fields of a 304 response and the times of the request and the
        /// response.
        case renew(CachedResponse, fields: [HTTPField], requestTime: Int64, responseTime: Int64)

        /// Complete the fetch.
        case complete(Result<PageOutcome, any Error>)
    }

    /// The URL that is fetched now, which is the page's or that of a redirect's target.
    struct Hop {
        var url: WebURL
        var fields: [HTTPField]
        /// The shortest interval between two requests to the host, by the authorizer; nil for the policy's.
        var interval: Duration?
        /// The number of requests so far.
        var attempts = 0
        /// A stale response to revalidate.
        var stored: CachedResponse?
    }

    /// One request and its response.
    struct Attempt {
        /// The times of the request and of the response's head in seconds since 1970; 0 without a cache.
        var requestTime: Int64 = 0
        var responseTime: Int64 = 0
        var response = Response.none
        /// Stores the response in the cache.
        var writer: CacheWriter?
        /// The length of a body that the sink does not get.
        var discardedBytes = 0
    }

    /// The response of an attempt, by what becomes of it.
    enum Response {
        /// No head has arrived.
        case none

        /// The request is repeated after a delay.
        case retry(after: Duration)

        /// The next hop leads to the target; the body is discarded.
        case redirect(target: WebURL, status: Int)

        /// The stored response is still valid (304); the body is discarded.
        case notModified(CachedResponse, fields: [HTTPField])

        /// The response is for the sink, which has not got the head yet.
        case accepted

        /// The response is for the sink, which got this head.
        case page(PageHead)
    }

    /// The work that can be cancelled.
    enum Activity {
        /// The hop is being authorized or looked up, or the fetch has ended: there is nothing to cancel.
        case none

        /// A response is passed on to the sink, from the network or from the cache.
        case receiving(any FlowControl)

        /// The delay before the next attempt runs.
        case waiting(Task<Void, Never>)
    }

    /// The longest body of a redirect or of a 304 response that is read so that its connection can be reused, in bytes.
    static let maximumDiscardedBytes = 65_536

    let requestedURL: WebURL
    let policy: FetchPolicy
    /// True if the engine follows redirects by itself, so that each response is for the sink.
    let followsInEngine: Bool

    private(set) var hop: Hop
    private(set) var hops: [RedirectHop] = []
    private(set) var attempt = Attempt()
    private(set) var activity = Activity.none
    private(set) var isCancelled = false
    private var completion: Completion?

    /// Creates the state of a fetch that has not begun.
    init(url: WebURL, policy: FetchPolicy, followsInEngine: Bool) {
        requestedURL = url
        self.policy = policy
        self.followsInEngine = followsInEngine
        hop = Hop(url: url, fields: policy.fields(for: url))
    }

    // MARK: Begin and end

    mutating func begin(_ completion: @escaping Completion) -> Step {
        self.completion = completion
        return isCancelled ? .complete(.failure(TransferError.cancelled(url: requestedURL))) : .beginHop
    }

    /// Marks the fetch as cancelled.
    ///
    /// - Returns: The work to cancel.
    mutating func cancel() -> Activity {
        isCancelled = true
        return activity
    }

    /// Ends the fetch.
    ///
    /// - Returns: The function to call, nil if the fetch had ended before; and a cache entry to discard.
    mutating func complete() -> (completion: Completion?, abandoned: CacheWriter?) {
        defer {
            completion = nil
            activity = .none
            attempt.writer = nil
        }
        return (completion, attempt.writer)
    }

    // MARK: Hops and attempts

    mutating func authorize(interval: Duration?) {
        hop.interval = interval
    }

    /// Keeps a stale response, so that the next request revalidates it; nil requests the response itself.
    mutating func revalidate(_ stored: CachedResponse?) {
        hop.stored = stored
    }

    /// Moves to the target of a redirect.
    mutating func follow(_ target: WebURL, status: Int) {
        hops.append(RedirectHop(url: hop.url, status: status))
        hop = Hop(
            url: target, fields: RedirectPolicy.fields(hop.fields, from: hop.url, to: target), interval: hop.interval)
    }

    /// Begins an attempt whose response `stream` receives.
    ///
    /// - Returns: The request, nil if the fetch was cancelled; and a cache entry of the last attempt to discard.
    mutating func beginAttempt(
        _ stream: any FlowControl, now: Int64
    ) -> (request: TransferRequest?, abandoned: CacheWriter?) {
        guard !isCancelled else { return (nil, nil) }
        let abandoned = attempt.writer
        hop.attempts += 1
        attempt = Attempt(requestTime: now)
        activity = .receiving(stream)
        let conditions = hop.stored?.conditions ?? []
        var request = policy.request(for: hop.url, fields: hop.fields + conditions, followsRedirects: followsInEngine)
        if let interval = hop.interval { request.hostInterval = interval }
        return (request, abandoned)
    }

    /// Stores the task that runs the delay before the next attempt.
    ///
    /// - Returns: True if the fetch was cancelled, so that the task must be too.
    mutating func wait(_ task: Task<Void, Never>) -> Bool {
        activity = .waiting(task)
        return isCancelled
    }

    /// Begins to serve a stored response.
    ///
    /// - Returns: True if the fetch was cancelled, so that `page` must be too.
    mutating func serve(_ page: any FlowControl) -> Bool {
        activity = .receiving(page)
        return isCancelled
    }

    // MARK: The response

    /// Returns true if the response is received, and false if the request is repeated instead.
    ///
    /// - Parameters:
    ///   - head: The response's head.
    ///   - now: The time in seconds since 1970.
    /// - Returns: True for every response that does not ask for a retry, or that has used up the attempts.
    mutating func accepts(_ head: ResponseHead, now: Int64) -> Bool {
        attempt.responseTime = now
        let delay = RetryDecision.delay(
            after: .response(status: head.status, retryAfterField: head["Retry-After"]), attempts: hop.attempts,
            policy: policy, now: now)
        if let delay {
            attempt.response = .retry(after: delay)
            return false
        }
        // Decided here, since a body that breaks off takes its head with it.
        if !followsInEngine, let target = try? redirectTarget(of: head) {
            attempt.response = .redirect(target: target, status: head.status)
        } else {
            attempt.response = .accepted
        }
        return true
    }

    /// Receives the head of an accepted response.
    ///
    /// - Parameters:
    ///   - head: The head that ``accepts(_:now:)`` has accepted.
    ///   - makeWriter: Creates a cache entry for the response, if it may be stored.
    /// - Returns: The head for the sink; nil if the body is discarded.
    /// - Throws: ``TransferError`` if the response is a redirect that must not be followed.
    mutating func receive(
        _ head: ResponseHead, makeWriter: (Hop, Attempt) -> CacheWriter?
    ) throws(TransferError) -> PageHead? {
        if !followsInEngine {
            if head.status == 304, let stored = hop.stored {
                attempt.response = .notModified(stored, fields: head.fields)
                return nil
            }
            hop.stored = nil
            attempt.writer = makeWriter(hop, attempt)
            guard try redirectTarget(of: head) == nil else { return nil }
        }
        let page = PageHead(
            url: head.url, requestedURL: requestedURL, status: head.status, fields: head.fields, hops: hops)
        attempt.response = .page(page)
        return page
    }

    /// Returns the URL that a response redirects to; nil if it is no redirect.
    func redirectTarget(of head: ResponseHead) throws(TransferError) -> WebURL? {
        let request = policy.request(for: head.url, fields: [], followsRedirects: followsInEngine)
        return try RedirectPolicy.target(of: head, followed: hops.count, request: request)
    }

    /// True if the sink does not get the body.
    var discardsBody: Bool {
        switch attempt.response {
        case .redirect, .notModified: true
        case .none, .retry, .accepted, .page: false
        }
    }

    /// Stores bytes of the body in the cache, and counts those that are discarded.
    ///
    /// - Returns: The decision about a discarded body; nil if the bytes are for the sink.
    mutating func receive(_ body: UnsafeRawBufferPointer) -> BodyDecision? {
        attempt.writer?.append(body)
        guard discardsBody else { return nil }
        attempt.discardedBytes += body.count
        return attempt.discardedBytes > Self.maximumDiscardedBytes ? .refuse : .accept
    }

    /// Returns true if the request is repeated after an error, unless the sink has received something.
    func retries(after error: any Error, now: () -> Int64) -> Bool {
        switch error as? TransferError {
        // The caller has no use for the part of the page that arrived before.
        case .cancelled, .shutDown: true
        default: retryDelay(after: error, now: now) != nil
        }
    }

    private func retryDelay(after error: any Error, now: () -> Int64) -> Duration? {
        RetryDecision.delay(after: .failure(error), attempts: hop.attempts, policy: policy, now: now())
    }

    /// Ends the attempt.
    ///
    /// - Parameters:
    ///   - end: The end of the response.
    ///   - now: Returns the time in seconds since 1970, which is needed after a failure only.
    /// - Returns: The next step; and a cache entry that is complete.
    mutating func end(_ end: PageStream.End, now: () -> Int64) -> (step: Step, complete: CacheWriter?) {
        activity = .none
        let step = step(after: end, now: now)
        guard case .success = end.result, !end.wasRefused else { return (step, nil) }
        switch attempt.response {
        case .redirect, .page:
            defer { attempt.writer = nil }
            return (step, attempt.writer)
        case .none, .retry, .notModified, .accepted: return (step, nil)
        }
    }

    private mutating func step(after end: PageStream.End, now: () -> Int64) -> Step {
        // The target of a redirect is valid even if its body was cut off.
        if case .redirect(let target, let status) = attempt.response {
            follow(target, status: status)
            return .beginHop
        }
        // The receiver's own refusal cancels the transfer, which then counts as failed.
        if case .failure(let error) = end.result, !end.wasRefused {
            guard let delay = retryDelay(after: error, now: now) else { return .complete(.failure(error)) }
            return end.hasBegun ? .restart(after: delay, otherwise: error) : .retry(after: delay)
        }
        switch attempt.response {
        case .retry(let delay): return .retry(after: delay)
        case .notModified(let stored, let fields):
            return .renew(
                stored, fields: fields, requestTime: attempt.requestTime, responseTime: attempt.responseTime)
        case .page(var head):
            if case .success(let summary) = end.result, !summary.hops.isEmpty { head.hops = summary.hops }
            return .complete(
                .success(PageOutcome(head: head, bodyBytes: end.bodyBytes, wasRefused: end.wasRefused)))
        case .none, .accepted, .redirect:
            return .complete(
                .failure(TransferError.http(url: requestedURL, detail: "the response has no head")))
        }
    }
}
