import Syntax
import WHATWGURL

/// The state of one ``PageFetch``: the current hop, the attempt, and the response so far.
///
/// Its functions are pure: each returns the next ``Step``, which the fetch performs after it has released its lock.
struct PageFetchState {
    typealias Completion = @Sendable (Result<PageOutcome, any Error>) -> Void

    /// The number of bytes received in one attempt that count as progress.
    private static let progressBytes: Int64 = 1 << 20

    private let requestedURL: WebURL
    private let policy: FetchPolicy
    /// The host that may have a private address if the policy allows that only to the page's own host.
    let ownHost: String
    /// True once a redirect, or the fetch that led to this one, used a connection to a public address; see
    /// `TransferRequest.hasReachedPublic`.
    private(set) var hasReachedPublic: Bool
    /// True if the engine itself follows redirects, so that each response is for the sink.
    private let followsInEngine: Bool

    private(set) var hop: Hop
    private(set) var hops: [RedirectHop] = []
    private(set) var attempt = Attempt()
    /// The part of the body that the sink has received, if the rest can be requested.
    private(set) var resumable: ResumableBody?
    private(set) var activity = Activity.none
    private(set) var isCancelled = false
    /// The cookies that the redirects of the page set, which no other page sees.
    private let cookies = ChainCookies()
    private var completion: Completion?

    /// Creates the state of a fetch that has not begun.
    init(url: WebURL, policy: FetchPolicy, followsInEngine: Bool) {
        requestedURL = url
        self.policy = policy
        ownHost = policy.ownHost ?? url.hostname
        hasReachedPublic = policy.hasReachedPublic
        self.followsInEngine = followsInEngine
        hop = Hop(url: url, fields: policy.fields(for: url), usesNetrc: policy.trusts(url))
    }

    // MARK: Begin and end

    mutating func begin(_ completion: @escaping Completion) -> Step {
        self.completion = completion
        return isCancelled ? .complete(.failure(TransferError.cancelled(url: requestedURL))) : .beginHop
    }

    /// Marks the fetch as cancelled.
    ///
    /// - Returns: The activity to cancel.
    mutating func cancel() -> Activity {
        isCancelled = true
        return activity
    }

    /// Ends the fetch.
    ///
    /// - Returns: The function to call (nil if the fetch had already ended), and a cache entry to discard.
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

    /// Stores a stale response, which the next request revalidates; nil requests a new response.
    mutating func revalidate(_ stored: CachedResponse?) {
        hop.stored = stored
    }

    /// Moves to the target of a redirect.
    ///
    /// - Parameters:
    ///   - target: The next URL to request.
    ///   - status: The status code of the redirect.
    ///   - hasReachedPublic: True if the redirect, which may be a stored one, came from a public address.
    mutating func follow(_ target: WebURL, status: Int, hasReachedPublic: Bool) {
        self.hasReachedPublic = self.hasReachedPublic || hasReachedPublic
        hops.append(RedirectHop(url: hop.url, status: status))
        hop = Hop(
            url: target, fields: RedirectPolicy.fields(hop.fields, from: hop.url, to: target),
            usesNetrc: hop.usesNetrc && RedirectPolicy.keepsSecrets(from: hop.url, to: target), interval: hop.interval)
    }

    /// Starts an attempt; `stream` receives its response.
    ///
    /// - Returns: The request (nil if the fetch was cancelled), and a cache entry of the last attempt to discard.
    mutating func beginAttempt(
        _ stream: any FlowControl, now: Int64
    ) -> (request: TransferRequest?, abandoned: CacheWriter?) {
        guard !isCancelled else { return (nil, nil) }
        let abandoned = attempt.writer
        hop.attempts += 1
        attempt = Attempt(requestTime: now)
        activity = .receiving(stream)
        let conditions = hop.stored?.conditions ?? []
        let fields = hop.fields + conditions + rangeFields
        var request = policy.request(for: hop.url, fields: fields, followsRedirects: followsInEngine)
        if let interval = hop.interval { request.hostInterval = interval }
        request.usesNetrc = hop.usesNetrc
        request.ownHost = ownHost
        request.cookies = cookies
        request.hasReachedPublic = hasReachedPublic
        return (request, abandoned)
    }

    private var rangeFields: [HeaderField] {
        if let resumable { return resumable.fields(to: policy.range?.upperBound) }
        return policy.range.map { [ByteRangeField.field(from: $0.lowerBound, to: $0.upperBound)] } ?? []
    }

