import Compression
import Markup

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
        if start[0] == 0x1F, start[1] == 0x8B { return .gzip }
        // RFC 1950: the method, and a checksum of the first two bytes.
        if start[0] & 0x0F == 8, (Int(start[0]) << 8 | Int(start[1])) % 31 == 0 { return .zlib }
        // The usual first characters of a page, JSON or CSS, which are not compressed data.
        let isText =
            [0x3C, 0x7B, 0x5B, 0x2F, 0x40, 0x23, 0x2E, 0xEF].contains(start[0]) || ASCII.isWhitespace(start[0])
        return isDeflate && !isText ? .raw : nil
    }
}
