#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The width of the terminal to which standard output is connected.
enum TerminalWidth {
    /// The width in columns; nil if standard output is not a terminal or its width is unknown.
    static var ofOutput: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
