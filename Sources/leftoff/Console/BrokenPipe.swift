import TerminalHUD

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What happens when the reader of a pipe goes away, as `head` does.
enum BrokenPipe {
    /// Turns the signal into the error EPIPE: a network connection that breaks must not end the process.
    static func ignoreSignal() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process as the signal would have: quietly, and so that the shell sees it.
    static func end() -> Never {
        SystemTerminal.restoreGuarded()
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }
}
