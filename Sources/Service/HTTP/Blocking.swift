import NIOPosix
import Synchronization

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

/// An amount of memory or work that the requests of the service share.
final class Allowance: Sendable {
    private let limit: Int
    private let used = Mutex(0)

    /// Creates an allowance of which nothing is used.
    init(limit: Int) {
        self.limit = limit
    }

    /// Reserves a part of the allowance.
    ///
    /// - Parameter amount: The amount, which the caller must release.
    /// - Returns: False if less is left; nothing is reserved then.
    func reserve(_ amount: Int) -> Bool {
        used.withLock { used in
            guard amount <= limit - used else { return false }
            used += amount
            return true
        }
    }

    /// Releases what was reserved.
    func release(_ amount: Int) { used.withLock { $0 -= amount } }
}
