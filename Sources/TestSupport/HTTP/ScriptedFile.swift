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
