import CPlatform
import Glibc
import Syntax

/// A connection to a browser: messages with their lengths on two descriptors.
///
/// Each message is JSON in UTF-8 after its length in bytes, a number of 32 bits in native byte order
/// (<https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging>).
///
/// ```swift
/// let connection = NativeMessageConnection()
/// while let message = try connection.receive() {
///     let request = try NativeRequest(json: message)
///     for part in NativeResponse(id: request.id, status: 200, body: "{}").messages() { try connection.send(part) }
/// }
/// ```
package struct NativeMessageConnection: ~Copyable {
    /// The maximum length of a message from the browser, in bytes.
    ///
    /// It is the limit of Chromium. The largest bodies of allowed routes are window sets and pictures of pages. JSON
    /// needs at most six bytes for each byte of them: Chromium writes `<` as `\u003C`.
    static let inputLimit = 64 * 1024 * 1024

    /// The number of bytes of a length.
    private static let lengthByteCount = 4
    /// The number of bytes to read at once.
    ///
    /// Memory grows with the bytes that arrive, not with the length that a message announces.
    private static let chunkByteCount = 64 * 1024
    /// The number of bytes to write at once.
    ///
    /// A pipe that is ready for writing accepts that many without blocking (POSIX, `PIPE_BUF`), so that the end of the
    /// browser is noticed even if another process keeps the pipe open.
    private static let pieceByteCount = 4_096

    private let input: Int32
    private let output: Int32
    private let limit: Int
    /// A descriptor that becomes readable when the browser ends; -1 if there is none.
    private let browser: Int32

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - input: The descriptor of the messages from the browser, which stays open.
    ///   - output: The descriptor of the messages to the browser, which stays open.
    ///   - limit: The maximum length of a message from the browser, in bytes.
    ///   - watchesParent: True to end the connection when the parent process ends, which is the browser.
    package init(
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, limit: Int = inputLimit, watchesParent: Bool = true
    ) {
        self.input = input
        self.output = output
        self.limit = limit
        // PR_SET_PDEATHSIG would also report the end of the browser's thread that started this process.
        browser = watchesParent ? leftoff_open_parent() : -1
    }

    deinit {
        if browser >= 0 { close(browser) }
    }

    /// Waits for a message.
    ///
    /// - Returns: The message without its length; nil at the end of the input, or when the browser has ended.
    /// - Throws: ``NativeMessagingError``. After an error, no further message can be found in the input.
    package func receive() throws(NativeMessagingError) -> [UInt8]? {
        let head = try read(byteCount: Self.lengthByteCount)
        guard !head.isEmpty else { return nil }
        guard head.count == Self.lengthByteCount else { throw .truncatedLength(byteCount: head.count) }
        let length = Int(head.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
        guard length <= limit else { throw .tooLarge(length: length, limit: limit) }
        let message = try read(byteCount: length)
        guard message.count == length else { throw .truncatedMessage(byteCount: message.count, length: length) }
        return message
    }

    /// Sends a message.
    ///
    /// - Parameter message: JSON in UTF-8 of at most ``NativeResponse/messageLimit`` bytes.
    /// - Throws: ``NativeMessagingError/closed`` if the browser no longer reads, or an error of the system.
    package func send(_ message: [UInt8]) throws(NativeMessagingError) {
        let bytes = withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message
        var start = 0
        while start < bytes.count {
            guard wait(for: Int16(POLLOUT), on: output) else { throw .closed }
            let count = bytes.withUnsafeBytes { [output] buffer in
                let piece = UnsafeRawBufferPointer(rebasing: buffer[start...].prefix(Self.pieceByteCount))
                return Glibc.write(output, piece.baseAddress, piece.count)
            }
            let number = errno
            if count >= 0 {
                start += count
            } else if number == EPIPE {
                throw .closed
            } else if number != EINTR && number != EAGAIN {
                throw Self.error(number, "write a response")
            }
        }
    }

    /// Reads bytes until there are enough or the input ends.
    private func read(byteCount: Int) throws(NativeMessagingError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < byteCount {
            // What arrived before the browser ended is still read.
            guard wait(for: Int16(POLLIN), on: input) else { return bytes }
            let needed = min(byteCount - bytes.count, Self.chunkByteCount)
            var number: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: needed) { [input] buffer, count in
                let result = Glibc.read(input, buffer.baseAddress, needed)
                number = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if number == EINTR || number == EAGAIN { continue }
            guard number == 0 else { throw Self.error(number, "read a message") }
            guard !chunk.isEmpty else { return bytes }
            bytes += chunk
        }
        return bytes
    }

    /// Waits until a descriptor is ready, closed or broken.
    ///
    /// - Returns: False if the browser has ended and the descriptor is not ready.
    private func wait(for events: Int16, on descriptor: Int32) -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: events, revents: 0),
            // A negative descriptor is ignored.
            pollfd(fd: browser, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&entries, nfds_t(entries.count), -1)
            if count > 0 { return entries[0].revents != 0 }
            // Without poll, the descriptor itself reports the error.
            guard count == 0 || errno == EINTR || errno == EAGAIN else { return true }
        }
    }

    private static func error(_ number: Int32, _ operation: String) -> NativeMessagingError {
        .system(operation: operation, reason: String(cString: strerror(number)))
    }
}

