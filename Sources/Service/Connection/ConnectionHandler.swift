import HTTPTypes
import NIOCore
import NIOHTTP1

/// A channel handler that carries out the decisions of ``ConnectionState``.
///
/// It is directly after the HTTP parser, so that it also responds to requests that the parser rejects.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// An outbound event that reports that the service begins to read the body of a request.
    struct BodyRead: Sendable {}

    private var state: ConnectionState
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?
    /// Requests to close the connection that wait until the last response has been delivered.
    private var waitingCloses: [EventLoopPromise<Void>?] = []

    private init(limits: ConnectionLimits, now: NIODeadline) {
        state = ConnectionState(limits: limits, now: now)
    }

    func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.task.cancel()
        for promise in waitingCloses { promise?.succeed() }
        waitingCloses = []
    }

    // MARK: Inbound

    func channelActive(context: ChannelHandlerContext) {
        schedule(context)
        context.fireChannelActive()
    }

    /// Receives bytes before they are parsed.
    ///
    /// - Returns: True if they are to be parsed.
    private func receiveBytes(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        switch state.receiveBytes(bytes, at: context.eventLoop.now) {
        case .pass: return true
        case .close: context.close(promise: nil)
        default: break
        }
        return false
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = context.eventLoop.now
        var (part, data) = (unwrapInboundIn(data), data)
        if case .head(let head) = part {
            part = .head(RequestFraming.bounded(head))
            data = wrapInboundOut(part)
        }
        let action =
            switch part {
            case .head(let head): state.receiveHead(head, at: now)
            case .body: state.receiveBody()
            case .end: state.receiveEnd(at: now)
            }
        if case .pass = action { context.fireChannelRead(data) } else { perform(action, context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        schedule(context)
        context.fireChannelReadComplete()
        // The service no longer reads, but bytes that nobody reads would reset the connection.
        if state.end != .none { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        perform(state.receiveInvalid(error, at: context.eventLoop.now), context)
        schedule(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { perform(state.receiveEndOfInput(), context) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        state.changeWritability(
            to: context.channel.isWritable, bufferedByteCount: Self.bufferedByteCount(context),
            at: context.eventLoop.now)
        schedule(context)
        context.fireChannelWritabilityChanged()
    }

    // MARK: Outbound

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Nothing follows the last response, whose end the client may recognize only by that of the connection.
        guard state.end == .none else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            state.sendHead(&head)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            let action = state.sendEnd(at: context.eventLoop.now)
            if case .finish = action {
                finish(context, data, promise)
            } else {
                context.write(data, promise: promise)
                perform(action, context)
            }
            schedule(context)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyRead else { return context.triggerUserOutboundEvent(event, promise: promise) }
        if state.readBody() {
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
        promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch (state.end, mode) {
        case (.none, _), (_, .input): context.close(mode: mode, promise: promise)
        // The service closes the connection when it has finished, but the client may not have received everything yet.
        case (_, .output): promise?.succeed()
        case (_, .all): waitingCloses.append(promise)
        }
    }

    // MARK: Actions

    private func perform(_ action: ConnectionState.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .pass, .discard, .finish: break
        case .refuse(let problem, let hasBody): refuse(with: problem, hasBody: hasBody, context)
        case .fail(let problem): context.fireErrorCaught(problem)
        case .linger:
            context.close(mode: .output, promise: nil)
            // The service reads no more requests.
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            context.read()
        case .close: context.close(promise: nil)
        }
    }

    private func refuse(with problem: Problem, hasBody: Bool, _ context: ChannelHandlerContext) {
        let (head, body) = problem.refusal
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if hasBody { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        finish(context, wrapOutboundOut(.end(nil)), nil)
    }

    /// Sends the end of the last response; the connection lingers when it has been sent.
    private func finish(_ context: ChannelHandlerContext, _ end: NIOAny, _ promise: EventLoopPromise<Void>?) {
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.cascade(to: promise)
        context.writeAndFlush(end, promise: sent)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            guard handler.state.end == .flushing else { return }
            handler.perform(handler.state.finishFlush(at: context.eventLoop.now), context)
            handler.schedule(context)
        }
    }

    // MARK: Timeouts

    /// Schedules the next check of the timeouts, unless an earlier check is scheduled.
    ///
    /// A check that finds no timeout schedules the next one, so that an ordinary request schedules nothing.
    private func schedule(_ context: ChannelHandlerContext) {
        guard context.channel.isActive, let deadline = state.deadline else { return }
        if let timer {
            guard deadline < timer.deadline else { return }
            timer.task.cancel()
        }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let task = context.eventLoop.scheduleTask(deadline: deadline) {
            let (handler, context) = bound.value
            handler.timer = nil
            let byteCount = Self.bufferedByteCount(context)
            handler.perform(
                handler.state.timeOut(at: context.eventLoop.now, bufferedByteCount: byteCount), context)
            handler.schedule(context)
        }
        timer = (task, deadline)
    }

    /// Returns the number of bytes that the connection has not sent yet.
    private static func bufferedByteCount(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    // MARK: Installation

    /// A channel handler that reports bytes before the HTTP parser receives them.
    private final class ByteObserver: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer

        private let handler: ConnectionHandler

        init(_ handler: ConnectionHandler) {
            self.handler = handler
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if handler.receiveBytes(unwrapInboundIn(data), context) { context.fireChannelRead(data) }
        }
    }

    /// A channel handler that inserts the service's own handlers around the HTTP parser.
    final class Installer: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        private let limits: ConnectionLimits

        init(limits: ConnectionLimits) {
            self.limits = limits
        }

        func handlerAdded(context: ChannelHandlerContext) {
            do {
                let pipeline = context.pipeline.syncOperations
                let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                let handler = ConnectionHandler(limits: limits, now: context.eventLoop.now)
                try pipeline.addHandler(ByteObserver(handler), position: .before(parser))
                try pipeline.addHandlers([handler, AbsoluteTargetHandler()], position: .after(parser))
            } catch {
                // Without these handlers, requests of this connection could not be checked, so it is closed.
                context.close(promise: nil)
            }
        }
    }
}
