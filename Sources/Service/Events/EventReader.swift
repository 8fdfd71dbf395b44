import Synchronization

/// One reader of the events: a bounded store of what it has not taken yet.
final class EventReader: Sendable {
    /// How many events wait at most: a reader that is so far behind is dropped, and reads everything anew.
    static let mostWaiting = 512

    private struct Progress {
        var given = 0
        var taken = 0
        var takenAtHeartbeat = -1
        var cutOff: (@Sendable () -> Void)?
    }

    /// What the reader's connection takes.
    private let events: AsyncStream<ServerEvent>
    private let continuation: AsyncStream<ServerEvent>.Continuation
    private let progress = Mutex(Progress())
    /// Which tokens opened it.
    let tokenGeneration: Int

    init(tokenGeneration: Int = 0) {
        self.tokenGeneration = tokenGeneration
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    /// Gives the reader an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: Whether there was room for it; if not, the reader is cut off.
    func give(_ event: ServerEvent) -> Bool {
        progress.withLock { $0.given += 1 }
        switch continuation.yield(event) {
        case .enqueued: return true
        case .terminated: return false
        default:
            drop()
            return false
        }
    }

    /// Whether the reader has taken nothing of what waits since this was last asked.
    var hasStalled: Bool {
        progress.withLock { progress in
            defer { progress.takenAtHeartbeat = progress.taken }
            return progress.given > progress.taken && progress.taken == progress.takenAtHeartbeat
        }
    }

    /// Takes each event as it comes, until the reader is ended.
    ///
    /// - Parameters:
    ///   - cutOff: Cuts the connection of a reader that does not take what it is given.
    ///   - body: Takes an event.
    /// - Throws: What `body` throws.
    func forEach(
        orCutOff cutOff: @escaping @Sendable () -> Void, _ body: (ServerEvent) async throws -> Void
    ) async throws {
        progress.withLock { $0.cutOff = cutOff }
        for await event in events {
            defer { progress.withLock { $0.taken += 1 } }
            try await body(event)
        }
        progress.withLock { $0.cutOff = nil }
    }

    /// Ends the stream after what waits.
    func end() { continuation.finish() }

    /// Ends the stream at once: whoever writes to the connection is waiting for a reader that does not read.
    func drop() {
        continuation.finish()
        progress.withLock { $0.cutOff }?()
    }
}
