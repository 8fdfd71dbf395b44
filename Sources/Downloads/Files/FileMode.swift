import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The permissions of new files.
enum FileMode {
    /// The permission to read and write for all, except the bits of the process's umask.
    static let ofNewFiles: mode_t = 0o666 & ~mask()

    /// Returns the umask without changing it.
    ///
    /// The function `umask` would change it for a moment, which would affect other threads.
    private static func mask() -> mode_t {
        if let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Umask:") }),
            let mask = mode_t(String(line.dropFirst(6)).trimmingBlanks(), radix: 8)
        {
            return mask
        }
        let mask = umask(0o022)
        umask(mask)
        return mask
    }
}
