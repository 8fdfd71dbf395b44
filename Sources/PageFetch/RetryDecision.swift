import Transfer

/// Decides whether a page is asked for again, and when.
enum RetryDecision {
    /// How a try ended.
    enum Outcome {
        case response(status: Int, retryAfterField: String?)
        case failure(any Error)
    }

    /// The wait before the next try.
    ///
    /// - Parameters:
    ///   - outcome: How the last try ended.
    ///   - attempts: The number of attempts so far, at least 1.
    ///   - policy: The limits.
    ///   - now: Seconds since 1970, for a Retry-After that is a date.
    /// - Returns: The wait; nil when there is to be no further try.
    static func delay(after outcome: Outcome, attempts: Int, policy: FetchPolicy, now: Int64) -> Duration? {
        guard attempts <= policy.maximumRetries else { return nil }
        let backoff = policy.firstRetryDelay * (1 << min(attempts - 1, 16))
        switch outcome {
        case .response(let status, let field):
            // Gateways that did not get through, and servers that are busy. No other 4xx changes by asking again.
            guard [429, 502, 503, 504].contains(status) else { return nil }
            guard let field, let wanted = RetryAfter.delay(field, now: now) else { return backoff }
            return wanted <= policy.maximumRetryDelay ? wanted : nil
        case .failure(let error):
            // A connection that breaks is often a server that restarts. Refused, unknown and stalled hosts stay so, and to
            // wait for them again would only hold the others up.
            switch error as? TransferError {
            case .connectionLost, .truncated: return backoff
            default: return nil
            }
        }
    }
}
