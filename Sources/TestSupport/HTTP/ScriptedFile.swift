/// A file that a ``ScriptedServer`` serves with validators and ranges, and with the faults that are asked for.
package struct ScriptedFile: Sendable {
    /// The file's bytes.
    package var body: [UInt8]

    /// The entity tag with its quotes, `"v1"` or `W/"v1"`; nil sends none.
    package var etag: String?

    /// The value of Last-Modified; nil sends none.
    package var lastModified: String?

    /// The value of Content-Type.
    package var contentType = "application/octet-stream"

    /// Further header fields, for example Content-Disposition.
    package var fields: [ScriptedRequest.Field] = []

    /// Answers 200 with the whole file to every Range.
    package var ignoresRange = false

    /// Answers 206 even where If-Range does not match.
    package var ignoresIfRange = false

    /// Added to the first position in Content-Range, so that it tells a wrong place.
    package var contentRangeShift = 0

    /// The total that Content-Range tells, where it is not to be the true one.
    package var contentRangeTotal: Int?

    /// Closes the connection after so many body bytes of a response; nil sends all.
    package var cutAfter: Int?

    /// How many bytes go out between two pauses; nil sends all at once.
    package var step: Int?

    /// The time between two steps.
    package var pause: Duration = .milliseconds(1)

    /// Whether a step waits until the client has read all of the one before, so that no more than one lies in the sockets.
    package var waitsForReader = false

    /// Is told how many body bytes have gone out, after each step.
    package var hear: (@Sendable (Int) -> Void)?

    /// A gate at which every response waits once, after this many of its body bytes.
    package var gate: (after: Int, ScriptedGate)?

    /// Makes a file without faults.
    ///
    /// - Parameters:
    ///   - body: The file's bytes.
    ///   - etag: The entity tag with its quotes.
    ///   - lastModified: The value of Last-Modified.
    package init(_ body: [UInt8], etag: String? = "\"v1\"", lastModified: String? = nil) {
        self.body = body
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Makes the byte sequence that tests use as a file's contents: the same seed gives the same bytes.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - seed: Any number.
    /// - Returns: The bytes.
    package static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
    }

    /// Answers a request for the file.
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
            part = wanted
            status = 206
            let first = part.lowerBound + contentRangeShift
            let last = part.upperBound - 1 + contentRangeShift
            head.append(("Content-Range", "bytes \(first)-\(last)/\(contentRangeTotal ?? body.count)"))
        }
        head.append(("Content-Length", "\(part.count)"))
        if request.method == "HEAD" || part.isEmpty { connection.endAnswer() }
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

    /// Writes a part; the answer ends when the last write of the last part begins, after which the client may ask again.
    private func writePart(_ bytes: ArraySlice<UInt8>, isLast: Bool, on connection: ScriptedConnection) throws {
        guard let step else {
            if isLast { connection.endAnswer() }
            try connection.write(bytes)
            hear?(bytes.count)
            return
        }
        var rest = bytes
        while !rest.isEmpty {
            let piece = rest.prefix(max(step, 1))
            rest = rest.dropFirst(piece.count)
            if isLast && rest.isEmpty { connection.endAnswer() }
            try connection.write(piece)
            hear?(piece.count)
            if !rest.isEmpty {
                try connection.pause(pause)
                if waitsForReader { try connection.waitUntilRead() }
            }
        }
    }

    /// Tells whether If-Range, if there is one, allows a part (RFC 9110, section 13.1.5).
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