/// A request of the browser extension.
///
/// ```json
/// {"id": 7, "method": "POST", "path": "/api/snapshots", "body": "{\"url\":\"https://example.org/\"}"}
/// ```
package struct NativeRequest: Sendable, Hashable {
    /// The largest id, up to which a number of JavaScript is exact.
    private static let largestID = 1 << 53 - 1

    /// The number that the response repeats.
    package var id: Int
    /// The method, such as `GET`.
    package var method: String
    /// The path and the query.
    package var path: String
    /// The body as text; nil if there is none.
    package var body: String?

    /// Parses a message.
    ///
    /// - Parameter bytes: JSON in UTF-8. Unknown keys are ignored if their values are not objects or arrays.
    /// - Throws: ``NativeMessagingError/invalidRequest(id:reason:)``.
    package init(json bytes: [UInt8]) throws(NativeMessagingError) {
        let message: JSONValue
        do throws(JSONError) {
            // A request has no nested values. Values in a large array would take many times their length.
            message = try JSONValue(json: bytes, limit: .max, depthLimit: 1)
        } catch {
            throw .invalidRequest(id: nil, reason: "the message is \(error)")
        }
        guard let members = message.object else {
            throw .invalidRequest(id: nil, reason: "the message is \(message.kindName) instead of an object")
        }
        guard let id = members["id"]?.integer, (0...Self.largestID).contains(id) else {
            throw .invalidRequest(id: nil, reason: "\"id\" must be a whole number from 0 to \(Self.largestID)")
        }
        guard let method = members["method"]?.string, !method.isEmpty else {
            throw .invalidRequest(id: id, reason: "\"method\" must be a method such as GET")
        }
        guard let path = members["path"]?.string, !path.isEmpty else {
            throw .invalidRequest(id: id, reason: "\"path\" must be a path of the API")
        }
        switch members["body"] {
        case .string(let text)?: body = text
        case .null?, nil: body = nil
        default: throw .invalidRequest(id: id, reason: "\"body\" must be a string")
        }
        self.id = id
        self.method = method
        self.path = path
    }
}

/// A response to a request of the browser extension.
package struct NativeResponse: Sendable, Hashable {
    /// The maximum length of a message to a browser, in bytes; browsers end the connection at a longer one.
    static let messageLimit = 1024 * 1024

    /// The id of the request; nil if it is unknown because the message was not a request.
    package var id: Int?
    /// The status code of HTTP.
    package var status: Int
    /// The body as JSON text; empty if there is none.
    package var body: String

    /// Creates a response.
    package init(id: Int?, status: Int, body: String) {
        self.id = id
        self.status = status
        self.body = body
    }

    /// Returns the messages that transmit the response.
    ///
    /// A body that is too long for one message is split between Unicode scalars. Every message but the last has the
    /// member `"more": true`, and only the first has `status`.
    ///
    /// - Parameter limit: The maximum length of a message, in bytes.
    /// - Returns: The messages as JSON in UTF-8, each created when it is needed.
    package func messages(limit: Int = messageLimit) -> some Sequence<[UInt8]> {
        NativeResponseMessages(self, limit: limit)
    }
}

