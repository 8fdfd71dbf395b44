import NIOCore
import NIOHTTP1

/// Puts the host that a request line names in place of the Host field (RFC 9112, section 3.2.2), so that the guard judges it.
///
/// What comes after it in the pipeline drops the host of such a target.
final class TargetHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), let target = RequestTarget(absolute: head.uri) else {
            return context.fireChannelRead(data)
        }
        // A request without a Host field, or with two, is wrong whatever its target; the guard says so.
        if head.headers["Host"].count == 1 { head.headers.replaceOrAdd(name: "Host", value: target.authority) }
        head.uri = target.path
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Puts a ``TargetHandler`` where requests have just been read, ahead of what the server puts there.
    final class Placing: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        func handlerAdded(context: ChannelHandlerContext) {
            do {
                let pipeline = context.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandler(TargetHandler(), position: .after(decoder))
            } catch {
                // A connection whose requests could not be judged is none.
                context.close(promise: nil)
            }
        }
    }
}
