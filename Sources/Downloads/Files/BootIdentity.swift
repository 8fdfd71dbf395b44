import FoundationEssentials

/// Tells one boot of the machine from another.
enum BootIdentity {
    /// The present boot; nil where the system does not say.
    static let current: String? = {
        guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
            return nil
        }
        let name = text.prefix { !$0.isWhitespace }
        return name.isEmpty ? nil : String(name)
    }()
}
