import NIOPosix

/// A thread pool for calls that block on the disk, so that they delay no other request.
enum Blocking {
    /// Runs a blocking call on the pool, and returns or throws its result.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(work)
    }
}
