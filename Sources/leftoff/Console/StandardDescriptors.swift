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
    /// Replaces the standard streams with the null device, and leaves the current directory.
    ///
    /// A program in the background then holds up no terminal, no pipe and no file system.
    static func detach() {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { return }
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(null, stream) }
        if null > STDERR_FILENO { close(null) }
        _ = chdir("/")
    }

    /// True if standard output is a terminal.
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// True if standard input is a terminal.
    static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// True if standard error is a terminal.
    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
