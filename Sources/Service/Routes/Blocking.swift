import NIOPosix

/// A thread pool for calls that block on the disk, so that they delay no other request.
enum Blocking {
    /// Runs a blocking call on the pool, and returns or throws its result.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(work)
    }

    /// Runs an import on a thread of its own, and returns or throws its result.
    ///
    /// A file can take seconds to read. One import runs after the other, so that the pool stays free for the rest.
    static func runImport<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await imports.runIfActive(work)
    }

    private static let imports: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        return pool
    }()
}
