#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The signal that a child process has ended.
enum ChildSignal {
    /// Restores the default action of SIGCHLD.
    ///
    /// A process inherits an ignored SIGCHLD. The system then discards the exit status of its own children.
    static func restoreDefault() {
        signal(SIGCHLD, SIG_DFL)
    }
}
