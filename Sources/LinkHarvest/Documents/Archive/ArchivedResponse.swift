import Markup

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
        let words = String(decoding: first, as: UTF8.self).split(separator: " ")
        let fields = HeaderFields.parse(lines.count > 1 ? lines[1] : [])
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
