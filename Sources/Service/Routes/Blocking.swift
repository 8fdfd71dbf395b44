import NIOPosix

/// Where calls that wait for the disk run, so that they hold up no other request.
enum Blocking {
    /// Runs a blocking call on a thread made for that.
    ///
    /// - Parameter work: The call.
    /// - Returns: What it returns.
    /// - Throws: What it throws.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(work)
    }
}
