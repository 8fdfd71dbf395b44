import WHATWGURL

/// The state of one hop of a transfer: one request and its response.
///
/// A value for each hop replaces the last one as a whole, so that no field of an earlier response is left behind.
struct TransferHop {
    /// The result that a hop will have, as far as the callbacks have decided it.
    enum Verdict {
        /// libcurl's result code decides.
        case undecided

        /// The connection that the request was about to be sent on has been closed, or holds bytes of no response.
        case staleConnection

        /// The response is a redirect that is followed.
        case redirect(WebURL)

        /// The sink refused the body.
        case refused

        /// The transfer fails.
        case failed(any Error)
    }

    /// Parses the response's head.
    var parser = HeadParser()

    /// The head that the sink received; nil before that, and for a redirect that is followed.
    var head: ResponseHead?

    /// The result, as far as it has been decided.
    var verdict = Verdict.undecided

    /// The connection that the request was sent on.
    var connection: ConnectionTable.Connection?

    /// Decodes the body; nil if it is passed on as it is.
    var decoder: ContentDecoder?

    /// The announced length of the body in bytes; nil if there is none.
    var contentLength: Int64?

    /// The length of the body as it was sent, in bytes.
    var receivedBytes: Int64 = 0

    /// The length of the body as the sink received it, in bytes.
    var bodyBytes: Int64 = 0

    /// True if bytes beyond the response were seen.
    var hasExcess = false

    /// Limits the speed of this transfer; nil sets no limit.
    var limiter: RateLimiter?

    /// The timeout that libcurl was given, in milliseconds; 0 for none.
    var timeout: Int64 = 0

    /// The time since when the sink has paused the transfer; nil while it runs.
    var pausedSince: ContinuousClock.Instant?

    /// The time at which the request was given to libcurl.
    var start: ContinuousClock.Instant?

    /// True if the response is a redirect that is followed, so that its body is discarded.
    var isRedirect: Bool {
        if case .redirect = verdict { true } else { false }
    }

    /// Records an error, unless there was one before.
    mutating func fail(_ error: any Error) {
        if case .failed = verdict { return }
        verdict = .failed(error)
    }
}
