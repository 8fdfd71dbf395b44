#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The signal that a child process has ended.
enum ChildSignal {
    /// Restores the default action of SIGCHLD.
    ///
    /// A program that ignores it passes that on to the programs it starts, whose children then leave no exit status.
    static func restoreDefault() {
        signal(SIGCHLD, SIG_DFL)
    }
}
