import HTTPTypes
import NIOCore
import NIOHTTP1
import Syntax
import WHATWGURL

/// A pure state machine that decides how long a connection to the service stays open.
///
/// It responds to a request that violates HTTP, applies the timeouts, and closes the connection after a response when
/// the client requires it (RFC 9112, section 9.3) or when the end of the request is unknown.
struct ConnectionState {
    /// An action in response to an event.
    enum Action {
        /// Passes the part on.
        case pass
        /// Discards the part.
        case discard
        /// Sends a response that does not come from a route; the connection then closes.
        case refuse(Problem, hasBody: Bool)
        /// Reports the problem to the reader of the body.
        case fail(Problem)
        /// Passes the part on, and reports when it has been sent.
        case finish
        /// Closes the connection for sending, and discards what arrives until the client closes it too.
        case linger
        /// Closes the connection.
        case close
    }

    /// The part of a request that is expected next.
    private enum Input {
        /// No byte of the next request has arrived.
        case idle
        case head
        case body
        /// No more requests are accepted.
        case ended
    }

    private let limits: ConnectionLimits
    private var input = Input.idle
    /// The start of the present state of the input or, while the connection lingers, of lingering.
    private var since: NIODeadline
    /// The versions of the requests whose responses are not complete, in order.
    private var pending: [HTTPVersion] = []
    /// True if the connection closes after the response that is being sent.
    private var closesAfterResponse = false
    /// True if the client wants no response after that to the request that is being received (RFC 9112, section 9.3).
    private var isLastRequest = false
    /// True if the client may be waiting for 100 Continue before it sends the body (RFC 9110, section 10.1.1).
    private var expectsContinue = false
    private var isInputClosed = false
    /// The last time at which bytes were seen to leave the full buffers of the connection, and the bytes in them then;
    /// nil if the buffers are not full.
    private var stall: (since: NIODeadline, byteCount: Int)?
    /// The refusal to send after the pending responses.
    private var refusal: (problem: Problem, hasBody: Bool)?
    private var discardedByteCount = 0
    private(set) var end = End.none

    /// The progress of the end of the connection.
    enum End {
        case none
        /// The last response is being written to the socket.
        case flushing
        /// The last response has been sent, and what arrives is discarded.
        case lingering
    }

    /// Creates the state of a new connection.
    init(limits: ConnectionLimits, now: NIODeadline) {
        self.limits = limits
        since = now
    }

    /// The next time at which ``timeOut(at:)`` has something to do; nil if there is none.
    var deadline: NIODeadline? {
        switch end {
        case .lingering: return since + TimeAmount(limits.lingerTimeout)
        case .flushing: return since + TimeAmount(limits.bodyTimeout)
        case .none: break
        }
        return [inputDeadline, stallDeadline].compactMap(\.self).min()
    }

    private var inputDeadline: NIODeadline? {
        switch input {
        case .head: since + TimeAmount(limits.headTimeout)
        case .body: since + TimeAmount(limits.bodyTimeout)
        case .idle where pending.isEmpty: since + TimeAmount(limits.idleTimeout)
        case .idle, .ended: nil
        }
    }

    private var stallDeadline: NIODeadline? { stall.map { $0.since + TimeAmount(limits.stallTimeout) } }

    // MARK: Requests

