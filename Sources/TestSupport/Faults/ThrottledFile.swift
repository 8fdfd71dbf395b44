import Foundation

/// A large file that is served slowly, with a counter of the bytes that were sent.
package final class ThrottledFile: Sendable {
    /// The file's bytes.
    package let content: [UInt8]

    /// The responder that serves the file.
    package let responder: ScriptedResponder

    private let counter: Counter

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - content: The file's bytes.
    ///   - bytesPerStep: The number of bytes that are sent on a connection in one step.
    ///   - pause: The pause between two steps.
    ///   - waitsForReader: True if a step waits until the client has read the previous one.
    package init(_ content: [UInt8], bytesPerStep: Int, pause: Duration, waitsForReader: Bool = false) {
        let counter = Counter()
        var file = ScriptedFile(content)
        file.step = bytesPerStep
        file.pause = pause
        file.waitsForReader = waitsForReader
        file.onSent = { counter.add($0) }
        self.content = content
        self.counter = counter
        responder = .file(file)
    }

    /// The number of body bytes that were sent, in all responses.
    package var served: Int { counter.value }

    /// Waits on a separate thread until a number of bytes have been sent.
    ///
    /// - Parameter count: The number of body bytes in all responses.
    /// - Throws: ``ScriptedServerError/timedOut(what:)`` after ``ScriptedGate/timeout`` seconds.
    package func hasServed(_ count: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { [counter] in
                continuation.resume(with: Result { try counter.wait(for: count) })
            }
        }
    }

    /// Returns bytes for large files; it is faster than ``ScriptedFile/bytes(_:seed:)``.
    ///
    /// They repeat a block that contains its own number, so that no two parts are equal.
    package static func bytes(_ count: Int) -> [UInt8] {
        let size = 65_536
        var block = ScriptedFile.bytes(size, seed: 3)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for number in 0...(count / size) {
            withUnsafeBytes(of: UInt64(number)) { for (index, byte) in $0.enumerated() { block[index * 8_000] = byte } }
            bytes.append(contentsOf: block.prefix(count - bytes.count))
        }
        return bytes
    }

    private final class Counter: Sendable {
        // Safe, because every access holds the condition's lock.
        private nonisolated(unsafe) var number = 0
        private let condition = NSCondition()

        var value: Int {
            condition.lock()
            defer { condition.unlock() }
            return number
        }

        func add(_ count: Int) {
            condition.lock()
            number += count
            condition.broadcast()
            condition.unlock()
        }

        func wait(for count: Int) throws {
            let deadline = Date(timeIntervalSinceNow: ScriptedGate.timeout)
            condition.lock()
            defer { condition.unlock() }
            while number < count {
                guard condition.wait(until: deadline) else {
                    throw ScriptedServerError.timedOut(what: "\(count) bytes to be sent, \(number) were")
                }
            }
        }
    }
}
