import FoundationEssentials
import Synchronization
package import Syntax
package import WHATWGURL

/// A fetcher of pages, which it returns in memory or passes to a sink piece by piece.
///
/// ```swift
/// let engine = TransferEngine()
/// var policy = FetchPolicy(userAgent: FetchPolicy.userAgent(version: "1.0.0"))
/// policy.maximumRetries = 1
/// let fetcher = PageFetcher(engine: engine, policy: policy)
/// let page = try await fetcher.fetch(url)
/// print(page.status, page.contentType as Any, page.body.count)
/// await engine.shutdown()
/// ```
package struct PageFetcher: Sendable {
    /// The policy for fetching pages.
    package var policy: FetchPolicy

    /// The cache, in which responses are looked up first; nil for none.
    package var cache: HTTPCache?

    /// The authorizer that allows or refuses each hop; nil allows all.
    package var authorizer: (any FetchAuthorizer)?

    let engine: TransferEngine
    let delivery: DeliveryQueue
    let gate = HostGate()
    /// Returns a random number from 0 to 1, by which part a delay is lengthened.
    let jitter: @Sendable () -> Double
    let sleep: @Sendable (Duration) async throws -> Void
    let now: @Sendable () -> Int64

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - engine: The engine of the transfers, which several fetchers may share.
    ///   - policy: The policy for fetching pages.
    ///   - cache: The cache; nil for none.
    ///   - width: The number of sinks that are called at the same time.
    ///   - clock: The clock that measures the delays before retries.
    ///   - jitter: A function that returns a random number from 0 to 1, by which part a delay is lengthened.
    ///   - now: A function that returns the time in seconds since 1970, for the dates in responses.
    package init(
        engine: TransferEngine, policy: FetchPolicy = FetchPolicy(), cache: HTTPCache? = nil,
        width: Int = ProcessInfo.processInfo.activeProcessorCount,
        clock: any Clock<Duration> = ContinuousClock(),
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        now: @escaping @Sendable () -> Int64 = { Int64(clamping: Date().timeIntervalSince1970, rounding: .towardZero) }
    ) {
        self.engine = engine
        self.policy = policy
        self.cache = cache
        self.now = now
        self.jitter = jitter
        delivery = DeliveryQueue(width: width)
        sleep = { try await clock.sleep(for: $0) }
    }

    /// Fetches a page into memory, with the retries of the policy.
    ///
    /// - Parameter url: The URL, http or https.
    /// - Returns: The page, with any status code.
    /// - Throws: ``TransferError``: `tooLarge` if the page is longer than the policy allows, or `cancelled` if the task
    ///   was cancelled, even between two attempts.
    package func fetch(_ url: WebURL) async throws -> FetchedPage {
        let collector = PageCollector()
        let head = try await fetch(url, into: collector).head
        return FetchedPage(
            url: head.url, requestedURL: url, status: head.status, contentType: head.contentType, fields: head.fields,
            body: collector.removeBody())
    }

    /// Fetches a page into a sink, with the retries of the policy and in bounded memory.
    ///
    /// Once the sink has received something, the request is repeated only if the sink can discard it. If the last
    /// attempt fails, the sink receives the part of the page that arrived.
    ///
    /// - Parameters:
    ///   - url: The URL, http or https.
    ///   - sink: The receiver of the page, used by this fetch only.
    /// - Returns: The outcome, for any status code.
    /// - Throws: ``TransferError``, or the error that the sink threw.
    package func fetch(_ url: WebURL, into sink: any PageSink) async throws -> PageOutcome {
        let fetch = PageFetch(url: url, fetcher: self, sink: sink)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fetch.begin { continuation.resume(with: $0) }
            }
        } onCancel: {
            fetch.cancel()
        }
    }

    /// Starts to fetch a page and returns at once, which saves a task for each page.
    ///
    /// - Parameters:
    ///   - url: The URL, http or https.
    ///   - sink: The receiver of the page, used by this fetch only.
    ///   - completion: A function that is called once with the result, on a thread that also calls sinks.
    /// - Returns: A handle that resumes or cancels the fetch.
    @discardableResult
    package func start(
        _ url: WebURL, into sink: any PageSink,
        completion: @escaping @Sendable (Result<PageOutcome, any Error>) -> Void
    ) -> any FlowControl {
        let fetch = PageFetch(url: url, fetcher: self, sink: sink)
        fetch.begin(completion)
        return fetch
    }

    /// True if the engine itself follows redirects, because no hop is authorized or looked up in a cache.
    var followsInEngine: Bool { cache == nil && authorizer == nil }

    /// Runs a short piece of work on a thread that also calls sinks.
    ///
    /// - Parameter work: A function that may read a file but must not wait for the network.
    func perform(_ work: @escaping @Sendable () -> Void) {
        delivery.schedule(work)
    }
}

