import JSON

/// The messages that transmit a response.
struct NativeResponseMessages: Sequence, IteratorProtocol {
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
