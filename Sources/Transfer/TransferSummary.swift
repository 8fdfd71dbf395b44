/// What came of a transfer that ended without an error.
package struct TransferSummary: Sendable, Hashable {
    /// The head of the final response; nil never, unless a test made the summary.
    package var head: ResponseHead?

    /// The length of the body as the sink got it.
    package var bodyBytes: Int64

    /// The length of the body as it was sent, before decompression.
    package var transferredBytes: Int64

    /// How many redirects were followed.
    package var redirects: Int

    /// The addresses that redirected, in their order, with their status.
    package var hops: [RedirectHop] = []

    /// True when the sink refused the body.
    package var wasRefused: Bool

    /// True when the server sent bytes beyond the response that were seen in time.
    ///
    /// They are dropped and their connection is not used again. A careful caller distrusts the response too.
    package var hasExcessBody: Bool

    /// The value of Retry-After as it was sent.
    package var retryAfterField: String? { head?["Retry-After"] }

    /// Makes a summary.
    ///
    /// - Parameters:
    ///   - head: The head of the final response.
    ///   - bodyBytes: The length of the body.
    ///   - transferredBytes: The length of the body as it was sent.
    ///   - redirects: How many redirects were followed.
    ///   - wasRefused: Whether the sink refused the body.
    ///   - hasExcessBody: Whether the server sent too much.
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
