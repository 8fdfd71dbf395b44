import Synchronization

/// A signal that the service ends, for the work of a request that blocks a thread for a long time.
///
/// A cancelled task does not end such work, so the work reads the signal now and then.
final class RequestCancellation: Sendable {
    private let isCancelled = Atomic<Bool>(false)

    /// Runs the work of a request with the signal.
    ///
    /// - Parameter work: Calls ``check()`` now and then.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`.
    static func observe<Value: Sendable>(_ work: (RequestCancellation) async throws -> Value) async throws -> Value {
        let cancellation = RequestCancellation()
        return try await withTaskCancellationHandler {
            try await work(cancellation)
        } onCancel: {
            cancellation.isCancelled.store(true, ordering: .relaxed)
        }
    }

    /// Checks that the result is still wanted.
    ///
    /// - Throws: `CancellationError` if it is not.
    func check() throws {
        if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    }
}
