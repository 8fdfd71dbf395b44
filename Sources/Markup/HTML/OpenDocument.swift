/// A document that is being read in one encoding.
final class OpenDocument {
    /// The encoding and the evidence for it.
    private(set) var sniffed: SniffedEncoding

    private let handler: any MarkupHandler
    private let positions: TextPositions
    private var source: SourceMap?
    /// True if the document declares no encoding and all bytes so far were ASCII.
    private var isUndecided: Bool
    /// True if all bytes so far were ASCII, which nearly every encoding encodes as itself.
    private var isPlain: Bool
    private let locates: Bool
    private var decoder: (any SourceDecoder)?
    private var tokenizer = HTMLTokenizer()
    private var reporter: TagReporter
    /// The bytes of an incomplete character at the end of the last part.
    private var undecoded: [UInt8] = []
    /// The text that has not been consumed.
    private var text: [UInt8] = []
    /// The offset of the first byte of `text` in the document's text.
    private var offset = 0
    /// The length that the text must reach before it is tokenized again.
    ///
    /// It doubles each time, which keeps the work linear.
    private var nextAttempt = 0
    private var skipped = 0
    /// The number of source bytes that are decoded at a time.
    private static let pieceByteCount = 1 << 16

    init(
        _ sniffed: SniffedEncoding, interest: TagInterest, handler: any MarkupHandler, countsLines: Bool,
        listsStartTags: Bool, isFragment: Bool
    ) throws {
        self.sniffed = sniffed
        self.handler = handler
        isUndecided = sniffed.evidence == .validUTF8
        locates = countsLines
        isPlain = sniffed.encoding.extendsASCII && sniffed.encoding != .utf8
        let isVerbatim = isPlain || sniffed.encoding == .utf8
        source = isVerbatim || !countsLines ? nil : try SourceMap(sniffed.encoding)
        decoder = isVerbatim ? nil : try sniffed.encoding.makeDecoder()
        positions = TextPositions(
            byteOrderMarkByteCount: sniffed.byteOrderMarkByteCount, source: source, countsLines: countsLines)
        reporter = TagReporter(
            interest: interest, handler: handler, positions: positions,
            tentativeEncoding: sniffed.isTentative ? sniffed.encoding : nil, listsStartTags: listsStartTags,
            isFragment: isFragment)
    }

    deinit { reporter.deallocate() }

    /// The offsets of all start tags in the text; empty unless they were requested.
    var startTags: [Int] { reporter.startTags ?? [] }

    /// The encoding that a `<meta>` declares, if it differs from the current one; reading has stopped at that tag.
    var declaredEncoding: CharacterEncoding? { reporter.declaredEncoding }

    /// True if a `<meta>` may still change the encoding.
    var mayChangeEncoding: Bool {
        reporter.mayChangeEncoding
            && offset + text.count < TagReporter.latestDeclaration + TagReporter.longestDeclaration
    }

    /// Processes the next part.
    func read(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
        var part = part
        let skips = min(part.count, sniffed.byteOrderMarkByteCount - skipped)
        if skips > 0 {
            skipped += skips
            part = UnsafeBufferPointer(rebasing: part[skips...])
        }
        if isUndecided {
            guard undecoded.isEmpty else {
                let whole = undecoded + part
                undecoded = []
                return try whole.withUnsafeBufferPointer { try read($0, isLast: isLast) }
            }
            switch UTF8Decoder.beginsWellFormed(part) {
            case true?: isUndecided = false
            case false?:
                sniffed = sniffed.fallback()
                reporter.encodingChanged(to: sniffed.encoding)
                return try beginDecoding(part, isLast: isLast)
            case nil:
                // If a part ends within a character, the next part determines the encoding.
                guard let first = UTF8Decoder.firstBeyondASCII(part) else { break }
                if isLast {
                    sniffed = sniffed.fallback()
                    reporter.encodingChanged(to: sniffed.encoding)
                    return try beginDecoding(part, isLast: true)
                }
                undecoded = Array(part[first...])
                part = UnsafeBufferPointer(rebasing: part[..<first])
            }
        }
        if isPlain, UTF8Decoder.firstBeyondASCII(part) != nil { return try beginDecoding(part, isLast: isLast) }
        if decoder != nil { return try decode(part, isLast: isLast) }
        if text.isEmpty {
            let done = run(part, isLast: isLast)
            text.append(contentsOf: part[done...])
            scheduleNextAttempt(done: done)
        } else {
            // The final size is reserved at once, because growing step by step takes twice as long.
            if text.count > HTMLReader.longestTag / 4 { text.reserveCapacity(HTMLReader.longestTag + part.count) }
            text.append(contentsOf: part)
            try runText(isLast: isLast)
        }
    }

    /// Starts decoding with a part; all bytes before it were ASCII, so their text is equal to the source.
    private func beginDecoding(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
        isUndecided = false
        isPlain = false
        if sniffed.evidence == .fallback, let suggestion = sniffed.suggestion {
            sniffed.encoding = suggestion
            reporter.encodingChanged(to: suggestion)
        }
        decoder = try sniffed.encoding.makeDecoder()
        if locates {
            let map = try SourceMap(sniffed.encoding, from: offset)
            source = map
            positions.decodes(by: map)
        }
        // Text that has not been consumed is decoded too, because a NUL is replaced by another character.
        let waiting = text
        text = []
        waiting.withUnsafeBufferPointer { decodePiece($0, isLast: false) }
        try decode(part, isLast: isLast)
    }

    /// Decodes a part, piece by piece.
    private func decode(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
        var rest = part
        repeat {
            let piece = UnsafeBufferPointer(rebasing: rest.prefix(Self.pieceByteCount))
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(piece.count))
            let endsDocument = isLast && rest.isEmpty
            if undecoded.isEmpty {
                decodePiece(piece, isLast: endsDocument)
            } else {
                undecoded.append(contentsOf: piece)
                let whole = undecoded
                undecoded = []
                whole.withUnsafeBufferPointer { decodePiece($0, isLast: endsDocument) }
            }
            try runText(isLast: endsDocument)
        } while !rest.isEmpty && !reporter.isStopped
    }

    private func decodePiece(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) {
        guard piece.baseAddress != nil else { return }
        var position = 0
        let textStart = offset + text.count
        decoder?.decode(piece, from: &position, into: &text, limit: .max, isLast: isLast)
        source?.append(UnsafeBufferPointer(rebasing: piece[..<position]), text: textStart)
        undecoded.append(contentsOf: piece[position...])
    }

    private func runText(isLast: Bool) throws {
        guard isLast || text.count >= min(nextAttempt, HTMLReader.longestTag) else { return }
        let done = text.withUnsafeBufferPointer { run($0, isLast: isLast) }
        guard isLast || done > 0 || text.count < HTMLReader.longestTag else {
            throw MarkupError.tagTooLong(offset: offset)
        }
        text.removeFirst(done)
        scheduleNextAttempt(done: done)
    }

    private func scheduleNextAttempt(done: Int) {
        nextAttempt = text.isEmpty || done > 0 ? 0 : text.count * 2
    }

    private func run(_ window: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Int {
        guard let base = window.baseAddress else { return 0 }
        positions.begin(window, at: offset)
        reporter.begin(base, at: offset)
        let done = tokenizer.run(window, isLast: isLast, into: &reporter)
        offset += done
        if !isLast { positions.end(at: offset) }
        return done
    }
}
