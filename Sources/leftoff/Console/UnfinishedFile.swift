import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file beside an output's final name while it is written.
enum UnfinishedFile {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// The path as a C string for the signal handler; 0 when there is nothing to remove.
    private static let pointer = Atomic<UInt>(0)

    /// Makes a file of its own for an output.
    ///
    /// - Parameters:
    ///   - target: The final path.
    ///   - mode: The mode, less the process's mask.
    /// - Returns: The descriptor, -1 with `errno` when there is none, and the path.
    static func make(for target: String, mode: mode_t) -> (descriptor: Int32, path: String) {
        var path = "\(target).leftoff-\(getpid())"
        var descriptor: Int32 = -1
        // A process with the same number may have been killed and have left its file.
        for attempt in 1...100 {
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            guard descriptor < 0, errno == EEXIST else { break }
            path = "\(target).leftoff-\(getpid())-\(attempt)"
        }
        return (descriptor, path)
    }

    /// Leaves the file to itself, since it has its name by now or is gone.
    static func forget() {
        // The few bytes stay, since a handler may be reading them.
        pointer.store(0, ordering: .sequentiallyConsistent)
    }

    /// Has the file removed by a signal that ends the process; one file at a time, since a command has one output.
    ///
    /// - Parameter path: The file.
    static func removeOnSignal(_ path: String) {
        pointer.store(strdup(path).map { UInt(bitPattern: $0) } ?? 0, ordering: .sequentiallyConsistent)
        for number in numbers {
            var before = sigaction()
            sigaction(number, nil, &before)
            // What the process was started to ignore stays ignored; what another part of it handles stays its own.
            guard isDefault(before) else { continue }
            signal(number) { number in
                // Only async-signal-safe calls: atomics, unlink, signal, raise.
                let address = UnfinishedFile.pointer.load(ordering: .sequentiallyConsistent)
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