    /// Records that bytes have arrived, before they are parsed.
    mutating func receiveBytes(_ bytes: ByteBuffer, at now: NIODeadline) -> Action {
        guard end == .none else {
            discardedByteCount += bytes.readableBytes
            return discardedByteCount > limits.lingerByteCount ? .close : .discard
        }
        // After the last request, the parser would store the bytes without limit or report an error for each read.
        guard input != .ended else { return .discard }
        // Empty lines before a request are not part of it (RFC 9112, section 2.2).
        if input == .idle,
            bytes.readableBytesView.contains(where: { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") })
        {
            input = .head
            since = now
        }
        return .pass
    }

    /// Records a request head.
    mutating func receiveHead(_ head: HTTPRequestHead, at now: NIODeadline) -> Action {
        guard input != .ended else { return .discard }
        // The response to an HTTP/1.0 request may end with the connection, so no request is accepted before it ends.
        // A client repeats the requests that were not answered when the connection closes.
        if pending.last.map({ $0.minor < 1 }) ?? false || pending.count >= limits.pendingRequestCount {
            input = .ended
            return .discard
        }
        if let problem = RequestFraming.problem(of: head) {
            return refuse(problem, hasBody: head.method != .HEAD, at: now)
        }
        input = .body
        since = now
        pending.append(head.version)
        isLastRequest = Self.isLast(head)
        expectsContinue =
            head.version.minor >= 1
            && head.headers[canonicalForm: "Expect"].contains { $0.lowercased() == "100-continue" }
        return .pass
    }

    /// Records a part of a body.
    mutating func receiveBody() -> Action {
        expectsContinue = false
        return input == .body ? .pass : .discard
    }

    /// Records the end of a request.
    mutating func receiveEnd(at now: NIODeadline) -> Action {
        guard input == .body else { return .discard }
        expectsContinue = false
        input = isLastRequest ? .ended : .idle
        since = now
        return .pass
    }

    /// Records that the bytes are not valid HTTP, so that nothing after them can be understood.
    mutating func receiveInvalid(_ error: HTTPParserError, at now: NIODeadline) -> Action {
        switch input {
        case .ended: return .discard
        case .idle, .head: return refuse(RequestFraming.problem(of: error), hasBody: true, at: now)
        case .body:
            input = .ended
            return .fail(RequestFraming.problem(of: error))
        }
    }

    /// Records that the client sends no more.
    ///
    /// - Returns: The action; `close` if no response is pending.
    mutating func receiveEndOfInput() -> Action {
        isInputClosed = true
        // The parser has reported an incomplete request before.
        input = .ended
        return end == .lingering || end == .none && pending.isEmpty ? .close : .pass
    }

    // MARK: Responses

    /// Records that the body of the oldest pending request is being read.
    ///
    /// - Returns: True if 100 Continue is to be sent.
    mutating func readBody() -> Bool {
        guard expectsContinue, end == .none, pending.count == 1 else { return false }
        expectsContinue = false
        return true
    }

    /// Records the head of a response, and adds the fields and the version that concern the connection.
    mutating func sendHead(_ head: inout HTTPResponseHead) {
        guard !(100..<200).contains(head.status.code), let version = pending.first else { return }
        if pending.count == 1 { expectsContinue = false }
        let isLast = pending.count == 1 && refusal == nil && (input == .ended || input == .body)
        closesAfterResponse = isLast || !head.isKeepAlive
        if version.minor < 1 {
            // An HTTP/1.0 client cannot decode chunks (RFC 9112, section 6.1), so the body ends with the connection.
            let hasBody = head.status.mayHaveResponseBody && !head.headers.contains(name: "Content-Length")
            if hasBody {
                head.version = .http1_0
                closesAfterResponse = true
            }
            if !closesAfterResponse { head.headers.replaceOrAdd(name: "Connection", value: "keep-alive") }
        }
        if closesAfterResponse { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    }

    /// Records the end of a response.
    mutating func sendEnd(at now: NIODeadline) -> Action {
        if !pending.isEmpty { pending.removeFirst() }
        guard end == .none else { return .pass }
        if closesAfterResponse || pending.isEmpty && input == .ended && refusal == nil {
            beginEnd(at: now)
            return .finish
        }
        guard pending.isEmpty else { return .pass }
        if let refusal {
            beginEnd(at: now)
            return .refuse(refusal.problem, hasBody: refusal.hasBody)
        }
        if input == .idle { since = now }
        return .pass
    }

    /// Records that the buffers of the connection have become full, or are no longer full.
    ///
    /// - Parameters:
    ///   - isWritable: False if they are full.
    ///   - byteCount: The number of bytes in them.
    ///   - now: The current time.
    mutating func changeWritability(to isWritable: Bool, bufferedByteCount byteCount: Int, at now: NIODeadline) {
        stall = isWritable ? nil : stall ?? (now, byteCount)
    }

    // MARK: Ends

    /// Applies the timeout whose deadline has been reached.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - byteCount: The number of bytes in the buffers of the connection.
    /// - Returns: The action.
    mutating func timeOut(at now: NIODeadline, bufferedByteCount byteCount: Int) -> Action {
        guard let deadline, now >= deadline else { return .pass }
        guard end == .none else { return .close }
        if let stall, let stallDeadline, now >= stallDeadline {
            // A client that reads slowly takes some bytes of a long response in this time.
            guard byteCount < stall.byteCount else { return .close }
            self.stall = (now, byteCount)
            return .pass
        }
        switch input {
        case .idle: return .close
        case .head:
            let problem = Problem(.requestTimeout, "the request head took longer than \(Self.text(limits.headTimeout))")
            return refuse(problem, hasBody: true, at: now)
        case .body:
            input = .ended
            return .fail(Problem(.requestTimeout, "the body took longer than \(Self.text(limits.bodyTimeout))"))
        case .ended: return .pass
        }
    }

    /// Records that the last response has been sent.
    mutating func finishFlush(at now: NIODeadline) -> Action {
        guard !isInputClosed else { return .close }
        end = .lingering
        since = now
        return .linger
    }

    private mutating func beginEnd(at now: NIODeadline) {
        input = .ended
        end = .flushing
        since = now
    }

    private mutating func refuse(_ problem: Problem, hasBody: Bool, at now: NIODeadline) -> Action {
        guard pending.isEmpty else {
            input = .ended
            refusal = (problem, hasBody)
            return .discard
        }
        beginEnd(at: now)
        return .refuse(problem, hasBody: hasBody)
    }

    /// Returns true if no other request may follow on the connection.
    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        let options = head.headers[canonicalForm: "Connection"].map { $0.lowercased() }
        if options.contains("close") { return true }
        // The parser stops after a request that asks for another protocol, and the service supports none.
        if head.method == .CONNECT || options.contains("upgrade") { return true }
        return head.version.minor < 1 && !options.contains("keep-alive")
    }

    private static func text(_ duration: Duration) -> String { "\(duration.components.seconds) s" }
}

/// The limits of one connection to the service, except for the sizes of bodies, which belong to the routes.
package struct ConnectionLimits: Sendable {
    /// The time from the first byte of a request head to its end.
    ///
    /// The head of a request from this machine arrives at once, so only an attack takes longer.
    var headTimeout: Duration = .seconds(10)
    /// The time from the end of a head to the end of the body.
    ///
    /// The largest body, an import of 64 MiB, takes a fraction of a second from this machine.
    var bodyTimeout: Duration = .seconds(20)
    /// The time after which a connection without a request is closed.
    var idleTimeout: Duration = .seconds(30)
    /// The time for which the client may read nothing of a response, once the buffers of the connection are full.
    ///
    /// With less, a browser's download that a person pauses ends; with more, a local program that never reads holds its
    /// connections for longer.
    var stallTimeout: Duration = .seconds(60)
    /// The time for which a closed connection still discards what the client is sending.
    ///
    /// If the connection were closed while bytes arrive, the kernel would reset it, and the client would lose the
    /// response (RFC 9112, section 9.6).
    var lingerTimeout: Duration = .seconds(2)
    /// The number of bytes that a closed connection still discards.
    var lingerByteCount = 8 << 20
    /// The maximum number of requests that wait for their responses (RFC 9112, section 9.3.2).
    ///
    /// Browsers send one at a time. A client that sends thousands would make all others wait.
    var pendingRequestCount = 2
    /// The maximum size of a request head, in bytes.
    var headByteCount = 80 * 1024
    /// The maximum number of fields in a request head.
    var headFieldCount = 1000

    /// Creates the limits of the service.
    init() {}
}

/// The rules for the framing of a request that go beyond those of the HTTP parser (RFC 9112).
enum RequestFraming {
    /// Returns the head of a request whose fields can be compared in a short time.
    ///
    /// - Parameter head: The head of a request, as the HTTP parser has accepted it.
    /// - Returns: The head, whose fields have no long runs of combining characters; see `String.streamSafe`.
    static func bounded(_ head: HTTPRequestHead) -> HTTPRequestHead {
        var head = head
        if head.headers.contains(where: { $0.value.hasLongCombiningRun }) {
            head.headers = HTTPHeaders(head.headers.map { ($0.name, $0.value.streamSafe) })
        }
        return head
    }

    /// Checks the target, and the fields that determine the end of a request.
    ///
    /// - Parameter head: The head of a request, as the HTTP parser has accepted it.
    /// - Returns: The problem of a request whose target takes long to compare, or whose end another program might find
    ///   at another byte; nil for any other.
    static func problem(of head: HTTPRequestHead) -> Problem? {
        // The path is decoded and compared.
        guard !String(decoding: PercentEncoding.decode(head.uri), as: UTF8.self).hasLongCombiningRun else {
            return Problem(.badRequest, "the request target has too many combining characters in a row")
        }
        let codings = head.headers["Transfer-Encoding"]
        let lengths = head.headers["Content-Length"]
        guard codings.isEmpty || lengths.isEmpty else {
            return Problem(.badRequest, "the request has both Content-Length and Transfer-Encoding")
        }
        // RFC 9112, section 6.3: equal values may be merged; any other list is an error.
        guard lengths.count <= 1, lengths.allSatisfy({ ASCII.isDigits($0) }) else {
            return Problem(.badRequest, "Content-Length must be one number")
        }
        guard !codings.isEmpty else { return nil }
        guard head.version.minor >= 1 else {
            return Problem(.badRequest, "HTTP/1.0 has no transfer codings")
        }
        guard codings.count == 1, codings[0].lowercased() == "chunked" else {
            return Problem(.notImplemented, "the only transfer coding that the service supports is chunked")
        }
        return nil
    }

    /// Returns the problem for an error of the HTTP parser.
    static func problem(of error: HTTPParserError) -> Problem {
        switch error {
        case .headerOverflow:
            Problem(
                .requestHeaderFieldsTooLarge,
                "the request line and the header fields are too large; if a browser says this of every page here, "
                    + "another program on this computer has set large cookies: delete the cookies of 127.0.0.1 and "
                    + "localhost in the browser")
        case .invalidVersion: Problem(.httpVersionNotSupported, "the service supports HTTP/1.1 and HTTP/1.0")
        case .invalidChunkSize: Problem(.badRequest, "the size of a chunk is not a valid number")
        case .invalidEOFState: Problem(.badRequest, "the request ended before it was complete")
        case .invalidContentLength, .unexpectedContentLength:
            Problem(.badRequest, "Content-Length must be one number")
        default: Problem(.badRequest, "the request violates the syntax of HTTP/1.1")
        }
    }
}
