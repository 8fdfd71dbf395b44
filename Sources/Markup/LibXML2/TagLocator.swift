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
    private static func index(
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
