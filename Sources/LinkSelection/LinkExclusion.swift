/// The reason why a link was excluded.
package struct LinkExclusion: Sendable, Hashable {
    /// The cause: an option's name without dashes, or `invalid`, `duplicate`, `limit` or `format`.
    package let by: String
    /// The reason in words.
    package let why: String

    /// Creates a reason.
    ///
    /// - Parameters:
    ///   - by: The cause: an option's name without dashes, or one of the four words.
    ///   - why: The reason in words.
    package init(by: String, why: String) {
        self.by = by
        self.why = why
    }
}
