import Glibc
import Syntax

/// A parser that reports the tags and the text of complete HTML documents.
///
/// ```swift
/// let interest = TagInterest(elements: [.a], triggers: ["href"], attributes: ["rel"])
/// let encoding = try HTMLParser.parse(
///     bytes, contentType: "text/html; charset=utf-8", isLocal: false, interest: interest, handler: handler)
/// ```
package enum HTMLParser {
    /// An implementation of the parser.
    package enum Engine: String, Sendable, CaseIterable {
        /// Leftoff's implementation of the HTML Standard's tokenizer.
        case standard
        /// libxml2's SAX interface, for comparison.
        case libxml2
    }

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - isLocal: True if the document is a file or standard input, false if it comes from the network.
    ///   - interest: The tags and attributes to report.
    ///   - handler: Receives the tags and the text.
    ///   - engine: The implementation to use.
    /// - Returns: The document's encoding.
    /// - Throws: ``MarkupError``.
    package static func parse(
        _ bytes: [UInt8], contentType: String?, isLocal: Bool, interest: TagInterest, handler: any MarkupHandler,
        engine: Engine = .standard
    ) throws -> CharacterEncoding {
        switch engine {
        case .standard:
            return try bytes.withUnsafeBufferPointer { bytes in
                let encoding = SniffedEncoding(ofHead: bytes, contentType: contentType, isLocal: isLocal)
                let reader = HTMLReader(interest: interest, handler: handler, encoding: encoding)
                try reader.readAll(bytes)
                return reader.encoding ?? .utf8
            }
        case .libxml2:
            let text = try DecodedText(bytes, contentType: contentType, isLocal: isLocal)
            guard let declared = try run(text, interest, handler) else { return text.encoding }
            handler.restart()
            let sniffed = SniffedEncoding(encoding: declared, evidence: .element)
            _ = try run(DecodedText(bytes, sniffed: sniffed), interest, handler)
            return declared
        }
    }

    private static func run(
        _ text: DecodedText, _ interest: TagInterest, _ handler: any MarkupHandler
    ) throws -> CharacterEncoding? {
        let session = try LibXML2Session(text, interest: interest, handler: handler)
        try session.run()
        return session.declaredEncoding
    }
}

/// A reader of a document that arrives in parts: it decodes the text and reports the tags.
///
/// The document's head has determined the encoding, which a `<meta>` may still change. The reports do not depend on how
/// the document is split into parts. If a document is in UTF-8, only the tokens that span several parts are copied.
package final class HTMLReader {
    /// The maximum length of a tag in bytes.
    ///
    /// A tag is kept in memory until it ends. `data:` URLs of several megabytes exist, but a tag that never ends must
    /// not exhaust the memory.
    static let longestTag = 1 << 24

    private let interest: TagInterest
    private let handler: any MarkupHandler
    private let sniffed: SniffedEncoding
    private let countsLines: Bool
    private let listsStartTags: Bool
    private let isFragment: Bool

    private var document: OpenDocument?
    /// The bytes received while a `<meta>` may still change the encoding.
    private var kept: [UInt8] = []

    /// Creates a reader for one document.
    ///
    /// - Parameters:
    ///   - interest: The tags and attributes to report.
    ///   - handler: Receives the tags and the text.
    ///   - encoding: The encoding that the document's head determines.
    ///   - countsLines: True if lines and columns of tags will be requested.
    ///   - listsStartTags: True if the offsets of all start tags will be requested.
    ///   - isFragment: True if the document is a part of a page, so that tags are reported even if they are not allowed
    ///     at the start of a page.
    package init(
        interest: TagInterest, handler: any MarkupHandler, encoding: SniffedEncoding, countsLines: Bool = true,
        listsStartTags: Bool = false, isFragment: Bool = false
    ) {
        self.isFragment = isFragment
        self.listsStartTags = listsStartTags
        self.countsLines = countsLines
        self.interest = interest
        self.handler = handler
        sniffed = encoding
    }

    /// The encoding of the document; nil before the first part has arrived.
    ///
    /// It may change until the document is finished.
    package var encoding: CharacterEncoding? { document?.sniffed.encoding }

    /// The offsets of the `<` of all start tags in the document's text, in ascending order; empty unless they were
    /// requested.
    package var startTags: [Int] { document?.startTags ?? [] }

    /// Returns the text to which the offsets in ``startTags`` refer; each NUL is replaced by a space.
    ///
    /// - Parameter bytes: The document that was read.
    /// - Returns: The text in UTF-8.
    /// - Throws: ``MarkupError``.
    package func text(of bytes: [UInt8]) throws -> [UInt8] {
        guard let sniffed = document?.sniffed, sniffed.encoding != .utf8 else {
            return bytes[(document?.sniffed.byteOrderMarkByteCount ?? 0)...].map { $0 == 0 ? 0x20 : $0 }
        }
        return try DecodedText(bytes, sniffed: sniffed).terminated.dropLast()
    }

    /// Processes the next part of the document.
    ///
    /// - Parameter part: The bytes as they were received.
    /// - Throws: ``MarkupError``.
    package func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        try read(part, isLast: false)
    }

    /// Processes the end of the document.
    ///
    /// - Throws: ``MarkupError``.
    package func finish() throws {
        try read(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
    }

    /// Processes a complete document.
    ///
    /// - Parameter bytes: The document as it was received.
    /// - Throws: ``MarkupError``.
    package func readAll(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        try read(bytes, isLast: true)
    }

    /// Begins to read the document in an encoding, from its start.
    private func open(in encoding: SniffedEncoding) throws -> OpenDocument {
        let opened = try OpenDocument(
            encoding, interest: interest, handler: handler, countsLines: countsLines,
            listsStartTags: listsStartTags, isFragment: isFragment)
        document = opened
        return opened
    }

    private func read(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
        let document = try document ?? open(in: sniffed)
        try document.read(part, isLast: isLast)
        if let declared = document.declaredEncoding {
            let before = kept
            kept = []
            handler.restart()
            let again = try open(in: SniffedEncoding(encoding: declared, evidence: .element))
            if !before.isEmpty { try before.withUnsafeBufferPointer { try again.read($0, isLast: false) } }
            try again.read(part, isLast: isLast)
        } else if document.mayChangeEncoding {
            if !isLast { kept.append(contentsOf: part) }
        } else if !kept.isEmpty {
            kept = []
        }
    }
}

/// A document that is being read in one encoding.
private final class OpenDocument {
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
