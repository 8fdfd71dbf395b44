/// Processing comments, document type declarations and CDATA sections.
extension HTMLTokenizer {
    /// Processes the markup that starts with `<!` or `<?` (HTML Standard, 13.2.5.42).
    ///
    /// - Returns: The offset after the markup, or after its start if the mode was set; nil if more of the document is
    ///   needed first.
    mutating func declaration<Sink: TokenSink>(
        _ base: UnsafePointer<UInt8>, end: Int, at open: Int, isLast: Bool, into sink: inout Sink
    ) -> Int? {
        if base[open + 1] == UInt8(ascii: "?") {
            return bogusComment(base, end: end, from: open + 1, isLast: isLast, into: &sink)
        }
        let start = open + 2
        switch Self.match("--", base, from: start, end: end) {
        case .yes:
            if Sink.wantsDeclarations {
                guard let close = Self.commentEnd(base, from: start + 2, start: start + 2, end: end) else {
                    guard isLast else { return nil }
                    sink.comment(start + 2..<Self.unclosedCommentEnd(base, from: start + 2, end: end))
                    return end
                }
                sink.comment(start + 2..<close.content)
                return close.offset
            }
            mode = .comment(start: start + 2)
            return start + 2
        case .cutOff where !isLast: return nil
        default: break
        }
        switch Self.match("doctype", base, from: start, end: end) {
        case .yes:
            let contentStart = start + 7
            guard Sink.wantsDeclarations else {
                mode = .doctype
                return contentStart
            }
            if let close = Self.find(">", base, from: contentStart, to: end) {
                sink.doctype(contentStart..<close, isClosed: true)
                return close + 1
            }
            guard isLast else { return nil }
            sink.doctype(contentStart..<end, isClosed: false)
            return end
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
    mutating func bogusComment<Sink: TokenSink>(
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
    mutating func declaration(_ base: UnsafePointer<UInt8>, end: Int, from start: Int, isLast: Bool) -> Int {
        guard let close = Self.find(">", base, from: start, to: end) else { return end }
        mode = .data
        return close + 1
    }

    /// Skips a comment.
    mutating func comment<Sink: TokenSink>(
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
    static func commentEnd(
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
    mutating func section<Sink: TokenSink>(
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
