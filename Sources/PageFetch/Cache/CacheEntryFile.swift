#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Opening the files of a cache, whose directory may contain files of any kind.
enum CacheEntryFile {
    /// Opens a regular file for reading.
    ///
    /// Opening a named pipe would block forever, and a symbolic link may lead anywhere.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The descriptor, which the caller must close, and the size in bytes; nil if the path does not lead to
    ///   a regular file.
    static func open(_ path: String) -> (descriptor: Int32, size: Int)? {
        #if canImport(Darwin)
            let descriptor = Darwin.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        #elseif canImport(Musl)
            let descriptor = Musl.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        #else
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        #endif
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        return (descriptor, Int(status.st_size))
    }
}
