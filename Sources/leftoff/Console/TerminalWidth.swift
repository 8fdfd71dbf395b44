#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The width of the terminal that data is printed to.
enum TerminalWidth {
    /// The columns of standard output's terminal; nil when it is none, or says nothing.
    static var ofOutput: Int? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