    /// Stores the task that waits for the next attempt.
    ///
    /// - Returns: True if the fetch was cancelled, so that the task must be cancelled too.
    mutating func wait(_ task: Task<Void, Never>) -> Bool {
        activity = .waiting(task)
        return isCancelled
    }

    /// Stores the stream of a stored response that is about to be served.
    ///
    /// - Returns: True if the fetch was cancelled, so that `page` must be cancelled too.
    mutating func serve(_ page: any FlowControl) -> Bool {
        activity = .receiving(page)
        return isCancelled
    }

    // MARK: The response

    /// Returns true if the response is accepted, and false if the request is repeated instead.
    ///
    /// - Parameters:
    ///   - head: The response's head.
    ///   - now: The time in seconds since 1970.
    /// - Returns: True unless the response asks for a retry and further attempts are allowed.
    mutating func accepts(_ head: ResponseHead, now: Int64) -> Bool {
        attempt.responseTime = now
        let delay = RetryDecision.delay(
            after: .response(status: head.status, retryAfterField: head["Retry-After"]), attempts: hop.attempts,
            policy: policy, now: now)
        if let delay {
            attempt.response = .retry(after: delay)
            return false
        }
        if let detail = mismatch(of: head) {
            attempt.response = .unsuitable(.http(url: head.url, detail: detail))
            return false
        }
        // Decided here, because the head is not passed on if the body breaks off and the error allows a retry.
        if !followsInEngine, let target = try? redirectTarget(of: head) {
            attempt.response = .redirect(
                target: target, status: head.status, hasReachedPublic: head.hasReachedPublic)
        } else {
            attempt.response = .accepted
        }
        return true
    }

