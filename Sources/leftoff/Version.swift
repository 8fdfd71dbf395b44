/// The version of this program.
enum Version {
    /// The current version, as Semantic Versioning has it.
    static let current = "0.1.0"
}
