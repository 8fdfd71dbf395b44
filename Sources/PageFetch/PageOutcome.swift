/// The outcome of fetching a page.
package struct PageOutcome: Sendable, Hashable {
    /// The head that the sink received.
    package var head: PageHead

    /// The length of the body as the sink received it, in bytes.
    package var bodyBytes: Int64

    /// True if the sink refused the body or the rest of it.
    package var wasRefused: Bool

    /// Creates an outcome.
    package init(head: PageHead, bodyBytes: Int64 = 0, wasRefused: Bool = false) {
        self.head = head
        self.bodyBytes = bodyBytes
        self.wasRefused = wasRefused
    }
}
