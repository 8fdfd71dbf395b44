import FoundationEssentials
package import Transfer
package import WHATWGURL

/// Fetches pages: whole into memory, or piece by piece into a sink.
package struct PageFetcher: Sendable {
    /// How pages are fetched.
    package var policy: FetchPolicy

    /// Where responses are kept and looked for first; nil for nowhere.
    package var cache: HTTPCache?

    /// Asked before each hop; nil lets all pass.
    package var authorizer: (any FetchAuthorizer)?

    let engine: TransferEngine
    let delivery: DeliveryQueue
    let sleep: @Sendable (Duration) async throws -> Void
    let now: @Sendable () -> Int64

    /// Makes a fetcher.
    ///
    /// - Parameters:
    ///   - engine: Runs the transfers; any number of fetchers may share it.
    ///   - policy: How pages are fetched.
    ///   - cache: Where responses are kept.
    ///   - width: How many sinks are called at once.
    ///   - clock: Measures the waits before retries.
    ///   - now: Seconds since 1970, to which the dates that servers send are compared.
    package init(
        engine: TransferEngine, policy: FetchPolicy = FetchPolicy(), cache: HTTPCache? = nil,
        width: Int = ProcessInfo.processInfo.activeProcessorCount,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    ) {
        self.engine = engine
        self.policy = policy
        self.cache = cache
        self.now = now
        delivery = DeliveryQueue(width: width)
        sleep = { try await clock.sleep(for: $0) }
    }

    /// Fetches a page whole into memory, with the retries of the policy.
    ///
    /// - Parameter url: The address, http or https.
    /// - Returns: The page; also one with status 404 or 500, since only the caller knows what that means.
    /// - Throws: ``TransferError``; `tooLarge` when the page is longer than the policy allows, `cancelled` when the task was
    ///   cancelled, also between two tries.
    package func fetch(_ url: WebURL) async throws -> FetchedPage {
        let collector = PageCollector()
        let head = try await fetch(url, into: collector).head
        return FetchedPage(
            url: head.url, requestedURL: url, status: head.status, contentType: head.contentType, fields: head.fields,
            body: collector.takeBody())
    }

    /// Fetches a page piece by piece, with the retries of the policy.
    ///
    /// Memory stays bounded however long the page is. Once the sink has got something there is no further try, unless it
    /// can forget that. When the last try fails, the sink gets what had come before.
    ///
    /// - Parameters:
    ///   - url: The address, http or https.
    ///   - sink: Takes the page in; it belongs to this fetch alone.
    /// - Returns: What came of it; any status code is a result.
    /// - Throws: ``TransferError``, or what the sink threw.
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

    /// Starts to fetch a page and returns at once; for those who fetch thousands and need no task for each.
    ///
    /// - Parameters:
    ///   - url: The address, http or https.
    ///   - sink: Takes the page in.
    ///   - completion: Told what came of it, once, on the sink's thread.
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

    /// True when the engine may follow redirects by itself: no gate asks about each hop, no cache looks for it.
    var followsInEngine: Bool { cache == nil && authorizer == nil }

    /// Does a short piece of work on a thread of the sinks.
    ///
    /// - Parameter work: What to do; it may read a file, but not wait for the network.
    package func perform(_ work: @escaping @Sendable () -> Void) {
        delivery.schedule(work)
    }
}
