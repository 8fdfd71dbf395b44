import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The temporary file to which an output is written, beside its final path.
enum TemporaryOutputFile {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// The address of the path as a C string for the signal handler; 0 if there is no file to delete.
    private static let pointer = Atomic<UInt>(0)

    /// Creates a temporary file.
    ///
    /// - Parameters:
    ///   - target: The final path.
    ///   - mode: The permissions, without those that the process's umask removes.
    /// - Returns: The descriptor, or -1 with `errno` set, and the path.
    static func create(for target: String, mode: mode_t) -> (descriptor: Int32, path: String) {
        var path = "\(target).leftoff-\(getpid())"
        var descriptor: Int32 = -1
        // A killed process with the same id may have left a file with this name.
        for attempt in 1...100 {
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            guard descriptor < 0, errno == EEXIST else { break }
            path = "\(target).leftoff-\(getpid())-\(attempt)"
        }
        return (descriptor, path)
    }

    /// Cancels ``removeOnSignal(_:)``, because the file has been renamed or deleted.
    static func keepOnSignal() {
        // The string is not freed, because a handler may be reading it.
        pointer.store(0, ordering: .sequentiallyConsistent)
    }

    /// Deletes a file when a signal ends the process.
    ///
    /// There is one such file at a time, because a command has one output.
    ///
    /// - Parameter path: The path of the temporary file.
    static func removeOnSignal(_ path: String) {
        pointer.store(strdup(path).map { UInt(bitPattern: $0) } ?? 0, ordering: .sequentiallyConsistent)
        for number in numbers {
            var before = sigaction()
            sigaction(number, nil, &before)
            // Signals that are ignored, or handled by another part of the process, are not changed.
            guard isDefault(before) else { continue }
            signal(number) { number in
                // Only async-signal-safe calls: atomics, unlink, signal, raise.
                let address = TemporaryOutputFile.pointer.load(ordering: .sequentiallyConsistent)
                if let path = UnsafePointer<CChar>(bitPattern: address) { unlink(path) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    private static func isDefault(_ action: sigaction) -> Bool {
        #if canImport(Glibc)
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
        #else
            unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 0
        #endif
    }
}
