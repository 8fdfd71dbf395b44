import CParentProcess

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
    package static let inputLimit = 64 * 1024 * 1024

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
                #if canImport(Glibc)
                    return Glibc.write(output, piece.baseAddress, piece.count)
                #else
                    return Darwin.write(output, piece.baseAddress, piece.count)
                #endif
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
                #if canImport(Glibc)
                    let result = Glibc.read(input, buffer.baseAddress, needed)
                #else
                    let result = Darwin.read(input, buffer.baseAddress, needed)
                #endif
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
