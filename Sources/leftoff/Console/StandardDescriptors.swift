#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What the caller has opened as the standard streams.
///
/// What it has closed is held by `CTerminal`, which opens /dev/null in its place before anything else gets the number.
enum StandardDescriptors {
    /// Whether people see what goes to standard output, rather than a program.
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard input is what a person types.
    static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}
