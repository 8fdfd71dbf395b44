import HummingbirdCore
import NIOCore

/// The body of a request with an Expect field (RFC 9110, section 10.1.1).
///
/// The client may send the body only after 100 Continue, which is sent when the body is read. A request that is refused
/// for its head gets the refusal instead.
struct ExpectedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(parts: body.makeAsyncIterator(), channel: channel) }

    /// An iterator over the parts of the body.
    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var parts: RequestBody.AsyncIterator
        /// The connection; nil after the first part has been requested.
        fileprivate var channel: (any Channel)?

        mutating func next() async throws -> ByteBuffer? {
            if let channel {
                self.channel = nil
                // On a closed connection, the next part fails too.
                try? await channel.triggerUserOutboundEvent(ConnectionHandler.BodyRead()).get()
            }
            return try await parts.next()
        }
    }
}
