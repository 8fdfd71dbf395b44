import Markup
import Syntax

/// An HTTP response in the block of a WARC record, read in parts and decoded.
struct ArchivedResponse {
    /// The head of the response, which precedes the body.
    struct Head {
        /// The status code; nil if the status line is malformed.
        var status: Int?
        var fields: [HeaderField]
    }

    private static let longestHead = 1 << 18

    private var head: [UInt8] = []
    private var isInBody = false
    private var chunked: ChunkedDecoder?
    private var inflater: BodyInflater?
    private var isUnreadable = false

    /// Processes the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: Bytes of the record's block.
    ///   - began: Receives the head when it is complete.
    ///   - body: Receives the decoded body in parts.
    /// - Throws: ``WARCProblem``.
    mutating func push(
        _ bytes: UnsafeBufferPointer<UInt8>, began: (Head) -> Void, body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws {
        guard !isInBody else { return try decode(bytes, to: body) }
        var position = 0
        while position < bytes.count, !isInBody {
            head.append(bytes[position])
            position += 1
            guard head.last == 0x0A else {
                guard head.count <= Self.longestHead else { throw WARCProblem.malformedResponse }
                continue
            }
            if head.suffix(2) == [0x0A, 0x0A] || head.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A]
                || head.suffix(3) == [0x0A, 0x0D, 0x0A]
            {
                try begin(began)
            }
        }
        if position < bytes.count { try decode(UnsafeBufferPointer(rebasing: bytes[position...]), to: body) }
    }

    /// Processes the end of the response.
    ///
    /// - Throws: ``WARCProblem`` if the response is incomplete.
    mutating func finish(to body: (UnsafeBufferPointer<UInt8>) -> Void) throws {
        guard isInBody else { throw WARCProblem.malformedResponse }
        if var chunked {
            try chunked.finish { try inflate($0, to: body) }
            if chunked.isCorrupt { throw WARCProblem.badCoding("its chunks are damaged") }
        }
        try inflater?.finish(to: body)
    }

    private mutating func begin(_ began: (Head) -> Void) throws {
        isInBody = true
        let lines = head.split(separator: 0x0A, maxSplits: 1)
        guard let first = lines.first, first.starts(with: "HTTP/".utf8) else { throw WARCProblem.malformedResponse }
        let words = String(decoding: first, as: UTF8.self).streamSafe.split(separator: " ")
        let fields = HeaderFieldParser.parse(lines.count > 1 ? lines[1] : [])
        head = []
        if fields["Transfer-Encoding"].map(ASCII.lowercase)?.contains("chunked") == true { chunked = ChunkedDecoder() }
        began(Head(status: words.count > 1 ? Int(words[1].prefix(3)) : nil, fields: fields))
        switch ASCII.lowercase(fields["Content-Encoding"] ?? "").trimmingASCIIWhitespace() {
        case "", "identity": break
        case "gzip", "x-gzip": inflater = BodyInflater(isDeflate: false)
        case "deflate": inflater = BodyInflater(isDeflate: true)
        case let other:
            isUnreadable = true
            throw WARCProblem.badCoding("its content coding \(other.prefix(40)) is not known")
        }
    }

    private mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, to body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws {
        guard !isUnreadable else { return }
        if chunked != nil {
            // Moved out temporarily, so that the decoder and the inflater can be modified at the same time.
            var decoder = chunked ?? ChunkedDecoder()
            defer { chunked = decoder }
            try decoder.push(bytes) { try inflate($0, to: body) }
        } else {
            try inflate(bytes, to: body)
        }
    }

