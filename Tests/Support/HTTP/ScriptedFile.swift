import Foundation
import Syntax

/// A file that a ``ScriptedServer`` serves with validators, ranges and faults.
package struct ScriptedFile: Sendable {
    /// The file's bytes.
    package var body: [UInt8]

    /// The entity tag with its quotes, `"v1"` or `W/"v1"`; nil to send none.
    package var etag: String?

    /// The value of Last-Modified; nil to send none.
    package var lastModified: String?

    /// The value of Content-Type.
    package var contentType = "application/octet-stream"

    /// Further header fields, for example Content-Disposition.
    package var fields: [ScriptedRequest.Field] = []

    /// True if every request with a Range field gets a 200 response with the whole file.
    package var ignoresRange = false

    /// True if a request with a Range field gets a 206 response even if If-Range does not match.
    package var ignoresIfRange = false

    /// The number that is added to the positions in Content-Range, which makes them wrong.
    package var contentRangeShift = 0

    /// A wrong total in Content-Range; nil for the correct one.
    package var contentRangeTotal: Int?

    /// The maximum number of bytes of a 206 response; nil for all that were requested.
    package var longestPart: Int?

    /// The number of body bytes after which the connection is closed; nil to send all.
    package var cutAfter: Int?

    /// The number of bytes between two pauses; nil to send all at once.
    package var step: Int?

    /// The pause between two steps.
    package var pause: Duration = .milliseconds(1)

    /// True if a step waits until the client has read the previous one.
    package var waitsForReader = false

    /// A function that is called after each step with the number of body bytes that were sent.
    package var onSent: (@Sendable (Int) -> Void)?

    /// A gate at which every response waits once, after a number of its body bytes.
    package var gate: (after: Int, ScriptedGate)?

    /// Creates a file without faults.
    package init(_ body: [UInt8], etag: String? = "\"v1\"", lastModified: String? = nil) {
        self.body = body
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Returns pseudo-random bytes, which are the same for the same seed.
    package static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
    }

    /// Responds to a request for the file.
    func respond(to request: ScriptedRequest, on connection: ScriptedConnection) throws {
        var head = fields.map { ($0.name, $0.value) } + [("Content-Type", contentType), ("Accept-Ranges", "bytes")]
        if let etag { head.append(("ETag", etag)) }
        if let lastModified { head.append(("Last-Modified", lastModified)) }
        var part = 0..<body.count
        var status = 200
        if !ignoresRange, mayUseRange(request), let range = request.value(of: "Range") {
            guard let wanted = parse(range) else {
                head.append(("Content-Range", "bytes */\(contentRangeTotal ?? body.count)"))
                return try connection.respond(416, head, to: request)
            }
            part = wanted.prefix(longestPart ?? wanted.count)
            status = 206
            let first = part.lowerBound + contentRangeShift
            let last = part.upperBound - 1 + contentRangeShift
            head.append(("Content-Range", "bytes \(first)-\(last)/\(contentRangeTotal ?? body.count)"))
        }
        head.append(("Content-Length", "\(part.count)"))
        if request.method == "HEAD" || part.isEmpty { connection.endResponse() }
        try connection.writeHead(status, head)
        guard request.method != "HEAD" else { return }
        try writeBody(body[part], on: connection)
    }

    private func writeBody(_ bytes: ArraySlice<UInt8>, on connection: ScriptedConnection) throws {
        let end = min(cutAfter ?? bytes.count, bytes.count)
        let stop = gate.map { min($0.after, end) } ?? end
        try writePart(bytes.prefix(stop), isLast: gate == nil, on: connection)
        if let gate {
            try gate.1.wait()
            try writePart(bytes.prefix(end).dropFirst(stop), isLast: true, on: connection)
        }
        if end < bytes.count { connection.close() }
    }

    /// Writes a part of the body.
    ///
    /// The response counts as ended when the last write of the last part starts, because the client may send its next
    /// request then.
    private func writePart(_ bytes: ArraySlice<UInt8>, isLast: Bool, on connection: ScriptedConnection) throws {
        guard let step else {
            if isLast { connection.endResponse() }
            try connection.write(bytes)
            onSent?(bytes.count)
            return
        }
        var rest = bytes
        while !rest.isEmpty {
            let piece = rest.prefix(max(step, 1))
            rest = rest.dropFirst(piece.count)
            if isLast && rest.isEmpty { connection.endResponse() }
            try connection.write(piece)
            onSent?(piece.count)
            if !rest.isEmpty {
                try connection.pause(pause)
                if waitsForReader { try connection.waitUntilRead() }
            }
        }
    }

    /// Returns true if the request has no If-Range, or its If-Range allows a partial response (RFC 9110, section
    /// 13.1.5).
    private func mayUseRange(_ request: ScriptedRequest) -> Bool {
        guard !ignoresIfRange, let condition = request.value(of: "If-Range") else { return true }
        if condition.hasPrefix("\"") { return condition == etag }
        return condition == lastModified
    }

    /// Parses a single range (RFC 9110, section 14.1.2).
    private func parse(_ value: String) -> Range<Int>? {
        guard value.hasPrefix("bytes=") else { return nil }
        let ends = value.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let count = Int(ends[1]), count > 0, !body.isEmpty else { return nil }
            return max(0, body.count - count)..<body.count
        }
        guard let first = Int(ends[0]), first < body.count else { return nil }
        guard !ends[1].isEmpty else { return first..<body.count }
        guard let last = Int(ends[1]), last >= first else { return nil }
        return first..<min(last + 1, body.count)
    }
}

