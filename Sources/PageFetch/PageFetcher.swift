import FoundationEssentials
package import Transfer
package import WHATWGURL

/// Fetches pages whole into memory.
package struct PageFetcher: Sendable {
    /// How pages are fetched.
    package let policy: FetchPolicy

    private let engine: TransferEngine
    private let sleep: @Sendable (Duration) async throws -> Void
    private let now: @Sendable () -> Int64

    /// Makes a fetcher.
    ///
    /// - Parameters:
    ///   - engine: Runs the transfers; any number of fetchers may share it.
    ///   - policy: How pages are fetched.
    ///   - clock: Measures the waits before retries.
    ///   - now: Seconds since 1970, to which the dates that servers send are compared.
    package init(
        engine: TransferEngine, policy: FetchPolicy = FetchPolicy(),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    ) {
        self.engine = engine
        self.policy = policy
        self.now = now
        sleep = { try await clock.sleep(for: $0) }
    }

    /// Fetches a page, with the retries of the policy.
    ///
    /// - Parameter url: The address, http or https.
    /// - Returns: The page; also one with status 404 or 500, since only the caller knows what that means.
    /// - Throws: ``TransferError``; `tooLarge` when the page is longer than the policy allows, `cancelled` when the task was
    ///   cancelled, also between two tries.
    package func fetch(_ url: WebURL) async throws -> FetchedPage {
        var tries = 0
        while true {
            tries += 1
            let outcome: RetryDecision.Outcome
            let result: Result<FetchedPage, any Error>
            do {
                let page = try await fetchOnce(url)
                result = .success(page)
                let retryAfter = page.fields.first { $0.isNamed("Retry-After") }?.value
                outcome = .response(status: page.status, retryAfterField: retryAfter)
            } catch {
                result = .failure(error)
                outcome = .failure(error)
            }
            guard let delay = RetryDecision.delay(after: outcome, tries: tries, policy: policy, now: now()) else {
                return try result.get()
            }
            do {
                try await sleep(delay)
            } catch {
                throw TransferError.cancelled(url: url)
            }
        }
    }

    private func fetchOnce(_ url: WebURL) async throws -> FetchedPage {
        let collector = PageCollector()
        let summary = try await engine.run(request(for: url), into: collector)
        guard let head = summary.head else {
            throw TransferError.http(url: url, detail: "the response has no head")
        }
        return FetchedPage(
            url: head.url, requestedURL: url, status: head.status, contentType: head["Content-Type"],
            fields: head.fields, body: collector.body)
    }

    private func request(for url: WebURL) -> TransferRequest {
        var headers = [HTTPField(name: "Accept", value: policy.accept)]
        if let language = policy.acceptLanguage { headers.append(HTTPField(name: "Accept-Language", value: language)) }
        return TransferRequest(
            url: url,
            headers: headers,
            acceptsCompression: true,
            maximumBodyBytes: policy.maximumBodyBytes,
            maximumRedirects: policy.maximumRedirects,
            allowsDowngrade: policy.allowsDowngrade,
            connectTimeout: policy.connectTimeout,
            lowSpeed: policy.lowSpeed,
            totalTimeout: policy.totalTimeout,
            userAgent: policy.userAgent,
            addressPolicy: policy.addressPolicy)
    }
}
