/// Why a link was left out.
package struct LinkDrop: Sendable, Hashable {
    /// What left it out: an option's name without dashes, or `invalid`, `duplicate`, `limit` or `format`.
    package let by: String
    /// The reason, for people.
    package let why: String

    /// Makes a reason.
    ///
    /// - Parameters:
    ///   - by: What leaves the link out.
    ///   - why: The reason, for people.
    package init(by: String, why: String) {
        self.by = by
        self.why = why
    }
}
