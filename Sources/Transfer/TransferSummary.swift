/// The summary of a transfer that ended without an error.
package struct TransferSummary: Sendable, Hashable {
    /// The head of the final response; nil only in tests.
    package var head: ResponseHead?

    /// The length of the body as the sink received it, in bytes.
    package var bodyBytes: Int64

    /// The length of the body as it was sent, before decompression, in bytes.
    package var transferredBytes: Int64

    /// The number of redirects that were followed.
    package var redirects: Int

    /// The redirects that were followed, in order.
    package var hops: [RedirectHop] = []

    /// True if the sink refused the body.
    package var wasRefused: Bool

    /// True if the server sent bytes beyond the end of the response, as far as they arrived in time.
    ///
    /// The bytes are discarded, and their connection is not used again. A careful caller does not trust the response
    /// either.
    package var hasExcessBody: Bool

    /// The value of Retry-After as it was sent; nil if there is none.
    package var retryAfterField: String? { head?["Retry-After"] }

    /// Creates a summary.
    package init(
        head: ResponseHead?, bodyBytes: Int64 = 0, transferredBytes: Int64 = 0, redirects: Int = 0,
        wasRefused: Bool = false, hasExcessBody: Bool = false
    ) {
        self.head = head
        self.bodyBytes = bodyBytes
        self.transferredBytes = transferredBytes
        self.redirects = redirects
        self.wasRefused = wasRefused
        self.hasExcessBody = hasExcessBody
    }
}
