import Foundation

/// A large file behind a slow line, which knows how many bytes have gone out to whom ever.
package final class ThrottledFile: Sendable {
    /// The file's bytes.
    package let content: [UInt8]

    /// Serves the file.
    package let responder: ScriptedResponder

    private let counter: Counter

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - content: Its bytes.
    ///   - bytesPerStep: How many go out at once on a connection.
    ///   - pause: The time between two steps.
    ///   - waitsForReader: Whether a step waits until the client has read the one before: what went out was then read, but for
    ///     one step.
    package init(_ content: [UInt8], bytesPerStep: Int, pause: Duration, waitsForReader: Bool = false) {
        let counter = Counter()
        var file = ScriptedFile(content)
        file.step = bytesPerStep
        file.pause = pause
        file.waitsForReader = waitsForReader
        file.hear = { counter.add($0) }
        self.content = content
        self.counter = counter
        responder = .file(file)
    }

    /// How many bytes of bodies have gone out, over all requests.
    package var served: Int { counter.value }

    /// Waits on a thread of its own until so many bytes have gone out.
    ///
    /// - Parameter count: How many, over all requests.
    /// - Throws: ``ScriptedServerError/timedOut(what:)`` after ``ScriptedGate/patience`` seconds.
    package func hasServed(_ count: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { [counter] in
                continuation.resume(with: Result { try counter.wait(for: count) })
            }
        }
    }

    /// Makes bytes for large files, quicker than ``ScriptedFile/bytes(_:seed:)``: a block again and again, each time with
    /// its number in it, so that no two places are the same.
    ///
    /// - Parameter count: The number of bytes.
    /// - Returns: The bytes.
    package static func bytes(_ count: Int) -> [UInt8] {
        let size = 65_536
        var block = ScriptedFile.bytes(size, seed: 3)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for number in 0...(count / size) {
            withUnsafeBytes(of: UInt64(number)) { for (place, byte) in $0.enumerated() { block[place * 8_000] = byte } }
            bytes.append(contentsOf: block.prefix(count - bytes.count))
        }
        return bytes
    }

    private final class Counter: Sendable {
        // The condition guards the number, which nothing else touches.
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
            let deadline = Date(timeIntervalSinceNow: ScriptedGate.patience)
            condition.lock()
            defer { condition.unlock() }
            while number < count {
                guard condition.wait(until: deadline) else {
                    throw ScriptedServerError.timedOut(what: "\(count) bytes to go out, \(number) did")
                }
            }
        }
    }
}
