import Glibc

/// The HTML Standard's tokenizer (13.2.5) over UTF-8, made to pass quickly over what nobody asked for.
///
/// It takes a document in windows that follow each other. A window may end anywhere: the tokenizer says how much of it
/// is done with, and the next window begins with the rest. The tokens do not depend on where the windows end.
struct HTMLTokenizer {
    /// What the tokenizer is in the midst of.
    enum Mode: Equatable {
        /// Text and tags.
        case data
        /// The content of an element that holds no tags.
        case content(ContentKind)
        /// A CDATA section.
        case section
        /// A comment that began at so many bytes before the window, or in it.
        case comment(start: Int)
        /// A declaration or instruction that ends at the next `>`.
        case bogusComment
        /// A document type declaration whose content is passed over.
        case doctype
    }

    var mode = Mode.data
    /// The name, in lower case, of the element whose content this is: only its own end tag ends it.
    var contentName: [UInt8] = []
    var script = ScriptState()

    /// Reads a window.
    ///
    /// - Parameters:
    ///   - window: The text that is not yet done with.
    ///   - isLast: Whether the document ends with it.
    ///   - sink: Takes the tokens.
    /// - Returns: How many bytes are done with. At the end of the document that is all of them, unless the sink stopped.
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

    /// The offset of a byte in the window, or nil.
    @inline(__always)
    static func find(_ byte: StaticString, _ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
        guard start < end, let found = memchr(base + start, Int32(byte.utf8Start.pointee), end - start) else {
            return nil
        }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }

    /// Reads text and tags until the mode changes or the window ends.
    @inline(__always)
    private mutating func data<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, end: Int, from start: Int, isLast: Bool, into sink: inout Sink
    ) -> Int {
        var textStart = start
        var position = start
        while true {
            guard let open = Self.find("<", base, from: position, to: end) else {
                return text(base, textStart, end: end, isLast: isLast, into: &sink)
            }
            guard open + 1 < end else {
                guard isLast else {
                    if sink.wantsText, textStart < open { sink.text(textStart..<open, in: nil, isCDATA: false) }
                    return open
                }
                return text(base, textStart, end: end, isLast: true, into: &sink)
            }
            let next = base[open + 1]
            if ASCII.isAlpha(next) {
                if sink.wantsText, textStart < open { sink.text(textStart..<open, in: nil, isCDATA: false) }
                guard let tag = TagScanner.scan(base, end: end, from: open + 1, into: &sink) else {
                    // The standard drops a tag that the document ends within.
                    return isLast ? end : open
                }
                textStart = tag.offset
                position = tag.offset
                let kind = sink.startTag(open..<tag.offset, isSelfClosing: tag.isSelfClosing)
                if let kind {
                    enter(kind, base, nameFrom: open + 1)
                    return position
                }
                if sink.isStopped { return position }
            } else if next == UInt8(ascii: "/") {
                guard open + 2 < end else {
                    guard isLast else {
                        if sink.wantsText, textStart < open { sink.text(textStart..<open, in: nil, isCDATA: false) }
                        return open
                    }
                    return text(base, textStart, end: end, isLast: true, into: &sink)
                }
                if sink.wantsText, textStart < open { sink.text(textStart..<open, in: nil, isCDATA: false) }
                let letter = base[open + 2]
                if ASCII.isAlpha(letter) {
                    guard let tag = TagScanner.scan(base, end: end, from: open + 2, into: &sink) else {
                        return isLast ? end : open
                    }
                    sink.endTag(open..<tag.offset)
                    textStart = tag.offset
                    position = tag.offset
                } else if letter == UInt8(ascii: ">") {
                    textStart = open + 3
                    position = open + 3
                } else {
                    guard let after = bogusComment(base, end: end, from: open + 2, isLast: isLast, into: &sink) else {
                        return open
                    }
                    if mode != .data { return after }
                    textStart = after
                    position = after
                }
            } else if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
                if sink.wantsText, textStart < open { sink.text(textStart..<open, in: nil, isCDATA: false) }
                guard let after = declaration(base, end: end, at: open, isLast: isLast, into: &sink) else {
                    return open
                }
                if mode != .data { return after }
                textStart = after
                position = after
            } else {
                // A `<` that begins nothing is text.
                position = open + 1
            }
        }
    }

    /// Sends the text up to the end of the window, but for a reference that the next window may continue.
    private func text<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, _ start: Int, end: Int, isLast: Bool, into sink: inout Sink
    ) -> Int {
        guard sink.wantsText else { return end }
        let stop = isLast ? end : Self.beforeOpenReference(base, from: start, to: end)
        if start < stop { sink.text(start..<stop, in: nil, isCDATA: false) }
        return stop
    }

    /// The end of the text that no later byte can change: before an `&` and what may belong to it.
    static func beforeOpenReference(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var position = end
        // A line feed may belong to a carriage return.
        if position > start, base[position - 1] == 0x0D { return position - 1 }
        // No name is longer than 32 bytes; numbers may have any number of zeros, and after this many none is useful.
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
