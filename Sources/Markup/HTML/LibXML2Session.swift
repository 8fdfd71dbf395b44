import CLibXML2
import Syntax

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
        reporter.end(ElementName(rawValue: name.streamSafe) ?? .other, hash: NameTable.hash(of: name))
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

/// A search for the markup that libxml2 has reported.
///
/// libxml2 reports only the offset at which it stopped reading.
struct TagLocator {
    /// The result of the search for a start tag.
    enum Finding {
        /// The text contains no such tag: libxml2 has inserted the element.
        case absent
        /// The tag starts at this offset.
        case found(Int)
        /// By the standard, the tag is inside a comment or CDATA section, which ends at this offset.
        case hidden(Int)
    }

    /// The text, followed by a NUL.
    let bytes: UnsafeBufferPointer<UInt8>
    /// True if `<![CDATA[` starts a CDATA section, as in SVG and MathML.
    let knowsForeign: Bool

    /// Searches for a start tag.
    ///
    /// Between two reports, there is only markup that libxml2 does not report: end tags, declarations, and repeated
    /// tags of `html`, `head` and `body`.
    ///
    /// - Parameters:
    ///   - name: The name that libxml2 reports, in lower case, which may be a prefix of the name in the text.
    ///   - start: The offset at which to start.
    ///   - limit: The offset at which libxml2 stopped, which is after the tag's name.
    /// - Returns: The result.
    func locate(_ name: UnsafePointer<CChar>, from start: Int, before limit: Int) -> Finding {
        var position = start
        while let open = Self.index(of: "<", in: bytes, from: position), open < limit {
            let next = bytes[open + 1]
            if ASCII.isAlpha(next) {
                if isName(name, at: open + 1) { return .found(open) }
                guard isDocumentPart(at: open + 1), let end = tagEnd(open) else { return .absent }
                position = end
            } else if let end = endOfUnreported(open) {
                if end > limit { return .hidden(end) }
                position = end
            } else {
                position = open + 1
            }
        }
        return .absent
    }

    /// Searches for the start of a comment.
    ///
    /// - Parameters:
    ///   - start: The offset at which to start.
    ///   - limit: The offset at which libxml2 stopped.
    /// - Returns: The offset of the `<!--`; nil if there is other markup.
    func comment(from start: Int, before limit: Int) -> Int? {
        var position = start
        while let open = Self.index(of: "<", in: bytes, from: position), open < limit {
            if isCommentStart(open) { return open }
            if ASCII.isAlpha(bytes[open + 1]) {
                guard isDocumentPart(at: open + 1), let end = tagEnd(open) else { return nil }
                position = end
            } else {
                position = endOfUnreported(open) ?? open + 1
            }
        }
        return nil
    }

    /// Returns the end of a comment according to the standard (13.2.5.43 to 13.2.5.52).
    ///
    /// - Parameter start: The offset of the `<!--` that starts it.
    /// - Returns: The offset after it.
    func commentEnd(_ start: Int) -> Int {
        let content = start + 4
        if bytes[content] == UInt8(ascii: ">") { return content + 1 }
        if bytes[content] == UInt8(ascii: "-"), bytes[content + 1] == UInt8(ascii: ">") { return content + 2 }
        var position = content
        while let hyphen = Self.index(of: "-", in: bytes, from: position) {
            position = hyphen + 1
            guard bytes[position] == UInt8(ascii: "-") else { continue }
            if bytes[position + 1] == UInt8(ascii: ">") { return position + 2 }
            if bytes[position + 1] == UInt8(ascii: "!"), bytes[position + 2] == UInt8(ascii: ">") {
                return position + 3
            }
        }
        return bytes.count - 1
    }

    /// Returns the end of an end tag, a declaration or a CDATA section.
    ///
    /// - Parameter open: The offset of a `<` in the text.
    /// - Returns: The offset after it; nil for a `<` that is text.
    func endOfUnreported(_ open: Int) -> Int? {
        switch bytes[open + 1] {
        case UInt8(ascii: "/"):
            if ASCII.isAlpha(bytes[open + 2]) {
                return tagEnd(open + 1) ?? bytes.count - 1
            }
        case UInt8(ascii: "!"):
            if isCommentStart(open) { return commentEnd(open) }
            if knowsForeign, isText("[CDATA[", at: open + 2) { return cdataEnd(open + 9) }
        case UInt8(ascii: "?"): break
        default: return nil
        }
        return Self.index(of: ">", in: bytes, from: open + 1).map { $0 + 1 } ?? bytes.count - 1
    }

