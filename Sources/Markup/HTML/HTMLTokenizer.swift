import Glibc
import Syntax

/// A receiver of the tokens that ``HTMLTokenizer`` finds.
protocol TokenSink: TagPartSink {
    /// True if the sink receives comments and document type declarations; otherwise they are skipped.
    static var wantsDeclarations: Bool { get }
    /// True if the sink receives text at this point.
    var wantsText: Bool { get }
    /// True to stop the tokenizer.
    var isStopped: Bool { get }
    /// True if `<![CDATA[` starts a section at this point, because the current node is in SVG or MathML.
    var isInForeignContent: Bool { get }

    /// Receives the end of a start tag, after its name and attributes.
    ///
    /// - Parameters:
    ///   - range: The range of the tag in the window, including `<` and `>`.
    ///   - isSelfClosing: True if the tag ends with `/>`.
    /// - Returns: The kind of content if the element cannot contain tags; otherwise nil.
    mutating func startTag(_ range: Range<Int>, isSelfClosing: Bool) -> ContentKind?
    /// Receives the end of an end tag, after its name and attributes.
    mutating func endTag(_ range: Range<Int>)
    /// Receives a part of the text.
    ///
    /// - Parameters:
    ///   - range: The range of the part in the window.
    ///   - kind: The kind of content of the element around the text; nil if it may contain tags.
    ///   - isCDATA: True in a CDATA section, which contains no references.
    mutating func text(_ range: Range<Int>, in kind: ContentKind?, isCDATA: Bool)
    /// Receives a comment.
    ///
    /// - Parameter range: The range of its content in the window.
    mutating func comment(_ range: Range<Int>)
    /// Receives a document type declaration.
    ///
    /// - Parameters:
    ///   - range: The range after the word DOCTYPE, without `>`.
    ///   - isClosed: True if the declaration ends with `>`.
    mutating func doctype(_ range: Range<Int>, isClosed: Bool)
}

/// A tokenizer that follows the HTML Standard (13.2.5) on UTF-8 and quickly skips parts that are not of interest.
///
/// It processes a document in consecutive windows. A window may end anywhere: the tokenizer reports how much of it has
/// been consumed, and the next window starts with the rest. The tokens do not depend on where windows end.
struct HTMLTokenizer {
    /// The construct that the tokenizer is in.
    enum Mode: Equatable {
        /// Text and tags.
        case data
        /// The content of an element that contains no tags.
        case content(ContentKind)
        /// A CDATA section.
        case section
        /// A comment that started this many bytes before the window, or in it.
        case comment(start: Int)
        /// A declaration or instruction that ends at the next `>`.
        case bogusComment
        /// A document type declaration whose content is skipped.
        case doctype
    }

    var mode = Mode.data
    /// The lower-case name of the element whose content is processed; only its own end tag ends the content.
    var contentName: [UInt8] = []
    var script = ScriptState()

    /// Processes a window.
    ///
    /// - Parameters:
    ///   - window: The text that has not been consumed.
    ///   - isLast: True if the document ends with the window.
    ///   - sink: Receives the tokens.
    /// - Returns: The number of bytes consumed: all of them at the end of the document, unless the sink stopped.
    mutating func run<Sink: TokenSink>(
        _ window: UnsafeBufferPointer<UInt8>, isLast: Bool, into sink: inout Sink
    ) -> Int {
        guard let base = window.baseAddress else { return 0 }
        let end = window.count
        var position = 0
        while !sink.isStopped {
            let before = (position, mode)
            switch mode {
            case .data: position = data(base, end: end, from: position, isLast: isLast, into: &sink)
            case .content(let kind):
                position = content(kind, base, end: end, from: position, isLast: isLast, into: &sink)
            case .section: position = section(base, end: end, from: position, isLast: isLast, into: &sink)
            case .comment(let start):
                position = comment(base, end: end, from: position, start: start, isLast: isLast, into: &sink)
            case .bogusComment, .doctype: position = declaration(base, end: end, from: position, isLast: isLast)
            }
            if position == end || before == (position, mode) { break }
        }
        if case .comment(let start) = mode { mode = .comment(start: start - position) }
        return position
    }

