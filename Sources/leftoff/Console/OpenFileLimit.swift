#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The limit on the number of files that the process may have open.
enum OpenFileLimit {
    /// Raises the limit to 8,192, or to the system's maximum, because every connection is an open file.
    static func raise() {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 8_192))
        // A failure is ignored: the service also works with a lower limit.
        _ = setrlimit(resource, &limit)
    }
}
