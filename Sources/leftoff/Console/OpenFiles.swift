#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How many files the process may have open.
enum OpenFiles {
    /// Raises the limit to what the system allows, up to some thousands: each connection is an open file.
    static func raiseLimit() {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 8_192))
        // It works with less, too.
        _ = setrlimit(resource, &limit)
    }
}
