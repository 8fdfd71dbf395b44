/// The reason why a link was excluded.
package struct LinkExclusion: Sendable, Hashable {
    /// The cause: an option's name without dashes, or `invalid`, `duplicate`, `limit` or `format`.
    package let cause: String
    /// The reason in words.
    package let reason: String

    /// Creates a reason.
    ///
    /// - Parameters:
    ///   - cause: An option's name without dashes, or one of the four words.
    ///   - reason: The reason in words.
    package init(cause: String, reason: String) {
        self.cause = cause
        self.reason = reason
    }
}