    /// Returns the offset of a byte in the window; nil if the byte does not occur.
    @inline(__always)
    static func find(_ byte: StaticString, _ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
        guard start < end, let found = memchr(base + start, Int32(byte.utf8Start.pointee), end - start) else {
            return nil
        }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }

    /// The kind of markup that a `<` starts.
    private enum MarkupStart {
        case startTag
        case endTag
        case declaration
        /// No markup: the `<` is text.
        case none
        /// The window ends before the markup can be recognized.
        case undecided
    }

    /// The position at which processing continues after a piece of markup.
    private enum Step {
        /// Text continues at this offset.
        case proceed(at: Int)
        /// The window has been consumed up to this offset, or the mode has changed.
        case leave(at: Int)
    }

    /// Processes text and tags until the mode changes or the window ends.
    @inline(__always)
    private mutating func data<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, end: Int, from start: Int, isLast: Bool, into sink: inout Sink
    ) -> Int {
        var textStart = start
        var position = start
        while let open = Self.find("<", base, from: position, to: end) {
            let markup = Self.markup(base, at: open, end: end)
            if markup == .none {
                position = open + 1
                continue
            }
            // At the end of the document, an incomplete `<` is text.
            if markup == .undecided, isLast { break }
            if sink.wantsText, textStart < open { sink.text(textStart..<open, in: nil, isCDATA: false) }
            let step =
                switch markup {
                case .startTag: startTag(base, at: open, end: end, isLast: isLast, into: &sink)
                case .endTag: endTag(base, at: open, end: end, isLast: isLast, into: &sink)
                case .declaration: declarationStep(base, at: open, end: end, isLast: isLast, into: &sink)
                case .none, .undecided: Step.leave(at: open)
                }
            switch step {
            case .proceed(let after): (textStart, position) = (after, after)
            case .leave(let after): return after
            }
        }
        return text(base, textStart, end: end, isLast: isLast, into: &sink)
    }

    @inline(__always)
    private static func markup(_ base: UnsafePointer<UInt8>, at open: Int, end: Int) -> MarkupStart {
        guard open + 1 < end else { return .undecided }
        let next = base[open + 1]
        if ASCII.isAlpha(next) { return .startTag }
        switch next {
        case UInt8(ascii: "/"): return open + 2 < end ? .endTag : .undecided
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return .declaration
        default: return .none
        }
    }

    /// Processes a start tag, whose content may have a mode of its own.
    @inline(__always)
    private mutating func startTag<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, at open: Int, end: Int, isLast: Bool, into sink: inout Sink
    ) -> Step {
        guard let tag = TagScanner.scan(base, end: end, from: open + 1, into: &sink) else {
            // The standard drops a tag that is incomplete at the end of the document.
            return .leave(at: isLast ? end : open)
        }
        if let kind = sink.startTag(open..<tag.offset, isSelfClosing: tag.isSelfClosing) {
            enter(kind, base, nameFrom: open + 1)
            return .leave(at: tag.offset)
        }
        return sink.isStopped ? .leave(at: tag.offset) : .proceed(at: tag.offset)
    }

    /// Processes markup that starts with `</`: an end tag, a bogus comment, or `</>`, which is ignored.
    @inline(__always)
    private mutating func endTag<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, at open: Int, end: Int, isLast: Bool, into sink: inout Sink
    ) -> Step {
        let letter = base[open + 2]
        if letter == UInt8(ascii: ">") { return .proceed(at: open + 3) }
        guard ASCII.isAlpha(letter) else {
            let after = bogusComment(base, end: end, from: open + 2, isLast: isLast, into: &sink)
            return step(after: after, open)
        }
        guard let tag = TagScanner.scan(base, end: end, from: open + 2, into: &sink) else {
            return .leave(at: isLast ? end : open)
        }
        sink.endTag(open..<tag.offset)
        return .proceed(at: tag.offset)
    }

    /// Processes a comment, a document type declaration or a CDATA section.
    @inline(__always)
    private mutating func declarationStep<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, at open: Int, end: Int, isLast: Bool, into sink: inout Sink
    ) -> Step {
        let after = declaration(base, end: end, at: open, isLast: isLast, into: &sink)
        return step(after: after, open)
    }

    /// Returns the continuation after a declaration or comment, which may end in a later window.
    @inline(__always)
    private func step(after offset: Int?, _ open: Int) -> Step {
        guard let offset else { return .leave(at: open) }
        return mode == .data ? .proceed(at: offset) : .leave(at: offset)
    }

    /// Reports the text up to the end of the window, except a reference that may continue in the next window.
    private func text<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, _ start: Int, end: Int, isLast: Bool, into sink: inout Sink
    ) -> Int {
        guard sink.wantsText else { return end }
        let stop = isLast ? end : Self.beforeOpenReference(base, from: start, to: end)
        if start < stop { sink.text(start..<stop, in: nil, isCDATA: false) }
        return stop
    }

    /// Returns the end of the text that is certainly complete, before a final carriage return or incomplete reference.
    private static func beforeOpenReference(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var position = end
        // The line feed of a line break may be in the next window.
        if position > start, base[position - 1] == 0x0D { return position - 1 }
        // No name is longer than 32 bytes. A number may have any number of leading zeros, but no real one exceeds this
        // limit.
        let limit = max(start, end - (1 << 16))
        while position > limit {
            position -= 1
            let byte = base[position]
            if byte == UInt8(ascii: "&") { return position }
            if !ASCII.isAlphanumeric(byte), byte != UInt8(ascii: "#") { return end }
        }
        return end
    }

    private mutating func enter(_ kind: ContentKind, _ base: UnsafePointer<UInt8>, nameFrom start: Int) {
        contentName.removeAll(keepingCapacity: true)
        var position = start
        while ASCII.isAlphanumeric(base[position]) {
            contentName.append(ASCII.lowercase(base[position]))
            position += 1
        }
        script = ScriptState()
        mode = .content(kind)
    }
}

