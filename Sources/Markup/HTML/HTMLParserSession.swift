import CLibXML2

/// One parse of one document: takes libxml2's calls, finds what they mean in the text, and steers libxml2.
final class HTMLParserSession {
    /// Another encoding than was decoded, which a `<meta>` declares.
    private(set) var declaredEncoding: CharacterEncoding?
    private let text: DecodedText
    private let handler: any MarkupHandler
    private var positions: PositionTracker
    private var foreign = ForeignContent()
    /// No tag that is still to come starts before this offset.
    private var known = 0
    /// Whether the next call for text repeats the name of a reference that is done with.
    private var skipsName = false
    private var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var parser: OpaquePointer?

    init(_ text: DecodedText, handler: any MarkupHandler) throws {
        self.text = text
        self.handler = handler
        positions = try PositionTracker(text)
    }

    func run() throws {
        try text.terminated.withUnsafeBufferPointer { bytes in
            self.bytes = bytes
            defer { self.bytes = UnsafeBufferPointer(start: nil, count: 0) }
            var next: Int? = 0
            while let start = next {
                try run(from: start)
                next = restart()
            }
        }
    }

    private func run(from start: Int) throws {
        guard let base = bytes.baseAddress else { return }
        var callbacks = leftoff_html_callbacks(
            start_element: { context, name in HTMLParserSession.of(context).start(name) },
            end_element: { context, name in HTMLParserSession.of(context).end(name) },
            characters: { context, text, count in
                HTMLParserSession.of(context).characters(UnsafeBufferPointer(start: text, count: count))
            },
            comment: { context in HTMLParserSession.of(context).comment() },
            instruction: { context in HTMLParserSession.of(context).instruction() })
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard let parser = leftoff_html_parser_create(base, text.byteCount, &callbacks, context) else {
            throw MarkupError.outOfMemory(byteCount: text.byteCount)
        }
        self.parser = parser
        defer {
            self.parser = nil
            leftoff_html_parser_free(parser)
        }
        known = start
        offset = start
        let result = withExtendedLifetime(self) { leftoff_html_parser_run(parser) }
        if result != 0 { throw MarkupError.outOfMemory(byteCount: text.byteCount) }
    }

    /// Where to go on when libxml2 took the rest of the text for a comment without end, and the standard does not.
    ///
    /// That happens at `<!-->` when no `-->` follows, thus hardly more than once in a text.
    private func restart() -> Int? {
        let locator = TagLocator(bytes: bytes, knowsForeign: foreign.isInside)
        guard let comment = locator.comment(from: known, before: text.byteCount) else { return nil }
        let end = locator.commentEnd(comment)
        return end < text.byteCount ? end : nil
    }

    private static func of(_ context: UnsafeMutableRawPointer) -> HTMLParserSession {
        Unmanaged<HTMLParserSession>.fromOpaque(context).takeUnretainedValue()
    }

    /// The offset of what libxml2 will read next.
    private var offset: Int {
        get { parser.map { leftoff_html_parser_offset($0) } ?? 0 }
        set { if let parser { leftoff_html_parser_seek(parser, newValue) } }
    }

    private func start(_ name: UnsafePointer<CChar>) {
        skipsName = false
        guard declaredEncoding == nil else { return }
        let locator = TagLocator(bytes: bytes, knowsForeign: foreign.isInside)
        switch locator.locate(name, from: known, before: offset) {
        case .absent: return
        case .hidden(let end):
            known = end
            offset = end
        case .found(let start):
            guard let tag = TagSyntax(bytes, at: start) else {
                // The text ends inside the tag, and the standard drops such a tag.
                known = text.byteCount
                offset = known
                return
            }
            report(tag, at: start)
        }
    }

