#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread of an engine, or of another owner that blocks its threads.
///
/// The threads of Swift's tasks and of Dispatch are limited to the number of cores, so they must not block.
///
/// All signals are blocked on it. Other threads handle them, and writing to a TLS connection that the peer has closed
/// must not raise SIGPIPE.
package enum EngineThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs a closure on a new, detached thread.
    ///
    /// - Returns: False if the system cannot start a thread.
    package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(&thread, nil, { Self.enter($0) }, body.toOpaque())
            if code == 0, let thread { pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let code = pthread_create(&thread, nil, { $0.flatMap { Self.enter($0) } }, body.toOpaque())
            if code == 0 { pthread_detach(thread) }
        #endif
        if code != 0 { body.release() }
        return code == 0
    }

    private static func enter(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
}
