/// The version of this program.
enum Version {
    /// The current version, which follows Semantic Versioning.
    static let current = "0.1.0"

    /// The date of the current version, which the manual pages show.
    static let date = "2026-11-23"

    /// The default User-Agent of downloads (RFC 9110, section 10.1.5).
    static let userAgent = "Leftoff/\(current)"
}