    /// Returns the reason why a response does not contain the requested bytes; nil if it does, or is a redirect or an
    /// error.
    private func mismatch(of head: ResponseHead) -> String? {
        if let resumable {
            if (300..<400).contains(head.status), !followsInEngine { return nil }
            return resumable.isContinued(by: head)
                ? nil : "the connection was lost, and the server does not send the rest (HTTP \(head.status))"
        }
        guard let range = policy.range, (200..<300).contains(head.status) else { return nil }
        return ByteRangeField.begins(head, at: range.lowerBound) ? nil : "the server does not send single ranges"
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
            if head.status == 304, var stored = hop.stored {
                // A public server that confirms a redirect is as responsible for it as one that sends it.
                stored.hasReachedPublic = stored.hasReachedPublic || head.hasReachedPublic
                attempt.response = .notModified(stored, fields: head.fields)
                return nil
            }
            hop.stored = nil
            attempt.writer = makeWriter(hop, attempt)
            guard try redirectTarget(of: head) == nil else { return nil }
        }
        if let resumable {
            attempt.response = .page(resumable.head)
            return nil
        }
        let page = PageHead(
            url: head.url, requestedURL: requestedURL, status: head.status, fields: head.fields, hops: hops)
        attempt.response = .page(page)
        if policy.isForArchive { resumable = ResumableBody(head: page, first: policy.range?.lowerBound ?? 0) }
        return page
    }

    /// Returns the URL that a response redirects to; nil if it is not a redirect.
    func redirectTarget(of head: ResponseHead) throws(TransferError) -> WebURL? {
        let request = policy.request(for: head.url, fields: [], followsRedirects: followsInEngine)
        return try RedirectPolicy.target(of: head, followed: hops.count, request: request)
    }

    /// True if the body is not passed to the sink.
    var discardsBody: Bool {
        switch attempt.response {
        case .redirect, .notModified: true
        case .none, .retry, .unsuitable, .accepted, .page: false
        }
    }

    /// Stores bytes of the body in the cache, or counts discarded bytes.
    ///
    /// - Returns: The decision about a body that is discarded; nil if the bytes are for the sink.
    mutating func receive(_ body: UnsafeRawBufferPointer) -> BodyDecision? {
        attempt.writer?.append(body)
        guard discardsBody else { return nil }
        attempt.discardedBytes += Int64(body.count)
        return attempt.discardedBytes > RedirectPolicy.maximumDiscardedBytes ? .refuse : .accept
    }

    /// Returns true if a response that failed before the sink received anything need not be passed on, because the
    /// request is repeated or the fetch was cancelled.
    func retries(after error: any Error, now: () -> Int64) -> Bool {
        switch error as? TransferError {
        // The caller no longer needs the part of the page that has arrived.
        case .cancelled, .shutDown: true
        // Everything that has arrived of an archive is passed on, so that only the rest is requested.
        case _ where policy.isForArchive: false
        default: retryDelay(after: error, now: now) != nil
        }
    }

    private func retryDelay(after error: any Error, now: () -> Int64) -> Duration? {
        RetryDecision.delay(
            after: .failure(error), attempts: hop.attempts, policy: policy, now: now(), hasPart: resumable != nil)
    }

    /// Ends the attempt.
    ///
    /// - Parameters:
    ///   - end: The end of the response.
    ///   - now: Returns the time in seconds since 1970, which is needed only after a failure.
    /// - Returns: The next step, and the cache entry to commit if the response is complete; nil if there is none.
    mutating func end(_ end: PageStream.End, now: () -> Int64) -> (step: Step, complete: CacheWriter?) {
        activity = .none
        let step = step(after: end, now: now)
        guard case .success = end.result, !end.wasRefused else { return (step, nil) }
        switch attempt.response {
        case .redirect, .page:
            defer { attempt.writer = nil }
            return (step, attempt.writer)
        case .none, .retry, .unsuitable, .notModified, .accepted: return (step, nil)
        }
    }

    private mutating func step(after end: PageStream.End, now: () -> Int64) -> Step {
        // The target of a redirect is valid even if its body was cut off.
        if case .redirect(let target, let status, let hasReachedPublic) = attempt.response {
            follow(target, status: status, hasReachedPublic: hasReachedPublic)
            return .beginHop
        }
        // If the receiver refuses the body, the transfer is cancelled and counts as failed.
        if case .failure(let error) = end.result, !end.wasRefused { return step(after: error, end, now: now) }
        if let error = missingPart(end) { return step(after: error, end, now: now) }
        switch attempt.response {
        case .retry(let delay): return .retry(after: delay)
        case .unsuitable(let error):
            guard resumable != nil else { return .complete(.failure(error)) }
            resumable = nil
            return .restart(after: .zero, otherwise: error)
        case .notModified(let stored, let fields):
            return .renew(
                stored, fields: fields, requestTime: attempt.requestTime, responseTime: attempt.responseTime)
        case .page(var head):
            if case .success(let summary) = end.result, !summary.hops.isEmpty { head.hops = summary.hops }
            return .complete(
                .success(
                    PageOutcome(
                        head: head, bodyBytes: (resumable?.receivedBytes ?? 0) + end.bodyBytes,
                        wasRefused: end.wasRefused)))
        case .none, .accepted, .redirect:
            return .complete(
                .failure(TransferError.http(url: requestedURL, detail: "the response has no head")))
        }
    }
    private mutating func step(after error: any Error, _ end: PageStream.End, now: () -> Int64) -> Step {
        if case .page = attempt.response, resumable != nil {
            resumable?.advance(by: end.bodyBytes)
            // Progress shows that the server works, so an archive may break off any number of times.
            if end.bodyBytes >= Self.progressBytes { hop.attempts = 1 }
        }
        guard let delay = retryDelay(after: error, now: now) else { return .complete(.failure(error)) }
        if resumable != nil { return .retry(after: delay) }
        return end.hasBegun ? .restart(after: delay, otherwise: error) : .retry(after: delay)
    }

    /// Returns the error of a complete response that ends before the requested range does; nil if nothing is missing.
    ///
    /// A server may send less than requested (RFC 9110, section 15.3.7).
    private func missingPart(_ end: PageStream.End) -> TransferError? {
        guard case .page(let head) = attempt.response, head.status == 206, !end.wasRefused, let range = policy.range
        else { return nil }
        let received = (resumable?.receivedBytes ?? 0) + end.bodyBytes
        let count = range.upperBound - range.lowerBound
        guard received < count else { return nil }
        return .truncated(url: hop.url, detail: "the server sent \(received) of \(count) bytes")
    }
}

/// The parts of the state and the steps of a fetch.
extension PageFetchState {
    /// The next step of a fetch.
    enum Step {
        /// Authorize the URL of the current hop, look it up in the cache, and request it.
        case beginHop

        /// Request the current hop again after a delay.
        case retry(after: Duration)

        /// Request the current hop again if the sink can discard what it received; otherwise fail.
        case restart(after: Duration, otherwise: any Error)

