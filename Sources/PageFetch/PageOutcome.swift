/// What came of a page that was fetched.
package struct PageOutcome: Sendable, Hashable {
    /// The head that the sink got.
    package var head: PageHead

    /// The length of the body as the sink got it.
    package var bodyBytes: Int64

    /// True when the sink did not want the body, or not all of it.
    package var wasRefused: Bool

    /// Makes an outcome of its parts.
    package init(head: PageHead, bodyBytes: Int64 = 0, wasRefused: Bool = false) {
        self.head = head
        self.bodyBytes = bodyBytes
        self.wasRefused = wasRefused
    }
}
