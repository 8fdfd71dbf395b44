import FoundationEssentials

/// The identifier of the machine's current boot.
enum BootIdentity {
    /// The identifier; nil if the system does not provide one.
    static let current: String? = {
        guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
            return nil
        }
        let name = text.prefix { !$0.isWhitespace }
        return name.isEmpty ? nil : String(name)
    }()
}
