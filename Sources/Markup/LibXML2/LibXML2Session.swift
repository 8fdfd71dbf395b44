import CLibXML2

/// A parse of one document by libxml2, whose results are corrected to follow the HTML Standard.
///
/// libxml2 2.9 has a tokenizer for HTML 4. Where it departs from the HTML Standard, this type corrects it in three
/// ways. Tags and their attributes are scanned again in the text where libxml2 finds them, elements with text content
/// are skipped by the standard's rules, and comments end where the standard ends them.
final class LibXML2Session {
    /// The encoding that a `<meta>` declares, if it differs from the current one.
    var declaredEncoding: CharacterEncoding? { reporter.declaredEncoding }
    private let text: DecodedText
    private let handler: any MarkupHandler
    private let positions: TextPositions
    private var reporter: TagReporter
    /// The offset before which no further tag starts.
    private var known = 0
    /// True if the next text that libxml2 reports is the name of a reference that has been reported already.
    private var skipsName = false
    private var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var parser: OpaquePointer?

    init(_ text: DecodedText, interest: TagInterest, handler: any MarkupHandler) throws {
        self.text = text
        self.handler = handler
        let map = text.isVerbatim ? nil : try SourceMap(text.encoding)
        let skipped = text.sniffed.byteOrderMarkByteCount
        text.source.withUnsafeBufferPointer {
            map?.append(UnsafeBufferPointer(rebasing: $0[skipped...]), text: 0)
        }
        positions = TextPositions(byteOrderMarkByteCount: skipped, source: map)
        reporter = TagReporter(
            interest: interest, handler: handler, positions: positions,
            tentativeEncoding: text.sniffed.isTentative ? text.encoding : nil, isFragment: true)
    }

    deinit { reporter.deallocate() }

    func run() throws {
        try text.terminated.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            self.bytes = bytes
            positions.begin(UnsafeBufferPointer(rebasing: bytes.dropLast()), at: 0)
            reporter.begin(base, at: 0)
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
            start_element: { context, name in LibXML2Session.of(context).start(name) },
            end_element: { context, name in LibXML2Session.of(context).end(name) },
            characters: { context, text, count in
                LibXML2Session.of(context).characters(UnsafeBufferPointer(start: text, count: count))
            },
            comment: { context in LibXML2Session.of(context).comment() },
            instruction: { context in LibXML2Session.of(context).instruction() })
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

    /// Returns the offset at which to continue if libxml2 wrongly took the rest of the text for an unclosed comment.
    ///
    /// libxml2 does so at `<!-->` if no `-->` follows, which is rare.
    private func restart() -> Int? {
        let locator = TagLocator(bytes: bytes, knowsForeign: reporter.isInForeignContent)
        guard let comment = locator.comment(from: known, before: text.byteCount) else { return nil }
        let end = locator.commentEnd(comment)
        return end < text.byteCount ? end : nil
    }

    private static func of(_ context: UnsafeMutableRawPointer) -> LibXML2Session {
        Unmanaged<LibXML2Session>.fromOpaque(context).takeUnretainedValue()
    }

    /// The offset at which libxml2 continues to read.
    private var offset: Int {
        get { parser.map { leftoff_html_parser_offset($0) } ?? 0 }
        set { if let parser { leftoff_html_parser_seek(parser, newValue) } }
    }

    private func start(_ name: UnsafePointer<CChar>) {
        skipsName = false
        guard !reporter.isStopped else { return }
        let locator = TagLocator(bytes: bytes, knowsForeign: reporter.isInForeignContent)
        switch locator.locate(name, from: known, before: offset) {
        case .absent: return
        case .hidden(let end):
            known = end
            offset = end
        case .found(let start):
            guard let base = bytes.baseAddress,
                let end = TagScanner.scan(base, end: text.byteCount, from: start + 1, into: &reporter)
            else {
                // The text ends inside the tag, and the standard drops such a tag.
                known = text.byteCount
                offset = known
                return
            }
            report(start..<end.offset, isSelfClosing: end.isSelfClosing)
        }
    }

    private func report(_ tag: Range<Int>, isSelfClosing: Bool) {
        let kind = reporter.startTag(tag, isSelfClosing: isSelfClosing)
        if reporter.isStopped {
            known = text.byteCount
            offset = known
            return
        }
        known = tag.upperBound
        if let kind {
            var nameEnd = tag.lowerBound + 1
            while ASCII.isAlphanumeric(bytes[nameEnd]) { nameEnd += 1 }
            let name = bytes[tag.lowerBound + 1..<nameEnd].map { ASCII.lowercase($0) }
            let contentEnd = RawTextContent.end(kind, of: name, in: bytes, from: known)
            if reporter.wantsText, known < contentEnd { reporter.text(known..<contentEnd, in: kind, isCDATA: false) }
            // libxml2 does not always report the end of such an element.
            if contentEnd < text.byteCount {
                end(String(decoding: name, as: UTF8.self))
            }
            known = contentEnd
            offset = contentEnd
        } else if reporter.isLastForeign, isSelfClosing {
            // libxml2 then reads "/>" and closes the element.
            offset = tag.upperBound - 2
        } else {
            // The position is after any "/", because HTML elements do not close themselves.
            offset = tag.upperBound - 1
        }
    }

    private func end(_ name: UnsafePointer<CChar>) {
        end(String(cString: name))
    }

    private func end(_ name: String) {
        reporter.end(ElementName(rawValue: name) ?? .other, hash: NameTable.hash(of: name))
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
            // The reference is a number that HTML decodes as windows-1252.
            send(String(Character(CharacterReferences.scalar(numbered: UInt32(part[1])))))
        } else {
            if reporter.wantsText { handler.text(part) }
        }
    }

    private func send(_ text: String) {
        guard reporter.wantsText else { return }
        var text = text
        text.withUTF8 { handler.text($0) }
    }

    /// Skips markup that is a comment in the standard but text in libxml2: `<!x>`, and `</` without a name.
    ///
    /// - Parameter part: The text that libxml2 reports.
    /// - Returns: True if the text was such markup.
    private func skipDeclaration(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        let current = offset
        let locator = TagLocator(bytes: bytes, knowsForeign: reporter.isInForeignContent)
        if part.count == 1, part.first == UInt8(ascii: "<"), bytes[current] == UInt8(ascii: "<"),
            let end = locator.endOfUnreported(current)
        {
            known = end
            // libxml2 is still at the `<`, and advances by one byte afterwards.
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

    /// Returns the reference before the current offset if libxml2 has just rejected it although the standard defines
    /// it.
    ///
    /// libxml2 reports such a reference as text: first the `&`, then the name. It continues at the semicolon, if there
    /// is one.
    private func unknownReference() -> (text: String, end: Int)? {
        var start = offset
        guard start > 0, ASCII.isAlphanumeric(bytes[start - 1]) else { return nil }
        while start > 0, ASCII.isAlphanumeric(bytes[start - 1]) { start -= 1 }
        guard start > 0, bytes[start - 1] == UInt8(ascii: "&") else { return nil }
        return CharacterReferences.match(bytes, at: start - 1, inAttribute: false)
    }

    private func comment() {
        skipsName = false
        let locator = TagLocator(bytes: bytes, knowsForeign: reporter.isInForeignContent)
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
