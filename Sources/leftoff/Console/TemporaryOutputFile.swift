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
    /// If the file system supports it, the file has no name, so that not even a killed process leaves it behind.
    /// Otherwise files that killed processes left for the same target are deleted.
    ///
    /// - Parameters:
    ///   - target: The final path.
    ///   - mode: The permissions, without those that the process's umask removes.
    /// - Returns: The descriptor, or -1 with `errno` set, and the path; nil for a file without a name.
    static func create(for target: String, mode: mode_t) -> (descriptor: Int32, path: String?) {
        let unnamed = createUnnamed(in: directory(of: target), mode: mode)
        if unnamed >= 0 { return (unnamed, nil) }
        removeAbandoned(for: target)
        let file = createNamed(for: target, mode: mode)
        // The lock shows other processes that the file is in use.
        if file.descriptor >= 0 { _ = flock(file.descriptor, LOCK_EX | LOCK_NB) }
        return file
    }

    /// Gives a file without a name a temporary one, because only a file with a name can replace another file.
    ///
    /// Sandboxes may forbid the link, and some file systems do not support it. The file is then copied.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor that ``create(for:mode:)`` returned without a path.
    ///   - target: The final path.
    /// - Returns: The temporary path; nil with `errno` set if that failed.
    static func name(_ descriptor: Int32, for target: String) -> String? {
        for attempt in 0...100 {
            let path = candidate(for: target, attempt)
            if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return path }
            guard errno == EEXIST else { break }
        }
        return copy(descriptor, for: target)
    }

    /// Copies a file without a name into a durable one with a temporary name.
    ///
    /// - Returns: The temporary path; nil with `errno` set if that failed.
    private static func copy(_ source: Int32, for target: String) -> String? {
        var status = stat()
        guard fstat(source, &status) == 0 else { return nil }
        removeAbandoned(for: target)
        let file = createNamed(for: target, mode: 0o600)
        guard file.descriptor >= 0, let path = file.path else { return nil }
        let descriptor = file.descriptor
        removeOnSignal(path)
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        // The owner is changed before the mode, because changing the owner clears bits of the mode.
        let isOwned = fchown(descriptor, status.st_uid, status.st_gid) == 0
        fchmod(descriptor, status.st_mode & (isOwned ? 0o777 : 0o707))
        let isComplete = copyBytes(from: source, to: descriptor) && (fsync(descriptor) == 0 || errno == EINVAL)
        // It stays open until the process ends, so that no other process takes the file for an abandoned one.
        if isComplete { return path }
        let number = errno
        unlink(path)
        close(descriptor)
        errno = number
        return nil
    }

    /// Copies all bytes of a file; returns false with `errno` set if that failed.
    private static func copyBytes(from source: Int32, to descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var offset: off_t = 0
        while true {
            let count = buffer.withUnsafeMutableBytes { pread(source, $0.baseAddress, $0.count, offset) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 }
            var done = 0
            while done < count {
                let written = buffer.withUnsafeBytes { bytes in
                    write(descriptor, bytes.baseAddress?.advanced(by: done), count - done)
                }
                if written < 0, errno == EINTR { continue }
                guard written >= 0 else { return false }
                done += written
            }
            offset += off_t(count)
        }
    }

    /// Returns the descriptor of a new file without a name, or -1.
    private static func createUnnamed(in directory: String, mode: mode_t) -> Int32 {
        #if os(Linux)
            // Without /proc, the file could not get a name later.
            guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
            // O_TMPFILE, which Swift does not import because it is a combination of two flags.
            // It is readable so that it can be copied if it cannot get a name.
            return open(directory, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, mode)
        #else
            return -1
        #endif
    }

    private static func directory(of target: String) -> String {
        guard let slash = target.lastIndex(of: "/") else { return "." }
        return slash == target.startIndex ? "/" : String(target[..<slash])
    }

    private static func candidate(for target: String, _ attempt: Int) -> String {
        "\(target).leftoff-\(getpid())\(attempt == 0 ? "" : "-\(attempt)")"
    }

    /// Deletes the named temporary files of processes that were killed.
    private static func removeAbandoned(for target: String) {
        let directory = directory(of: target)
        let prefix = target.split(separator: "/").last.map { "\($0).leftoff-" } ?? ""
        guard !prefix.isEmpty, let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix(prefix), isNumber(name.dropFirst(prefix.count)) else { continue }
            let path = "\(directory)/\(name)"
            let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            close(descriptor)
        }
    }

    /// Returns true for the number of a process, possibly with the number of an attempt: `12` or `12-3`.
    private static func isNumber(_ text: Substring) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    private static func createNamed(for target: String, mode: mode_t) -> (descriptor: Int32, path: String?) {
        var path = candidate(for: target, 0)
        var descriptor: Int32 = -1
        // A killed process with the same id may have left a file with this name.
        for attempt in 1...100 {
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            guard descriptor < 0, errno == EEXIST else { break }
            path = candidate(for: target, attempt)
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