/// Processing comments, document type declarations and CDATA sections.
extension HTMLTokenizer {
    /// Processes the markup that starts with `<!` or `<?` (HTML Standard, 13.2.5.42).
    ///
    /// - Returns: The offset after the markup, or after its start if the mode was set; nil if more of the document is
    ///   needed first.
    private mutating func declaration<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, end: Int, at open: Int, isLast: Bool, into sink: inout Sink
    ) -> Int? {
        if base[open + 1] == UInt8(ascii: "?") {
            return bogusComment(base, end: end, from: open + 1, isLast: isLast, into: &sink)
        }
        let start = open + 2
        switch Self.match("--", base, from: start, end: end) {
        case .yes: return beginComment(base, end: end, from: start + 2, isLast: isLast, into: &sink)
        case .cutOff where !isLast: return nil
        default: break
        }
        switch Self.match("doctype", base, from: start, end: end) {
        case .yes: return beginDoctype(base, end: end, from: start + 7, isLast: isLast, into: &sink)
        case .cutOff where !isLast: return nil
        default: break
        }
        if sink.isInForeignContent {
            switch Self.match("[CDATA[", base, from: start, end: end, isCaseSensitive: true) {
            case .yes:
                mode = .section
                return start + 7
            case .cutOff where !isLast: return nil
            default: break
            }
        }
        return bogusComment(base, end: end, from: start, isLast: isLast, into: &sink)
    }

    /// Processes a comment after its `<!--`; see ``declaration(_:end:at:isLast:into:)``.
    @inline(__always)
    private mutating func beginComment<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, end: Int, from start: Int, isLast: Bool, into sink: inout Sink
    ) -> Int? {
        guard Sink.wantsDeclarations else {
            mode = .comment(start: start)
            return start
        }
        guard let close = Self.commentEnd(base, from: start, start: start, end: end) else {
            guard isLast else { return nil }
            sink.comment(start..<Self.unclosedCommentEnd(base, from: start, end: end))
            return end
        }
        sink.comment(start..<close.content)
        return close.offset
    }

    /// Processes a document type declaration after its `<!DOCTYPE`; see ``declaration(_:end:at:isLast:into:)``.
    @inline(__always)
    private mutating func beginDoctype<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, end: Int, from start: Int, isLast: Bool, into sink: inout Sink
    ) -> Int? {
        guard Sink.wantsDeclarations else {
            mode = .doctype
            return start
        }
        if let close = Self.find(">", base, from: start, to: end) {
            sink.doctype(start..<close, isClosed: true)
            return close + 1
        }
        guard isLast else { return nil }
        sink.doctype(start..<end, isClosed: false)
        return end
    }

    private enum Match { case yes, no, cutOff }

    /// Compares the text at an offset with a word; by default, case is ignored.
    private static func match(
        _ word: StaticString, _ base: UnsafePointer<UInt8>, from start: Int, end: Int, isCaseSensitive: Bool = false
    ) -> Match {
        for offset in 0..<word.utf8CodeUnitCount {
            guard start + offset < end else { return .cutOff }
            let byte = base[start + offset]
            let expected = word.utf8Start[offset]
            guard byte == expected || !isCaseSensitive && ASCII.lowercase(byte) == expected else { return .no }
        }
        return .yes
    }

    /// Processes a comment that ends at the next `>` (13.2.5.41).
    private mutating func bogusComment<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, end: Int, from start: Int, isLast: Bool, into sink: inout Sink
    ) -> Int? {
        guard Sink.wantsDeclarations else {
            mode = .bogusComment
            return start
        }
        if let close = Self.find(">", base, from: start, to: end) {
            sink.comment(start..<close)
            return close + 1
        }
        guard isLast else { return nil }
        sink.comment(start..<end)
        return end
    }

    /// Skips a declaration up to its `>`.
    private mutating func declaration(_ base: UnsafePointer<UInt8>, end: Int, from start: Int, isLast: Bool) -> Int {
        guard let close = Self.find(">", base, from: start, to: end) else { return end }
        mode = .data
        return close + 1
    }

    /// Skips a comment.
    private mutating func comment<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, end: Int, from position: Int, start: Int, isLast: Bool, into sink: inout Sink
    ) -> Int {
        if let close = Self.commentEnd(base, from: position, start: start, end: end) {
            mode = .data
            return close.offset
        }
        // The next window must include up to three bytes before its first new byte, which may be hyphens.
        return isLast ? end : max(position, end - 3)
    }

    /// Returns the end of a comment (13.2.5.43 to 13.2.5.51).
    ///
    /// - Parameters:
    ///   - base: The first byte of the window.
    ///   - position: The offset at which the search for the `>` starts.
    ///   - start: The start of the comment's content, which may be before the window.
    ///   - end: The length of the window.
    /// - Returns: The end of the content, and the offset after the `>`.
    private static func commentEnd(
        _ base: UnsafePointer<UInt8>, from position: Int, start: Int, end: Int
    ) -> (content: Int, offset: Int)? {
        let floor = max(0, start)
        var position = position
        while let close = find(">", base, from: position, to: end) {
            if close == start { return (start, close + 1) }
            if close == start + 1, close > 0, base[close - 1] == UInt8(ascii: "-") { return (start, close + 1) }
            if close - 2 >= floor, base[close - 2] == UInt8(ascii: "-") {
                if base[close - 1] == UInt8(ascii: "-") { return (close - 2, close + 1) }
                if base[close - 1] == UInt8(ascii: "!"), close - 3 >= floor, base[close - 3] == UInt8(ascii: "-") {
                    return (close - 3, close + 1)
                }
            }
            position = close + 1
        }
        return nil
    }

    /// Returns the end of the content of an unclosed comment, without hyphens that might have closed it.
    private static func unclosedCommentEnd(_ base: UnsafePointer<UInt8>, from start: Int, end: Int) -> Int {
        func ends(with text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            guard end - start >= count else { return false }
            for offset in 0..<count where base[end - count + offset] != text.utf8Start[offset] { return false }
            return true
        }
        if ends(with: "--!") { return end - 3 }
        if ends(with: "--") { return end - 2 }
        return ends(with: "-") ? end - 1 : end
    }

    /// Processes a CDATA section (13.2.5.69).
    private mutating func section<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, end: Int, from start: Int, isLast: Bool, into sink: inout Sink
    ) -> Int {
        var position = start
        while let close = Self.find(">", base, from: position, to: end) {
            if close - 2 >= start, base[close - 1] == UInt8(ascii: "]"), base[close - 2] == UInt8(ascii: "]") {
                if sink.wantsText, start < close - 2 { sink.text(start..<close - 2, in: nil, isCDATA: true) }
                mode = .data
                return close + 1
            }
            position = close + 1
        }
        // Brackets at the end may be part of the end of the section, and a carriage return part of a line break.
        var stop = end
        if !isLast {
            while stop > max(start, end - 2), base[stop - 1] == UInt8(ascii: "]") { stop -= 1 }
            if stop == end, stop > start, base[stop - 1] == 0x0D { stop -= 1 }
        }
        if sink.wantsText, start < stop { sink.text(start..<stop, in: nil, isCDATA: true) }
        return stop
    }
}

