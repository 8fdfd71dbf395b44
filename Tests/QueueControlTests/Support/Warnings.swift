import Synchronization

/// A list of messages that can be added to from any thread.
final class Warnings: Sendable {
    private let messages = Mutex<[String]>([])

    var all: [String] { messages.withLock { $0 } }

    @Sendable
    func add(_ message: String) { messages.withLock { $0.append(message) } }
}
