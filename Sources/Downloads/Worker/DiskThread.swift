import Dispatch

/// A dispatch queue for calls that block on the disk, which must not block Swift's few cooperative threads.
enum DiskThread {
    static let queue = DispatchQueue(label: "leftoff.disk", attributes: .concurrent)

    /// Runs a call to its end, even if the task is cancelled, and returns its result.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