    private func report(_ syntax: TagSyntax, at start: Int) {
        let name = StartTag.lowercased(bytes[syntax.name])
        let isForeign = foreign.start(name)
        if name == "meta", text.sniffed.isTentative {
            let tag = Array(bytes[start...syntax.end])
            if let declared = EncodingPrescan.encoding(in: tag[...]), declared != text.encoding {
                declaredEncoding = declared
                known = text.byteCount
                offset = known
                return
            }
        }
        known = syntax.end + 1
        let tag = StartTag(syntax, name: name, isForeign: isForeign, offset: start, text: text)
        handler.startTag(tag) { self.positions.position(at: start) }

        if !isForeign, let kind = RawTextContent.kind(of: name) {
            let contentEnd = RawTextContent.end(kind, of: name, in: bytes, from: known)
            let content = UnsafeBufferPointer(rebasing: bytes[known..<contentEnd])
            handler.content(
                kind == .escapable
                    ? CharacterReferences.decode(content, inAttribute: false)
                    : String(decoding: content, as: UTF8.self),
                of: name)
            known = contentEnd
            offset = contentEnd
        } else if isForeign, syntax.isSelfClosing {
            // libxml2 will see "/>" and end the element.
            offset = syntax.end - 1
        } else {
            // Behind any "/": HTML elements do not end themselves.
            offset = syntax.end
        }
    }

    private func end(_ name: UnsafePointer<CChar>) {
        let name = String(cString: name)
        foreign.end(name)
        handler.endTag(name)
    }

    private func characters(_ part: UnsafeBufferPointer<UInt8>) {
        if skipsName {
            skipsName = false
            return
        }
        if skipDeclaration(part) { return }
        known = max(known, offset)
        if part.count == 1, part.first == UInt8(ascii: "&"), let reference = unknownReference() {
            send(reference.text)
            known = reference.end
            offset = reference.end
            skipsName = true
        } else if part.count == 2, part[0] == 0xC2, part[1] < 0xA0, offset > 0, bytes[offset - 1] < 0x80 {
            // A reference to a number that HTML takes for one of windows-1252.
            send(String(Character(CharacterReferences.scalar(numbered: UInt32(part[1])))))
        } else {
            handler.text(part)
        }
    }

    private func send(_ text: String) {
        var text = text
        text.withUTF8 { handler.text($0) }
    }

    /// Skips what the standard takes for a comment and libxml2 for text: `<!x>`, and `</` without a name.
    ///
    /// - Parameter part: The text that libxml2 reports.
    /// - Returns: Whether it was that.
    private func skipDeclaration(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        let current = offset
        let locator = TagLocator(bytes: bytes, knowsForeign: foreign.isInside)
        if part.count == 1, part.first == UInt8(ascii: "<"), bytes[current] == UInt8(ascii: "<"),
            let end = locator.endOfUnreported(current)
        {
            known = end
            // libxml2 still stands at the `<` and will go on by one.
            offset = end - 1
            return true
        }
        if known + 2 < current, bytes[known] == UInt8(ascii: "<"), bytes[known + 1] == UInt8(ascii: "/"),
            !ASCII.isAlpha(bytes[known + 2]), bytes[known + 2] != UInt8(ascii: ">"),
            let end = locator.endOfUnreported(known)
        {
            known = end
            offset = end
            return true
        }
        return false
    }

    /// The reference before the offset, if libxml2 has just given up on one that the standard knows.
    ///
    /// libxml2 then reports the `&`, next the name, and goes on at the semicolon, if there is one.
    private func unknownReference() -> (text: String, end: Int)? {
        var start = offset
        guard start > 0, ASCII.isAlphanumeric(bytes[start - 1]) else { return nil }
        while start > 0, ASCII.isAlphanumeric(bytes[start - 1]) { start -= 1 }
        guard start > 0, bytes[start - 1] == UInt8(ascii: "&") else { return nil }
        return CharacterReferences.match(bytes, at: start - 1, inAttribute: false)
    }

    private func comment() {
        skipsName = false
        let locator = TagLocator(bytes: bytes, knowsForeign: foreign.isInside)
        let current = offset
        if let start = locator.comment(from: known, before: current) {
            let end = locator.commentEnd(start)
            if end != current { offset = end }
            known = end
        } else {
            known = max(known, current)
        }
    }

    private func instruction() {
        skipsName = false
        known = max(known, offset)
    }
}
