import WHATWGURL

/// The state of one hop of a transfer, which consists of one request and its response.
///
/// The whole value is replaced for each hop, so that no property of an earlier response remains.
struct TransferHop {
    /// The result of a hop, as far as the callbacks have determined it.
    enum Verdict {
        /// libcurl's result code determines the result.
        case undecided

        /// The connection on which the request was about to be sent has been closed, or has unread bytes.
        case staleConnection

        /// The response is a redirect that is followed.
        case redirect(WebURL)

        /// The sink refused the body.
        case refused

        /// The transfer fails.
        case failed(any Error)
    }

    /// The parser of the response's head.
    var parser = HeadParser()

    /// The head that the sink received; nil before that, and for a redirect that is followed.
    var head: ResponseHead?

    /// The result, as far as it has been determined.
    var verdict = Verdict.undecided

    /// The connection on which the request was sent.
    var connection: ConnectionTable.Connection?

    /// The decoder of the body; nil if the body is passed on as it is.
    var decoder: ContentDecoder?

    /// The announced length of the body in bytes; nil if there is none.
    var contentLength: Int64?

    /// The length of the body as it was sent, in bytes.
    var receivedBytes: Int64 = 0

    /// The length of the body as the sink received it, in bytes.
    var bodyBytes: Int64 = 0

    /// True if bytes beyond the end of the response were received.
    var hasExcess = false

    /// The limiter of this transfer's speed; nil if there is no limit.
    var limiter: RateLimiter?

    /// The timeout that was passed to libcurl, in milliseconds; 0 for none.
    var timeout: Int64 = 0

    /// The time at which the sink paused the transfer; nil while it is not paused.
    var pausedSince: ContinuousClock.Instant?

    /// The time at which the request was passed to libcurl.
    var start: ContinuousClock.Instant?

    /// True if the response is a redirect that is followed, so that its body is discarded.
    var isRedirect: Bool {
        if case .redirect = verdict { true } else { false }
    }

    /// Records an error, unless one has been recorded before.
    mutating func fail(_ error: any Error) {
        if case .failed = verdict { return }
        verdict = .failed(error)
    }
}
