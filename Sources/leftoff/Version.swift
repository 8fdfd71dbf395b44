/// The version of this program.
enum Version {
    /// The current version, as Semantic Versioning has it.
    static let current = "0.1.0"

    /// What downloads call themselves (RFC 9110, section 10.1.5).
    static let userAgent = "Leftoff/\(current)"
}
