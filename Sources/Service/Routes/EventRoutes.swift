import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `/api/events`: what changes, as server-sent events.
struct EventRoutes: Sendable {
    let feed: EventFeed

    /// Adds the route.
    func add(to group: RouterGroup<ServiceContext>) {
        group.get("/api/events", use: follow)
    }

    @Sendable
    private func follow(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // A browser names the last event by itself when it connects again; others may say it in the address.
        let text = request.headers[.lastEventID] ?? request.queryValue("after")
        let last = try text.map { text in
            guard let number = Int64(text), number >= 0 else {
                throw Problem(.badRequest, "the last event's id must be a number")
            }
            return number
        }
        // Asking for the head alone begins nothing.
        let fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        guard request.method == .get else { return Response(status: .ok, headers: fields) }
        guard let reader = try await feed.begin(after: last, tokenGeneration: context.tokenGeneration) else {
            var problem = Problem(.serviceUnavailable, "too many event streams are open: close some tabs")
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
                        // A browser that goes away says nothing; what it sends ends.
                        try await request.body.consumeWithInboundCloseHandler { _ in
                            try await reader.forEach(orCutOff: { channel?.close(promise: nil) }) { event in
                                try await writer.write(event.bytes)
                            }
                        } onInboundClosed: {
                            reader.end()
                        }
                    } onGracefulShutdown: {
                        reader.end()
                    }
                } catch {
                    await feed.end(reader)
                    throw error
                }
                await feed.end(reader)
                try await writer.finish(nil)
            })
    }
}

extension HTTPField.Name {
    /// Last-Event-ID (HTML Standard, section 9.2.4).
    static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .ifMatch
}
