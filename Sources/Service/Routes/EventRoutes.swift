import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `/api/events`: changes as server-sent events.
struct EventRoutes: Sendable {
    let feed: EventFeed

    /// The route.
    var routes: [Route] { [.get("/api/events", follow)] }

    @Sendable
    private func follow(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // A browser sends the last event's id when it reconnects; other clients can add it to the URL.
        let text = request.headers[.lastEventID] ?? request.queryValue("after")
        let last = try text.map { text in
            guard let number = Int64(text), number >= 0 else {
                throw Problem(.badRequest, "the id of the last event must be a number")
            }
            return number
        }
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
