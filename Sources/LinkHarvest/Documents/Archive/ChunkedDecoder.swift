import Markup

/// A decoder of the chunked transfer coding that processes a body in parts (RFC 9112, section 7.1).
///
/// Archives often keep the header field although they store the decoded body. A body that does not start with the size
/// of a chunk is therefore passed through unchanged.
struct ChunkedDecoder {
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

    /// True if the body is complete.
    var isComplete: Bool {
        switch state {
        case .done, .plain: true
        case .size, .data, .dataEnd: false
        }
    }

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
