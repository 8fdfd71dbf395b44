import Transfer

/// A decision about whether and when a page is requested again.
enum RetryDecision {
    /// The outcome of an attempt.
    enum Outcome {
        case response(status: Int, retryAfterField: String?)
        case failure(any Error)
    }

    /// The maximum delay that is chosen without a Retry-After field.
    private static let maximumBackoff: Duration = .seconds(60)

    /// Returns the delay before the next attempt.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the last attempt.
    ///   - attempts: The number of attempts so far, at least 1.
    ///   - policy: The policy with the limits of attempts and delays.
    ///   - now: The current time in seconds since 1970, for a Retry-After that is a date.
    ///   - hasPart: True if only the rest of a body is requested.
    /// - Returns: The delay; nil if there is no further attempt.
    static func delay(after outcome: Outcome, attempts: Int, policy: FetchPolicy, now: Int64, hasPart: Bool = false)
        -> Duration?
    {
        guard attempts <= policy.maximumRetries else { return nil }
        let backoff = min(policy.firstRetryDelay * (1 << min(attempts - 1, 16)), maximumBackoff)
        switch outcome {
        case .response(let status, let field):
            // These codes come from failed gateways and busy servers. After any other 4xx code, a repeated request
            // would have the same result.
            let isForbidden = status == 403 && policy.isForArchive
            guard [429, 502, 503, 504].contains(status) || isForbidden else { return nil }
            guard let field, let delay = RetryAfter.delay(field, now: now) else { return backoff }
            return delay <= policy.maximumRetryDelay ? delay : nil
        case .failure(let error):
            // A lost connection often means that the server is restarting. Refused, unknown and stalled hosts rarely
            // recover soon, and retries would delay the other pages.
            switch error as? TransferError {
            case .connectionLost, .truncated: return backoff
            // A part that was received is worth more attempts.
            case let error? where hasPart && error.isTransient: return backoff
            default: return nil
            }
        }
    }
}
