import Glibc

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
    static func beforeOpenReference(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
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
