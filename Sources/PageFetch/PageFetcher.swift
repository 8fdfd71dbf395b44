import FoundationEssentials
import Numbers
package import Transfer
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
    package func perform(_ work: @escaping @Sendable () -> Void) {
        delivery.schedule(work)
    }
}
