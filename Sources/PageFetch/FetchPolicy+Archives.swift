extension FetchPolicy {
    /// The limits of requests for web archives, which are large files on servers that ask crawlers to slow down.
    package struct ArchiveLimits: Sendable, Hashable {
        /// The maximum length of a body in bytes; nil for no limit, because archives are read in bounded memory.
        package var maximumBodyBytes: Int64?
        /// The timeout of a request with all its redirects; nil for none, because ``FetchPolicy/lowSpeed`` applies.
        package var totalTimeout: Duration?
        /// The maximum number of retries without progress.
        ///
        /// With delays of 1, 2, 4 … 60 s, the last one begins after three to four minutes.
        package var maximumRetries = 8

        /// Creates the default limits.
        package init() {}
    }

    /// Returns the policy for a web archive.
    ///
    /// An interrupted body is continued by a range request. Common Crawl answers with 503 to too many requests and with
    /// 403 to crawlers that do not slow down, so both are retried, and meanwhile no other request is sent to the host.
    ///
    /// - Parameters:
    ///   - range: The bytes to request; nil for the whole archive.
    ///   - limits: The limits of the request.
    /// - Returns: The policy.
    package func forArchive(range: Range<Int64>?, limits: ArchiveLimits) -> FetchPolicy {
        var policy = self
        policy.accept = "*/*"
        policy.range = range
        policy.isForArchive = true
        policy.maximumBodyBytes = limits.maximumBodyBytes ?? .max
        policy.totalTimeout = limits.totalTimeout
        policy.maximumRetries = limits.maximumRetries
        policy.maximumRetryDelay = .seconds(300)
        return policy
    }
}