/// The receiver of one page.
///
/// A fetcher calls a sink one call at a time, and never on the engine's thread. The transfer is paused while a call
/// runs and half a mebibyte is buffered, so memory stays bounded for pages of any length.
package protocol PageSink: AnyObject, Sendable {
    /// Receives the head of the final response, once and before the body.
    ///
    /// - Parameter head: The head, with the redirects that led to it.
    /// - Returns: The decision about the body.
    /// - Throws: Any error, with which the fetch then fails.
    func receive(head: PageHead) throws -> BodyDecision

    /// Receives the next bytes of the body, decompressed.
    ///
    /// - Parameter body: The bytes, which are valid only during the call; never empty.
    /// - Returns: The decision about the rest of the body; a refusal ends the fetch without an error.
    /// - Throws: Any error, with which the fetch then fails.
    func receive(body: UnsafeRawBufferPointer) throws -> BodyDecision

    /// True if the sink can receive bytes of the body now; read before each piece of the body.
    ///
    /// False pauses the page until the sink's owner calls ``FlowControl/resume()``. When half a mebibyte is buffered,
    /// the transfer is paused too.
    var isReady: Bool { get }

    /// Discards everything that was received, so that the page can be fetched again after its connection broke.
    ///
    /// - Returns: True if everything was discarded; false if that is impossible, which is the default.
    func restart() -> Bool
}

extension PageSink {
    package var isReady: Bool { true }

    package func restart() -> Bool { false }
}

/// The head of a page's response.
package struct PageHead: Sendable, Hashable {
    /// The URL of the final response, after all redirects.
    package var url: WebURL

    /// The URL that was requested.
    package var requestedURL: WebURL

    /// The status code.
    package var status: Int

    /// The header fields of the final response.
    package var fields: [HeaderField]

    /// The redirects that were followed, in order.
    package var hops: [RedirectHop]

    /// True if the response comes from the cache.
    private var isFromCache: Bool

    /// The media type with its parameters, from all Content-Type fields; nil if none of them has a valid one.
    package var contentType: String? {
        MediaType.extract(from: fields.lazy.filter { $0.isNamed("Content-Type") }.map(\.value))?.description
    }

    /// True for a status code of success, 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Creates a head.
    init(
        url: WebURL, requestedURL: WebURL, status: Int, fields: [HeaderField] = [], hops: [RedirectHop] = [],
        isFromCache: Bool = false
    ) {
        self.url = url
        self.requestedURL = requestedURL
        self.status = status
        self.fields = fields
        self.hops = hops
        self.isFromCache = isFromCache
    }
}

/// The outcome of fetching a page.
package struct PageOutcome: Sendable, Hashable {
    /// The head that the sink received.
    package var head: PageHead

    /// The length of the body as the sink received it, in bytes.
    package var bodyBytes: Int64 = 0

    /// True if the sink refused the body or the rest of it.
    var wasRefused = false
}

/// A page in memory, with any status code.
package struct FetchedPage: Sendable, Hashable {
    /// The URL of the final response, after all redirects.
    package var url: WebURL

    /// The URL that was requested.
    var requestedURL: WebURL

    /// The status code.
    package var status: Int

    /// The value of Content-Type as it was sent; nil if there was none.
    package var contentType: String?

    /// The header fields of the final response.
    package var fields: [HeaderField]

    /// The body, decompressed.
    package var body: [UInt8]

    /// True for a status code of success, 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(status) }
}

/// A sink that collects a body in memory; the policy limits its length.
private final class PageCollector: PageSink {
    private let collected = Mutex<[UInt8]>([])

    /// Removes and returns the body.
    func removeBody() -> [UInt8] {
        collected.withLock { body in
            defer { body = [] }
            return body
        }
    }

    func receive(head: PageHead) -> BodyDecision {
        // The server chooses the announced length, so only little memory is reserved in advance.
        let length = head.fields["Content-Length"]
        if let announced = length.flatMap({ ByteCount(digits: $0) }) {
            collected.withLock { $0.reserveCapacity(Int(min(announced.bytes, 1 << 20))) }
        }
        return .accept
    }

    func receive(body: UnsafeRawBufferPointer) -> BodyDecision {
        collected.withLock { $0.append(contentsOf: body) }
        return .accept
    }

    func restart() -> Bool {
        collected.withLock { $0.removeAll(keepingCapacity: true) }
        return true
    }
}

/// An authorizer that allows or refuses each hop of a page, including redirects, before it is requested.
package protocol FetchAuthorizer: Sendable {
    /// Authorizes the request of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL of the hop.
    ///   - ownHost: The host of the page's own URL; `url` may be the target of a redirect to another host.
    ///   - hasReachedPublic: True if a redirect that led to `url` came from a public address. The host may then no
    ///     longer have a private address, even if it is `ownHost`.
    ///   - completion: A function that must be called once, now or later, on any thread. It receives the minimum
    ///     interval between two requests to the host (nil for the policy's), or the error that fails the fetch.
    func authorize(
        _ url: WebURL, ownHost: String, hasReachedPublic: Bool,
        completion: @escaping @Sendable (Result<Duration?, any Error>) -> Void)
}
