import HTTPSyntax
import Numbers
import WHATWGURL

/// A parser that assembles the head of a response from the lines that libcurl delivers.
struct HeadParser {
    /// The effect of a line.
    enum Event: Equatable {
        /// More lines are needed.
        case more

        /// The head of the final response is complete; interim responses (1xx) are skipped.
        case complete

        /// The head is longer than ``maximumBytes``.
        case tooLong
    }

    /// The maximum length of a head, in bytes.
    ///
    /// Browsers allow about 256 KiB. A longer head is probably an attempt to exhaust the memory.
    static let maximumBytes = 262_144

    private(set) var status = 0
    private(set) var version = ""
    private(set) var fields: [HTTPField] = []
    private var byteCount = 0
    private var isComplete = false

    /// True if the response was sent over HTTP/1, where responses on a connection follow one another.
    var isVersionOne: Bool { version.utf8.first == UInt8(ascii: "1") }

    /// The announced length of the body in bytes; nil if the body is chunked or ends with the connection.
    var contentLength: Int64? {
        guard !fields.contains(where: { $0.isNamed("Transfer-Encoding") }) else { return nil }
        return fields.first { $0.isNamed("Content-Length") }.flatMap { ByteCount(digits: $0.value)?.bytes }
    }

    /// The content codings in the order in which they were applied, in lower case.
    var contentCodings: [String] {
        ResponseHead.contentCodings(fields)
    }

    /// Receives a line, including its line ending.
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Event {
        byteCount += line.count
        guard byteCount <= Self.maximumBytes else { return .tooLong }
        guard !isComplete else { return .more }  // trailer fields
        let text = Self.trimmingEnd(line)
        if text.isEmpty {
            // After status 101 another protocol begins, so no further head follows.
            guard status >= 200 || status == 101 else {
                fields = []
                return .more
            }
            isComplete = true
            return .complete
        }
        if text.starts(with: "HTTP/".utf8) {
            receiveStatusLine(text)
        } else if text.first == 0x20 || text.first == 0x09, let last = fields.indices.last {
            // Obsolete line folding (RFC 9112, section 5.2).
            fields[last].value += " " + Self.decode(Self.trimmingStart(text))
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = Self.decode(UnsafeRawBufferPointer(rebasing: text[..<colon]))
            let rest = UnsafeRawBufferPointer(rebasing: text[(colon + 1)...])
            fields.append(HTTPField(name: name, value: Self.decode(Self.trimmingStart(rest))))
        }
        return .more
    }

    private mutating func receiveStatusLine(_ line: UnsafeRawBufferPointer) {
        let parts = line.dropFirst(5).split(separator: 0x20, maxSplits: 2)
        // libcurl has checked the line. An empty version and the status 0 have no special effect.
        version = parts.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        status = parts.dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        fields = []
        // Most responses have fewer fields, so the array rarely grows.
        fields.reserveCapacity(16)
    }

    private static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmingEnd(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var end = bytes.endIndex
        while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[..<end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09
    }

    private static func trimmingStart(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var start = 0
        while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start...])
    }
}
