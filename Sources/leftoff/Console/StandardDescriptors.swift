#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The standard streams of the process.
///
/// If the caller has closed one of them, `CTerminal` has opened /dev/null in its place, before another file could get
/// its number.
enum StandardDescriptors {
    /// True if standard output is a terminal.
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// True if standard input is a terminal.
    static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}