        /// Serve a stored response, updated with the fields of a 304 response and the times of its request and
        /// response.
        case renew(CachedResponse, fields: [HeaderField], requestTime: Int64, responseTime: Int64)

        /// Complete the fetch.
        case complete(Result<PageOutcome, any Error>)
    }

    /// The URL that is being fetched, which is the page's URL or the target of a redirect.
    struct Hop {
        var url: WebURL
        var fields: [HeaderField]
        /// True if the passwords of the engine's netrc file may be sent; see `TransferRequest.usesNetrc`.
        var usesNetrc: Bool
        /// The minimum interval between two requests to the host, from the authorizer; nil for the policy's.
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
        /// The writer that stores the response in the cache; nil if the response is not stored.
        var writer: CacheWriter?
        /// The number of bytes of a body that is not passed to the sink.
        var discardedBytes: Int64 = 0
    }

    /// The way in which the response of an attempt is used.
    enum Response {
        /// No head has arrived.
        case none

        /// The request is repeated after a delay.
        case retry(after: Duration)

        /// The next hop is the target of this redirect; the body is discarded.
        case redirect(target: WebURL, status: Int, hasReachedPublic: Bool)

        /// The stored response is still valid (304); the body is discarded.
        case notModified(CachedResponse, fields: [HeaderField])

        /// The response does not continue the body of which the sink has received a part; the fetch fails with this
        /// error, unless the sink can start over.
        case unsuitable(TransferError)

        /// The response is for the sink, which has not received the head yet.
        case accepted

        /// The response is for the sink, which has received this head.
        case page(PageHead)
    }

    /// The current activity, which a cancellation must stop.
    enum Activity {
        /// The hop is being authorized or looked up, or the fetch has ended. There is nothing to cancel.
        case none

        /// A response is being passed to the sink, from the network or from the cache.
        case receiving(any FlowControl)

        /// The delay before the next attempt is running.
        case waiting(Task<Void, Never>)
    }
}

/// The part of a body that a sink has received, so that a further request can continue after it.
struct ResumableBody {
    /// The value of If-Range: a strong entity tag, or a date of the last modification (RFC 9110, section 13.1.5).
    private let validator: String
    /// The head that the sink has received.
    let head: PageHead
    private let first: Int64
    /// The number of bytes that the sink has received.
    private(set) var receivedBytes: Int64 = 0

    /// Creates the part; nil if the server cannot continue the body, or the version of the resource is unknown.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - first: The offset in the resource of the first byte of the body.
    init?(head: PageHead, first: Int64) {
        func value(_ name: String) -> String? { head.fields[name] }
        guard head.status == 200 || head.status == 206, value("Content-Encoding") == nil,
            value("Accept-Ranges") != "none",
            let validator = value("ETag").flatMap({ HeaderField.isStrongEntityTag($0) ? $0 : nil })
                ?? value("Last-Modified")
        else { return nil }
        self.validator = validator
        self.head = head
        self.first = first
    }

    /// Counts bytes that the sink has received.
    mutating func advance(by byteCount: Int64) { receivedBytes += byteCount }

    /// The offset in the resource of the next byte.
    private var next: Int64 { first + receivedBytes }

    /// The fields of a request for the rest.
    ///
    /// - Parameter end: The offset after the last byte that is needed; nil for the end of the resource.
    /// - Returns: Range and If-Range.
    func fields(to end: Int64?) -> [HeaderField] {
        [ByteRangeField.field(from: next, to: end), HeaderField(name: "If-Range", value: validator)]
    }

    /// Returns true if a response contains the rest.
    func isContinued(by head: ResponseHead) -> Bool { ByteRangeField.begins(head, at: next) }
}

/// The fields of range requests (RFC 9110, section 14).
enum ByteRangeField {
    /// Returns the field that requests a range of bytes.
    ///
    /// - Parameters:
    ///   - start: The offset of the first byte.
    ///   - end: The offset after the last byte; nil for the end of the resource.
    /// - Returns: The field.
    static func field(from start: Int64, to end: Int64?) -> HeaderField {
        HeaderField(name: "Range", value: "bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")")
    }

    /// Returns true if a response is a part of the resource that begins at an offset.
    static func begins(_ head: ResponseHead, at start: Int64) -> Bool {
        head.status == 206 && head["Content-Range"].flatMap { ContentRange($0) }?.range?.lowerBound == start
    }
}
