import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The path of the running program.
enum ExecutablePath {
    /// The absolute path; nil if the system does not report it.
    ///
    /// If an upgrade has replaced the program while it runs, this is the path of the new one.
    static var current: String? {
        #if os(Linux)
            guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
                return nil
            }
            // proc_pid_exe(5): the link of a deleted file ends with this text.
            let suffix = " (deleted)"
            let replaced = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
            return access(path, X_OK) == 0 ? path : access(replaced, X_OK) == 0 ? replaced : nil
        #else
            var size: UInt32 = 4096
            var bytes = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
            return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #endif
    }
}
