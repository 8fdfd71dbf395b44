import Synchronization

/// A client's subscription to the events, with a bounded buffer.
final class EventSubscription: Sendable {
    /// The maximum number of buffered events.
    ///
    /// A client that falls further behind is disconnected and reloads everything.
    static let bufferLimit = 512

    private struct Progress {
        var enqueued = 0
        var sent = 0
        var sentAtCheck = -1
        var enqueuedAtCheck = 0
        var onStall: (@Sendable () -> Void)?
    }

    /// The events that the connection sends.
    private let events: AsyncStream<ServerEvent>
    private let continuation: AsyncStream<ServerEvent>.Continuation
    private let progress = Mutex(Progress())
    /// The generation of the tokens that authorized the subscription.
    let tokenGeneration: Int
    /// The id of the session that authorized the subscription; nil if a token did.
    let sessionID: String?

    init(tokenGeneration: Int = 0, sessionID: String? = nil) {
        self.tokenGeneration = tokenGeneration
        self.sessionID = sessionID
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.bufferLimit))
    }

    /// Adds an event to the buffer.
    ///
    /// - Parameter event: An event, already encoded.
    /// - Returns: False if the subscription has ended, or its buffer was full and it is now disconnected.
    func send(_ event: ServerEvent) -> Bool {
        progress.withLock { $0.enqueued += 1 }
        switch continuation.yield(event) {
        case .enqueued: return true
        case .terminated: return false
        default:
            disconnect()
            return false
        }
    }

    /// True if an event was in the buffer when this property was last read, and none has been sent since.
    var hasStalled: Bool {
        progress.withLock { progress in
            defer { (progress.sentAtCheck, progress.enqueuedAtCheck) = (progress.sent, progress.enqueued) }
            return progress.enqueuedAtCheck > progress.sent && progress.sent == progress.sentAtCheck
        }
    }

    /// Sends each event until the subscription ends.
    ///
    /// - Parameters:
    ///   - onStall: Closes the connection of a client that does not read.
    ///   - body: Sends an event.
    /// - Throws: An error of `body`.
    func forEach(
        onStall: @escaping @Sendable () -> Void, _ body: (ServerEvent) async throws -> Void
    ) async throws {
        progress.withLock { $0.onStall = onStall }
        for await event in events {
            defer { progress.withLock { $0.sent += 1 } }
            try await body(event)
        }
        progress.withLock { $0.onStall = nil }
    }

    /// Ends the stream after the buffered events.
    func end() { continuation.finish() }

    /// Ends the stream at once, because a write to the connection is waiting for a client that does not read.
    func disconnect() {
        continuation.finish()
        progress.withLock { $0.onStall }?()
    }
}
