#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Keeps the numbers of the three standard streams from being given to files.
enum StandardDescriptors {
    /// Opens what the caller has closed, in the direction that makes its use an error.
    ///
    /// Otherwise the next file that is opened would get the number, and data meant for a person would go into it.
    static func occupy() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest free number is taken, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