/// The messages that transmit a response.
private struct NativeResponseMessages: Sequence, IteratorProtocol {
    private static let end = Array("}".utf8)
    private static let continuation = Array(",\"more\":true}".utf8)

    private let id: Int?
    private let status: Int
    private let body: [UInt8]
    private let limit: Int
    private var start = 0
    private var isComplete = false

    /// Creates the sequence of a response's messages.
    ///
    /// - Parameters:
    ///   - response: The response, whose body may be longer than a message.
    ///   - limit: The maximum length of a message in bytes: at least 100, which is enough for a scalar and all keys.
    init(_ response: NativeResponse, limit: Int) {
        id = response.id
        status = response.status
        body = Array(response.body.utf8)
        self.limit = Swift.max(limit, 100)
    }

    mutating func next() -> [UInt8]? {
        guard !isComplete else { return nil }
        var message = Array("{\"id\":\(id.map(String.init) ?? "null"),".utf8)
        if start == 0 { message += Array("\"status\":\(status),".utf8) }
        message += Array("\"body\":".utf8)
        let room = limit - message.count - "\"\"".utf8.count - Self.continuation.count
        let end = end(of: room)
        JSONString.append(String(decoding: body[start..<end], as: UTF8.self), to: &message)
        isComplete = end == body.count
        start = end
        return message + (isComplete ? Self.end : Self.continuation)
    }

    /// Returns the end of the longest part of the body that takes up at most a number of bytes as a JSON string.
    private func end(of room: Int) -> Int {
        body.withUnsafeBufferPointer { body in
            var length = 0
            var index = start
            while index < body.count {
                length += Self.escapedLength(of: body[index])
                guard length <= room else { break }
                index += 1
            }
            // The bytes 10xxxxxx continue a scalar (RFC 3629).
            while index < body.count, index > start, body[index] & 0xC0 == 0x80 { index -= 1 }
            return index
        }
    }

    /// Returns the maximum number of bytes that ``JSONString`` writes for a byte.
    private static func escapedLength(of byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): 2
        case 0..<0x20, 0x7F: 6
        // The escape of a character of two bytes has six, and those of longer ones have at most three for each byte.
        case 0x80...: 3
        default: 1
        }
    }
}

/// An error of the connection to a browser, or of one of its messages.
package enum NativeMessagingError: Error, Hashable, CustomStringConvertible {
    /// The input ended inside the four bytes of a length.
    case truncatedLength(byteCount: Int)
    /// The input ended inside a message.
    case truncatedMessage(byteCount: Int, length: Int)
    /// The announced length of a message is over the limit.
    case tooLarge(length: Int, limit: Int)
    /// The browser stopped reading before it received a complete response.
    case closed
    /// The system cannot read or write.
    case system(operation: String, reason: String)
    /// A message is not a valid request; `id` is nil if the message has none.
    case invalidRequest(id: Int?, reason: String)

    package var description: String {
        switch self {
        case .truncatedLength(let byteCount): "the input ended after \(byteCount) of the 4 bytes of a length"
        case .truncatedMessage(let byteCount, let length):
            "the input ended after \(byteCount) of the \(length) bytes of a message"
        case .tooLarge(let length, let limit): "a message of \(length) bytes is over the limit of \(limit) bytes"
        case .closed: "the browser closed the connection before it received a response"
        case .system(let operation, let reason): "cannot \(operation): \(reason)"
        case .invalidRequest(_, let reason): reason
        }
    }
}