/// Processing the content of elements in which the tokenizer recognizes no tags (HTML Standard, 13.2.5.2 to 13.2.5.31).
extension HTMLTokenizer {
    /// Processes the content of such an element up to and including its end tag, or up to the end of the window.
    private mutating func content<Sink: TokenSink>(
        _ kind: ContentKind, _ base: UnsafePointer<UInt8>, end: Int, from start: Int, isLast: Bool,
        into sink: inout Sink
    ) -> Int {
        let stop: Int
        switch kind {
        case .plainText: stop = Self.plainTextEnd(base, from: start, end: end, isLast: isLast)
        case .script: stop = script.scan(base, from: start, end: end, isLast: isLast, name: contentName)
        case .escapable, .rawText: stop = contentEnd(base, from: start, end: end, isLast: isLast)
        }
        let isEndTag = kind != .plainText && isAtEndTag(base, stop, end: end) == .yes
        var textEnd = stop
        if !isEndTag, !isLast, sink.wantsText {
            textEnd =
                kind == .escapable
                ? Self.beforeOpenReference(base, from: start, to: stop)
                : stop > start && base[stop - 1] == 0x0D ? stop - 1 : stop
        }
        if sink.wantsText, start < textEnd { sink.text(start..<textEnd, in: kind, isCDATA: false) }
        guard isEndTag else {
            script.pulledBack(by: stop - textEnd)
            return textEnd
        }
        guard let tag = TagScanner.scan(base, end: end, from: stop + 2, into: &sink) else { return isLast ? end : stop }
        mode = .data
        sink.endTag(stop..<tag.offset)
        return tag.offset
    }

