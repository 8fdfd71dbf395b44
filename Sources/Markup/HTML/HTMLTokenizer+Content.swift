/// Processing the content of elements in which the tokenizer recognizes no tags (HTML Standard, 13.2.5.2 to 13.2.5.31).
extension HTMLTokenizer {
    /// Processes the content of such an element up to and including its end tag, or up to the end of the window.
    mutating func content<Sink: TokenSink>(
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
    func isAtEndTag(_ base: UnsafePointer<UInt8>, _ open: Int, end: Int) -> EndTagMatch {
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