/// A large file that is served slowly, with a counter of the bytes that were sent.
package final class ThrottledFile: Sendable {
    /// The file's bytes.
    package let content: [UInt8]

    /// The responder that serves the file.
    package let responder: ScriptedResponder

    private let counter: Counter

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - content: The file's bytes.
    ///   - bytesPerStep: The number of bytes that are sent on a connection in one step.
    ///   - pause: The pause between two steps.
    ///   - waitsForReader: True if a step waits until the client has read the previous one.
    package init(_ content: [UInt8], bytesPerStep: Int, pause: Duration, waitsForReader: Bool = false) {
        let counter = Counter()
        var file = ScriptedFile(content)
        file.step = bytesPerStep
        file.pause = pause
        file.waitsForReader = waitsForReader
        file.onSent = { counter.add($0) }
        self.content = content
        self.counter = counter
        responder = .file(file)
    }

    /// The number of body bytes that were sent, in all responses.
    package var served: Int { counter.value }

    /// Waits on a separate thread until a number of bytes have been sent.
    ///
    /// - Parameter count: The number of body bytes in all responses.
    /// - Throws: ``ScriptedServerError/timedOut(what:)`` after ``ScriptedGate/timeout`` seconds.
    package func hasServed(_ count: Int) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { [counter] in
                continuation.resume(with: Result { try counter.wait(for: count) })
            }
        }
    }

    /// Returns bytes for large files; it is faster than ``ScriptedFile/bytes(_:seed:)``.
    ///
    /// They repeat a block that contains its own number, so that no two parts are equal.
    package static func bytes(_ count: Int) -> [UInt8] {
        let size = 65_536
        var block = ScriptedFile.bytes(size, seed: 3)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for number in 0...(count / size) {
            withUnsafeBytes(of: UInt64(number)) { for (index, byte) in $0.enumerated() { block[index * 8_000] = byte } }
            bytes.append(contentsOf: block.prefix(count - bytes.count))
        }
        return bytes
    }

    private final class Counter: Sendable {
        // Safe, because every access holds the condition's lock.
        private nonisolated(unsafe) var number = 0
        private let condition = NSCondition()

        var value: Int {
            condition.lock()
            defer { condition.unlock() }
            return number
        }

        func add(_ count: Int) {
            condition.lock()
            number += count
            condition.broadcast()
            condition.unlock()
        }

        func wait(for count: Int) throws {
            let deadline = Date(timeIntervalSinceNow: ScriptedGate.timeout)
            condition.lock()
            defer { condition.unlock() }
            while number < count {
                guard condition.wait(until: deadline) else {
                    throw ScriptedServerError.timedOut(what: "\(count) bytes to be sent, \(number) were")
                }
            }
        }
    }
}

/// A short body that expands to many zeros.
///
/// ```swift
/// let bomb = DecompressionBomb(coding: "gzip, gzip")
/// print(bomb.body.count < 1_000, bomb.byteCount)  // true 16000000
/// ```
package struct DecompressionBomb: Sendable {
    /// The combinations of content codings of which there are bombs.
    package static let codings = ["gzip", "x-gzip", "deflate", "br", "gzip, gzip", "deflate, gzip", "gzip, gzip, gzip"]

    /// 16 million zeros in Brotli.
    private static let brotli: [UInt8] = [
        0xCB, 0xFF, 0xFF, 0x3F, 0xF8, 0x25, 0x60, 0xE2, 0xB1, 0x40, 0x20, 0xF7, 0xFE, 0x2F, 0xFF, 0x47, 0xE8, 0xF0,
        0x4B, 0x00, 0xC4, 0x61, 0x11, 0x80, 0xEE, 0x06, 0x1D,
    ]

    /// The number of zeros in a member, and of those that a bomb of other codings than gzip expands to.
    private static let memberByteCount = 16_000_000
    private static let member = Gzip.compressed([UInt8](repeating: 0, count: memberByteCount), level: .usual) ?? []

    /// The value of Content-Encoding.
    package let coding: String
    /// The encoded body.
    package let body: [UInt8]
    /// The number of zeros to which the body expands.
    package let byteCount: Int

    /// Creates a bomb.
    ///
    /// - Parameters:
    ///   - coding: One of ``codings``.
    ///   - members: The number of gzip members with 16 million zeros each; other codings have one stream.
    package init(coding: String, members: Int = 1) {
        self.coding = coding
        var layers = coding.split(separator: ", ")
        var body: [UInt8]
        switch layers.removeFirst() {
        case "br": (body, byteCount) = (Self.brotli, Self.memberByteCount)
        // The deflate data of a gzip member without its header and trailer (RFC 1952, section 2.3).
        case "deflate": (body, byteCount) = (Array(Self.member[10..<Self.member.count - 8]), Self.memberByteCount)
        default:
            body = Array(repeatElement(Self.member, count: members).joined())
            byteCount = members * Self.memberByteCount
        }
        for _ in layers { body = Gzip.compressed(body) ?? [] }
        self.body = body
    }

    /// The response with the bomb.
    package var response: ScriptedResponder {
        .ok(body, fields: [("Content-Encoding", coding), ("Content-Type", "text/html")])
    }
}