    private static func plainTextEnd(_ base: UnsafePointer<UInt8>, from start: Int, end: Int, isLast: Bool) -> Int {
        end
    }

    /// Returns the offset of the end tag, or the end of the text that is certain to precede it.
    private func contentEnd(_ base: UnsafePointer<UInt8>, from start: Int, end: Int, isLast: Bool) -> Int {
        var position = start
        while let open = Self.find("<", base, from: position, to: end) {
            switch isAtEndTag(base, open, end: end) {
            case .yes: return open
            case .cutOff where !isLast: return open
            default: position = open + 1
            }
        }
        return end
    }

    enum EndTagMatch { case yes, no, cutOff }

    /// Compares the text at an offset with the element's end tag (the standard's "appropriate end tag token").
    private func isAtEndTag(_ base: UnsafePointer<UInt8>, _ open: Int, end: Int) -> EndTagMatch {
        Self.isAtEndTag(of: contentName, base, open, end: end)
    }

    static func isAtEndTag(of name: [UInt8], _ base: UnsafePointer<UInt8>, _ open: Int, end: Int) -> EndTagMatch {
        guard open < end, base[open] == UInt8(ascii: "<"), !name.isEmpty else { return .no }
        guard open + 1 < end else { return .cutOff }
        guard base[open + 1] == UInt8(ascii: "/") else { return .no }
        return isName(name, base, open + 2, end: end)
    }

    /// Compares the text at an offset with a whole name, ignoring case.
    static func isName(_ name: [UInt8], _ base: UnsafePointer<UInt8>, _ start: Int, end: Int) -> EndTagMatch {
        for offset in 0..<name.count {
            guard start + offset < end else { return .cutOff }
            guard ASCII.lowercase(base[start + offset]) == name[offset] else { return .no }
        }
        guard start + name.count < end else { return .cutOff }
        let after = base[start + name.count]
        let ends = ASCII.isWhitespace(after) || after == UInt8(ascii: "/") || after == UInt8(ascii: ">")
        return ends ? .yes : .no
    }
}
