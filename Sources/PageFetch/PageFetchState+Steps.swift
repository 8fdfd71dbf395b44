import HTTPSyntax
import Transfer
import WHATWGURL

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
        case renew(CachedResponse, fields: [HTTPField], requestTime: Int64, responseTime: Int64)

        /// Complete the fetch.
        case complete(Result<PageOutcome, any Error>)
    }

    /// The URL that is being fetched, which is the page's URL or the target of a redirect.
    struct Hop {
        var url: WebURL
        var fields: [HTTPField]
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
        var discardedBytes = 0
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
        case notModified(CachedResponse, fields: [HTTPField])

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
