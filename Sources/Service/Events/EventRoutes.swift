import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// `/api/events`: changes as server-sent events.
struct EventRoutes: Sendable {
    let feed: EventFeed

    /// The route.
    var routes: [Route] { [.get("/api/events", follow)] }

    /// Returns the id of the last event that a client has received; nil for a new client.
    private static func lastEventID(_ request: Request) throws -> Int64? {
        // A browser sends the last event's id when it reconnects; other clients can add it to the URL.
        guard let text = request.headers[.lastEventID] ?? request.queryValue("after") else { return nil }
        guard let number = Int64(text), number >= 0 else {
            throw Problem(.badRequest, "the id of the last event must be a number")
        }
        return number
    }

    @Sendable
    private func follow(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let last = try Self.lastEventID(request)
        // A HEAD request must not start a subscription.
        let fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        guard request.method == .get else { return Response(status: .ok, headers: fields) }
        guard
            let subscription = try await feed.subscribe(
                after: last, tokenGeneration: context.tokenGeneration, sessionID: context.sessionID)
        else {
            var problem = Problem(.serviceUnavailable, "too many event streams are open: close some tabs of Leftoff")
            problem.fields[.retryAfter] = "10"
            problem.fields[.connection] = "close"
            throw problem
        }
        let channel = context.channel
        return Response(
            status: .ok, headers: fields,
            body: ResponseBody { [feed] writer in
                do {
                    try await withGracefulShutdownHandler {
                        // When a browser leaves the page, it sends nothing; it closes its side of the connection.
                        try await request.body.consumeWithInboundCloseHandler { _ in
                            try await subscription.forEach(onStall: { channel?.close(promise: nil) }) { event in
                                try await writer.write(event.bytes)
                            }
                        } onInboundClosed: {
                            subscription.end()
                        }
                    } onGracefulShutdown: {
                        subscription.end()
                    }
                } catch {
                    await feed.unsubscribe(subscription)
                    throw error
                }
                await feed.unsubscribe(subscription)
                try await writer.finish(nil)
            })
    }
}

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

/// An event of a stream (HTML Standard, section 9.2).
struct ServerEvent: Sendable {
    /// The encoded event, with the blank line at its end.
    let bytes: ByteBuffer

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: The type of the event.
    ///   - id: The number that a client sends to resume after this event.
    ///   - data: JSON on one line.
    init(_ name: String, id: Int64, data: some Sequence<UInt8>) {
        var bytes = ByteBuffer(string: "event: \(name)\nid: \(id)\ndata: ")
        bytes.writeBytes(data)
        bytes.writeStaticString("\n\n")
        self.bytes = bytes
    }

    /// Creates an event without a number, which describes the current state; clients do not resume after it.
    ///
    /// - Parameters:
    ///   - name: The type of the event.
    ///   - data: JSON on one line.
    init(unnumbered name: String, data: some Sequence<UInt8>) {
        var bytes = ByteBuffer(string: "event: \(name)\ndata: ")
        bytes.writeBytes(data)
        bytes.writeStaticString("\n\n")
        self.bytes = bytes
    }

    private init(text: StaticString) {
        bytes = ByteBuffer(staticString: text)
    }

    /// A comment, which keeps idle connections open.
    static let heartbeat = ServerEvent(text: ": still here\n\n")
    /// The delay after which a browser reconnects.
    static let retry = ServerEvent(text: "retry: 2000\n\n")
}
