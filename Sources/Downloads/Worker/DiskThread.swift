import Dispatch

/// Runs calls that block on the disk away from Swift's few cooperative threads.
enum DiskThread {
    static let queue = DispatchQueue(label: "leftoff.disk", attributes: .concurrent)

    /// Runs a call to its end, cancelled or not.
    ///
    /// - Parameter body: The call.
    /// - Returns: What it returns.
    /// - Throws: What the call throws.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
