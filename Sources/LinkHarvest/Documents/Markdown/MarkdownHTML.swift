import Markup

/// The raw HTML in Markdown (CommonMark, sections 4.6 and 6.6).
enum MarkdownHTML {
    typealias Text = Slice<UnsafeBufferPointer<UInt8>>

    /// The end condition of a block of HTML.
    enum BlockEnd: Equatable {
        case blankLine
        /// A line that contains one of these texts, ignoring case.
        case text([String])

        func isReached(by line: Text) -> Bool {
            guard case .text(let ends) = self else { return false }
            let lower = line.map(ASCII.lowercase)
            return ends.contains { end in
                let pattern = Array(end.utf8)
                return lower.indices.contains { lower[$0...].starts(with: pattern) }
            }
        }
    }

    private static let literal = ["script", "pre", "style", "textarea"]
    private static let blockNames: Set<String> = [
        "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
        "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
        "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend",
        "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search",
        "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
    ]

    /// Returns the end condition of the HTML block that starts with a line; nil if none starts.
    ///
    /// - Parameters:
    ///   - line: The line without indentation.
    ///   - mayInterrupt: True if a paragraph is open, which a single tag cannot interrupt.
    /// - Returns: The end condition.
    static func blockEnd(_ line: Text, mayInterrupt: Bool) -> BlockEnd? {
        guard line.first == UInt8(ascii: "<") else { return nil }
        let rest = line.dropFirst()
        if rest.starts(with: "!--".utf8) { return .text(["-->"]) }
        if rest.first == UInt8(ascii: "?") { return .text(["?>"]) }
        if rest.starts(with: "![CDATA[".utf8) { return .text(["]]>"]) }
        if rest.first == UInt8(ascii: "!"), rest.dropFirst().first.map(ASCII.isAlpha) == true { return .text([">"]) }
        let isEnd = rest.first == UInt8(ascii: "/")
        let name = rest.dropFirst(isEnd ? 1 : 0).prefix(while: ASCII.isAlphanumeric)
        let key = String(decoding: name.map(ASCII.lowercase), as: UTF8.self)
        let next = name.endIndex < line.endIndex ? line[name.endIndex] : 0x20
        let isBroken = next == 0x20 || next == 0x09 || next == UInt8(ascii: ">")
        if !isEnd, literal.contains(key), isBroken { return .text(literal.map { "</\($0)>" }) }
        if blockNames.contains(key), isBroken || line[name.endIndex...].starts(with: "/>".utf8) { return .blankLine }
        guard !mayInterrupt, !literal.contains(key),
            let end = tagEnd(line.base, from: line.startIndex, before: line.endIndex)
        else { return nil }
        return line[end...].allSatisfy { $0 == 0x20 || $0 == 0x09 } ? .blankLine : nil
    }

    /// Returns the offset after an opening or closing tag; nil if there is none.
    ///
    /// - Parameters:
    ///   - bytes: The text of the block.
    ///   - start: The offset of the tag in the text.
    ///   - limit: The offset at which to stop.
    /// - Returns: The offset after the `>`.
    static func tagEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, before limit: Int) -> Int? {
        var index = start + 1
        func skipSpace() { while index < limit, MarkdownSyntax.isSpace(bytes[index]) { index += 1 } }
        let isEnd = index < limit && bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        guard index < limit, ASCII.isAlpha(bytes[index]) else { return nil }
        while index < limit, ASCII.isAlphanumeric(bytes[index]) || bytes[index] == UInt8(ascii: "-") { index += 1 }
        while true {
            let space = index
            skipSpace()
            guard index < limit else { return nil }
            if bytes[index] == UInt8(ascii: ">") { return index + 1 }
            if isEnd { return nil }
            if bytes[index] == UInt8(ascii: "/") {
                return index + 1 < limit && bytes[index + 1] == UInt8(ascii: ">") ? index + 2 : nil
            }
            guard index > space, ASCII.isAlpha(bytes[index]) || [0x5F, 0x3A].contains(bytes[index]) else { return nil }
            while index < limit, ASCII.isAlphanumeric(bytes[index]) || [0x5F, 0x3A, 0x2E, 0x2D].contains(bytes[index]) {
                index += 1
            }
            let nameEnd = index
            skipSpace()
            guard index < limit, bytes[index] == UInt8(ascii: "=") else {
                index = nameEnd
                continue
            }
            index += 1
            skipSpace()
            guard index < limit else { return nil }
            let quote = bytes[index]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                index += 1
                while index < limit, bytes[index] != quote { index += 1 }
                guard index < limit else { return nil }
                index += 1
            } else {
                let valueStart = index
                while index < limit, !MarkdownSyntax.isSpace(bytes[index]),
                    ![0x22, 0x27, 0x3D, 0x3C, 0x3E, 0x60].contains(bytes[index])
                {
                    index += 1
                }
                guard index > valueStart else { return nil }
            }
        }
    }
}