    private func cdataEnd(_ start: Int) -> Int {
        var position = start
        while let close = Self.index(of: ">", in: bytes, from: position) {
            if close >= start + 2, bytes[close - 1] == UInt8(ascii: "]"), bytes[close - 2] == UInt8(ascii: "]") {
                return close + 1
            }
            position = close + 1
        }
        return bytes.count - 1
    }

    private func isCommentStart(_ open: Int) -> Bool {
        isText("!--", at: open + 1)
    }

    private func isText(_ text: StaticString, at start: Int) -> Bool {
        guard start + text.utf8CodeUnitCount < bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[start + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Returns the end of a tag.
    ///
    /// - Parameter open: The offset before the name.
    /// - Returns: The offset after the tag; nil if the text ends within it.
    private func tagEnd(_ open: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var parts = UnreadTag()
        return TagScanner.scan(base, end: bytes.count - 1, from: open + 1, into: &parts)?.offset
    }

    /// Returns the first offset of a byte.
    fileprivate static func index(
        of byte: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        bytes.baseAddress.flatMap { HTMLTokenizer.find(byte, $0, from: start, to: bytes.count) }
    }

    /// Returns true if the text has the name at an offset, ignoring case.
    private func isName(_ name: UnsafePointer<CChar>, at start: Int) -> Bool {
        var offset = 0
        while name[offset] != 0 {
            guard start + offset < bytes.count,
                ASCII.lowercase(bytes[start + offset]) == UInt8(bitPattern: name[offset])
            else { return false }
            offset += 1
        }
        return true
    }

    /// Returns true if a tag belongs to an element that a document has only once; libxml2 drops repeated tags of these.
    private func isDocumentPart(at start: Int) -> Bool {
        ["html", "head", "body"].contains { name in
            name.withCString { isName($0, at: start) }
        }
    }
}

/// A sink that ignores the parts of a tag, when only its end is needed.
private struct UnreadTag: TagPartSink {
    mutating func beginTag(name: Range<Int>, hash: UInt64) {}
    mutating func attribute(name: Range<Int>, hash: UInt64, value: Range<Int>) {}
}

/// A search in a complete text for the end of content in which the HTML Standard recognizes no tags.
///
/// It is written independently of ``HTMLTokenizer``, so that the two implementations can be compared.
private struct RawTextContent {
    /// Returns the end of the content of an element in which the standard recognizes no tags.
    ///
    /// - Parameters:
    ///   - kind: The kind of content.
    ///   - name: The element's name in lower case.
    ///   - bytes: The text of the document.
    ///   - start: The start of the content.
    /// - Returns: The offset of the end tag's `<`, or of the end of the text.
    static func end(_ kind: ContentKind, of name: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int
    {
        let textEnd = bytes.count - 1
        if kind == .plainText { return textEnd }
        var position = start
        return name.withUnsafeBufferPointer { name in
            // 0: no comment; 1: after `<!--`; 2: after `<!--` and `<script`, where the end tag is text.
            var escape = 0
            while let open = TagLocator.index(of: "<", in: bytes, from: position) {
                if kind == .script, escape > 0, closesComment(in: bytes, from: position, to: open) { escape = 0 }
                position = open + 1
                if bytes[position] == UInt8(ascii: "/"), isName(name, in: bytes, at: position + 1) {
                    if escape < 2 { return open }
                    escape = 1
                } else if kind == .script {
                    if escape == 0, bytes[position] == UInt8(ascii: "!"), bytes[position + 1] == UInt8(ascii: "-"),
                        bytes[position + 2] == UInt8(ascii: "-")
                    {
                        escape = 1
                        // Both hyphens may be followed by a `>`.
                        position += 1
                    } else if escape == 1, isName(name, in: bytes, at: position) {
                        escape = 2
                    }
                }
            }
            return textEnd
        }
    }

    /// Returns true if there is a `-->` between two offsets.
    private static func closesComment(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Bool {
        let part = UnsafeBufferPointer(rebasing: bytes[..<end])
        var position = start
        while let close = TagLocator.index(of: ">", in: part, from: position) {
            if close >= start + 2, bytes[close - 1] == UInt8(ascii: "-"), bytes[close - 2] == UInt8(ascii: "-") {
                return true
            }
            position = close + 1
        }
        return false
    }

    /// Returns true if a whole name is at an offset, ignoring case.
    private static func isName(
        _ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> Bool {
        guard start + name.count < bytes.count else { return false }
        for offset in 0..<name.count where ASCII.lowercase(bytes[start + offset]) != name[offset] { return false }
        let after = bytes[start + name.count]
        return ASCII.isWhitespace(after) || after == UInt8(ascii: "/") || after == UInt8(ascii: ">")
    }
}
