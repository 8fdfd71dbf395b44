import NIOCore
import NIOHTTP1

/// A channel handler for request targets in absolute form (RFC 9112, section 3.2.2).
///
/// It replaces the Host field by the host of the target, so that the guard checks that host. Later handlers in the
/// pipeline discard the host of such a target.
final class AbsoluteTargetHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), let target = RequestTarget(absolute: head.uri) else {
            return context.fireChannelRead(data)
        }
        // A request without a Host field, or with several, is invalid with any target; the guard refuses it.
        if head.headers["Host"].count == 1 { head.headers.replaceOrAdd(name: "Host", value: target.authority) }
        head.uri = target.path
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