    private func inflate(
        _ bytes: UnsafeBufferPointer<UInt8>, to body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws {
        guard let inflater else { return body(bytes) }
        try inflater.push(bytes, to: body)
    }
}

/// A parser of the header fields of HTTP and WARC.
enum HeaderFieldParser {
    /// Parses header fields.
    ///
    /// - Parameter bytes: Lines that end with CR LF or LF, in UTF-8 or otherwise ISO 8859-1. A line that starts with
    ///   white space continues the previous one (RFC 9112, section 5.2).
    /// - Returns: The fields; a line without a colon is ignored.
    static func parse(_ bytes: some Collection<UInt8>) -> [HeaderField] {
        var fields: [HeaderField] = []
        for line in bytes.split(separator: 0x0A) {
            var line = Array(line)
            if line.last == 0x0D { line.removeLast() }
            guard let first = line.first else { continue }
            if first == 0x20 || first == 0x09 {
                guard let last = fields.indices.last else { continue }
                fields[last].value += " " + text(line).trimmingASCIIWhitespace()
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 {
                fields.append(
                    HeaderField(
                        name: text(line[..<colon]).trimmingASCIIWhitespace(),
                        value: text(line[(colon + 1)...]).trimmingASCIIWhitespace()))
            }
        }
        return fields
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)?.streamSafe
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// A decoder of the chunked transfer coding that processes a body in parts (RFC 9112, section 7.1).
///
/// Archives often keep the header field although they store the decoded body. A body that does not start with the size
/// of a chunk is therefore passed through unchanged.
private struct ChunkedDecoder {
    private enum State {
        case size
        case data
        case dataEnd
        case done
        case plain
    }

    private static let longestLine = 256

    private var state = State.size
    private var line: [UInt8] = []
    private var remaining = 0
    private var isFirst = true
    /// True if the body violates the coding after its first chunk; the rest was passed through unchanged.
    private(set) var isCorrupt = false

    mutating func push(
        _ bytes: UnsafeBufferPointer<UInt8>, to output: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        var position = 0
        while position < bytes.count {
            switch state {
            case .done: return
            case .plain:
                try output(UnsafeBufferPointer(rebasing: bytes[position...]))
                return
            case .data:
                let end = min(bytes.count, position + remaining)
                try output(UnsafeBufferPointer(rebasing: bytes[position..<end]))
                remaining -= end - position
                position = end
                if remaining == 0 { state = .dataEnd }
            case .dataEnd:
                // The line end after the data.
                if bytes[position] == 0x0A { state = .size }
                if bytes[position] != 0x0A, bytes[position] != 0x0D { state = .size } else { position += 1 }
            case .size:
                let byte = bytes[position]
                position += 1
                line.append(byte)
                guard byte == 0x0A || line.count > Self.longestLine else { continue }
                guard let size = Self.size(line) else {
                    isCorrupt = !isFirst
                    state = .plain
                    try line.withUnsafeBufferPointer(output)
                    line = []
                    continue
                }
                line = []
                isFirst = false
                remaining = size
                state = size == 0 ? .done : .data
            }
        }
    }

    /// Processes the end of the body, and passes through bytes that looked like the start of a chunked body.
    mutating func finish(to output: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        guard case .size = state, isFirst, !line.isEmpty else { return }
        state = .plain
        try line.withUnsafeBufferPointer(output)
    }

    private static func size(_ line: [UInt8]) -> Int? {
        guard line.last == 0x0A else { return nil }
        var size = 0
        var index = 0
        while index < line.count, let digit = ASCII.hexValue(line[index]) {
            guard index < 15 else { return nil }
            size = size << 4 | Int(digit)
            index += 1
        }
        let next = line[index]
        let ends = next == 0x0A || next == 0x0D || next == 0x20 || next == 0x09 || next == UInt8(ascii: ";")
        return index > 0 && ends ? size : nil
    }
}

/// A decoder of the content codings `gzip` and `deflate` (RFC 9110, section 8.4.1).
///
/// The first bytes determine the format. Servers disagree about the meaning of `deflate`, and archives often keep the
/// header field although they store the decoded body.
final class BodyInflater {
    private var start: [UInt8] = []
    private var inflater: Inflater?
    private var isPlain = false
    private var isDone = false
    private let isDeflate: Bool

    /// Creates a decoder for one body.
    ///
    /// - Parameter isDeflate: True if the declared coding is `deflate` rather than `gzip`.
    init(isDeflate: Bool) {
        self.isDeflate = isDeflate
    }

    func push(_ bytes: UnsafeBufferPointer<UInt8>, to body: (UnsafeBufferPointer<UInt8>) -> Void) throws {
        if isPlain { return body(bytes) }
        guard !isDone else { return }
        if inflater == nil {
            start.append(contentsOf: bytes)
            guard start.count >= 2 else { return }
            let wrapper = wrapper(of: start)
            isPlain = wrapper == nil
            inflater = try wrapper.map { try Inflater($0) }
            let first = start
            start = []
            return try first.withUnsafeBufferPointer { try push($0, to: body) }
        }
        do {
            isDone = try inflater?.run(bytes, to: body).isEnd ?? true
        } catch let error as CompressionError {
            isDone = true
            throw WARCProblem.badCoding("\(error)")
        }
    }

    func finish(to body: (UnsafeBufferPointer<UInt8>) -> Void) throws {
        if inflater == nil, !isPlain, !start.isEmpty {
            start.withUnsafeBufferPointer(body)
        } else if inflater != nil, !isDone {
            throw WARCProblem.badCoding("\(CompressionError.truncated)")
        }
    }

    /// Returns the compression format; nil for a body that is not compressed.
    private func wrapper(of start: [UInt8]) -> CompressedFormat? {
        if Gzip.isCompressed(start) { return .gzip }
        // RFC 1950: the method, and a checksum of the first two bytes.
        if start[0] & 0x0F == 8, (Int(start[0]) << 8 | Int(start[1])) % 31 == 0 { return .zlib }
        // The usual first characters of a page, JSON or CSS, which are not compressed data.
        let isText =
            [0x3C, 0x7B, 0x5B, 0x2F, 0x40, 0x23, 0x2E, 0xEF].contains(start[0]) || ASCII.isWhitespace(start[0])
        return isDeflate && !isText ? .raw : nil
    }
}
