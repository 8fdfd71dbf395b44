import VisibleText

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard error, to which all messages are written.
enum StandardError {
    /// Writes a line in a single system call, so that lines of several processes are not mixed.
    ///
    /// Characters that a terminal obeys or hides are replaced, also in a pipe, because messages end up in log files.
    /// Failures are ignored.
    ///
    /// - Parameter line: The text without its line break.
    static func writeLine(_ line: String) { write(VisibleText.line(line) + "\n") }

    /// Writes text of Leftoff's own in a single system call, for instance a question, which ends without a line break.
    ///
    /// It is written unchanged. Failures are ignored.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        #if canImport(Glibc)
            _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        #else
            _ = bytes.withUnsafeBytes { Darwin.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        #endif
    }

    /// Writes lines, each given without its line break.
    static func write(_ lines: [String]) {
        for line in lines { writeLine(line) }
    }
}
