import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import Service

/// A connection to the service in memory, with its own clock and a stand-in for the routes.
///
/// The stand-in responds with 200 at the end of each request, and with the status of a problem with its body.
final class EmbeddedConnection {
    /// A handler that responds to requests as the routes do.
    private final class Responder: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        var uris: [String] = []
        var bodyByteCount = 0
        var responds = true

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): uris.append(head.uri)
            case .body(let part): bodyByteCount += part.readableBytes
            case .end: if responds { respond(context, .ok) }
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard let problem = error as? Problem else { return context.fireErrorCaught(error) }
            respond(context, HTTPResponseStatus(statusCode: problem.status.code))
        }

        func respond(_ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ length: String? = "0") {
            var head = HTTPResponseHead(version: .http1_1, status: status)
            if let length { head.headers.add(name: "Content-Length", value: length) }
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    /// A stand-in for the socket, which can be closed for sending only.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        var isOutputClosed = false

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .output else { return context.close(mode: mode, promise: promise) }
            isOutputClosed = true
            promise?.succeed()
        }
    }

    /// A counter of the bytes that reach the HTTP parser.
    private final class ParserInput: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        var byteCount = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            byteCount += unwrapInboundIn(data).readableBytes
            context.fireChannelRead(data)
        }
    }

    private let channel = EmbeddedChannel()
    private let parserInput = ParserInput()
    private let responder = Responder()
    private let socket = Socket()

    /// Opens a connection.
    init(limits: ConnectionLimits = ConnectionLimits()) throws {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(socket)
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
        try pipeline.addHandler(responder)
        try pipeline.addHandler(ConnectionHandler.Installer(limits: limits))
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(parserInput, position: .before(parser))
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/test"), promise: nil)
    }

    /// The targets of the requests that reached the routes.
    var targets: [String] { responder.uris }
    /// The number of bytes that reached the HTTP parser.
    var parsedByteCount: Int { parserInput.byteCount }
    /// The number of bytes of bodies that reached the routes.
    var bodyByteCount: Int { responder.bodyByteCount }
    /// True if both directions are closed.
    var isClosed: Bool { !channel.isActive }
    /// True if the service sends no more.
    var isOutputClosed: Bool { socket.isOutputClosed || isClosed }

    /// Stops responding to requests, as during a long response.
    func holdResponses() { responder.responds = false }

    /// Responds to the oldest request; without a length, as if it were not known in advance.
    func respond(_ status: HTTPResponseStatus = .ok, length: String? = "0") throws {
        responder.respond(try channel.pipeline.syncOperations.context(handler: responder), status, length)
        channel.embeddedEventLoop.run()
    }

    /// Fills the buffers of the connection, as when the client does not read, or empties them.
    func setWritable(_ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.syncOperations.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.run()
    }

    /// Begins to read the body of the oldest request, as a route does.
    func readBody() {
        channel.triggerUserOutboundEvent(ConnectionHandler.BodyRead(), promise: nil)
        channel.embeddedEventLoop.run()
    }

    /// Sends text to the service.
    func send(_ text: String) {
        channel.pipeline.syncOperations.fireChannelRead(NIOAny(ByteBuffer(string: text)))
        channel.pipeline.syncOperations.fireChannelReadComplete()
        channel.embeddedEventLoop.run()
    }

    /// Closes the client's side.
    func endInput() {
        channel.pipeline.syncOperations.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.embeddedEventLoop.run()
    }

    /// Lets time pass.
    func wait(_ duration: Duration) { channel.embeddedEventLoop.advanceTime(by: TimeAmount(duration)) }

    /// Returns what the service has sent since the last call.
    func receive() throws -> String {
        var text = ""
        while let part = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
        return text
    }
}
