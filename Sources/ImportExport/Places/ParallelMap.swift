import Dispatch
import Synchronization

/// A transformation of values on all cores.
package enum ParallelMap {
    /// The number of values that a core takes at once.
    ///
    /// With fewer, the cores wait for each other more often. With more, the last one works alone for longer.
    private static let chunkLength = 16

    /// Transforms values, and waits for the results.
    ///
    /// - Parameters:
    ///   - values: Any number of values.
    ///   - transform: Called once for each value, on any thread.
    /// - Returns: The results in the order of the values.
    package static func map<Value: Sendable, Result: Sendable>(
        _ values: [Value], _ transform: @Sendable (Value) -> Result
    ) -> [Result] {
        let chunkCount = (values.count + chunkLength - 1) / chunkLength
        guard chunkCount > 1 else { return values.map(transform) }
        let results = Mutex([[Result]](repeating: [], count: chunkCount))
        DispatchQueue.concurrentPerform(iterations: chunkCount) { index in
            let start = index * chunkLength
            let chunk = values[start..<min(start + chunkLength, values.count)].map(transform)
            results.withLock { $0[index] = chunk }
        }
        return results.withLock { $0.flatMap { $0 } }
    }

    /// Begins to transform values, while the caller does something else.
    ///
    /// - Parameters:
    ///   - values: Any number of values.
    ///   - transform: Called once for each value, on any thread.
    /// - Returns: The results, which are complete later.
    package static func begin<Value: Sendable, Result: Sendable>(
        _ values: [Value], _ transform: @escaping @Sendable (Value) -> Result
    ) -> Pending<Result> {
        let pending = Pending<Result>()
        DispatchQueue.global().async { pending.complete(map(values, transform)) }
        return pending
    }

    /// Results that other cores are making.
    package final class Pending<Result: Sendable>: Sendable {
        private let results = Mutex<[Result]>([])
        private let isComplete = DispatchSemaphore(value: 0)

        fileprivate init() {}

        fileprivate func complete(_ results: [Result]) {
            self.results.withLock { $0 = results }
            isComplete.signal()
        }

        /// Waits for the results, once.
        ///
        /// - Returns: The results in the order of the values.
        package func wait() -> [Result] {
            isComplete.wait()
            return results.withLock { $0 }
        }
    }
}
