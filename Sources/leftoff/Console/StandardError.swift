#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard error, where everything for people goes.
enum StandardError {
    /// Writes one line in one system call, so that lines of two processes do not mix.
    ///
    /// Failure is ignored: nobody reads.
    ///
    /// - Parameter line: The text without its line break.
    static func writeLine(_ line: String) {
        var bytes = Array(line.utf8)
        bytes.append(UInt8(ascii: "\n"))
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
