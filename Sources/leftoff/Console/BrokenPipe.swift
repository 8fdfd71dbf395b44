import TerminalHUD

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The handling of a pipe whose reader has exited, for example `head`.
enum BrokenPipe {
    /// Ignores SIGPIPE, so that writing to a closed connection fails with EPIPE and does not end the process.
    static func ignoreSignal() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process with SIGPIPE, so that the shell sees the usual exit status and no message appears.
    static func end() -> Never {
        SystemTerminal.restoreGuarded()
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }
}
