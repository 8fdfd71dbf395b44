import Markup
import Syntax

/// The parts of links in Markdown (CommonMark, section 6.3).
enum MarkdownSyntax {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The maximum nesting of parentheses in a destination; the standard requires at least three.
    private static let deepestParenthesis = 32

    /// Returns the offset of the `]` that ends the label starting at a `[`.
    static func labelEnd(_ bytes: Bytes, from start: Int) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return nil }
        var index = start + 1
        while index < bytes.count, index - start <= MarkdownReferences.labelLimit + 1 {
            switch bytes[index] {
            case UInt8(ascii: "]"): return index
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return nil
    }

    /// Returns the offset after any white space.
    static func skipSpace(_ bytes: Bytes, from start: Int) -> Int {
        var index = start
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        return index
    }

    /// Parses a destination.
    ///
    /// - Parameters:
    ///   - bytes: The text of the block.
    ///   - start: The offset at which it starts.
    /// - Returns: The destination and the offset after it; nil if there is none.
    static func destination(_ bytes: Bytes, from start: Int) -> (String, Int)? {
        guard start < bytes.count else { return nil }
        var index = start
        if bytes[start] == UInt8(ascii: "<") {
            index += 1
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: ">"): return (MarkdownText.unescaped(bytes[(start + 1)..<index]), index + 1)
                case UInt8(ascii: "<"), 0x0A: return nil
                case UInt8(ascii: "\\"): index += 2
                default: index += 1
                }
            }
            return nil
        }
        var depth = 0
        scan: while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\") where index + 1 < bytes.count && isPunctuation(bytes[index + 1]): index += 1
            case UInt8(ascii: "("):
                depth += 1
                guard depth <= deepestParenthesis else { return nil }
            case UInt8(ascii: ")"):
                guard depth > 0 else { break scan }
                depth -= 1
            case 0...0x20, 0x7F: break scan
            default: break
            }
            index += 1
        }
        guard depth == 0, index > start else { return nil }
        return (MarkdownText.unescaped(bytes[start..<index]), index)
    }

    /// Parses a title.
    ///
    /// - Parameters:
    ///   - bytes: The text of the block.
    ///   - start: The offset at which it starts.
    /// - Returns: The title and the offset after it; nil if there is none.
    static func title(_ bytes: Bytes, from start: Int) -> (String, Int)? {
        guard start < bytes.count else { return nil }
        let open = bytes[start]
        let close: UInt8
        switch open {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): close = open
        case UInt8(ascii: "("): close = UInt8(ascii: ")")
        default: return nil
        }
        var index = start + 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == close { return (MarkdownText.unescaped(bytes[(start + 1)..<index]), index + 1) }
            if byte == UInt8(ascii: "("), open == byte { return nil }
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}

/// Text in Markdown, with backslash escapes and character references (CommonMark, sections 2.4 and 2.5).
enum MarkdownText {
    /// Returns a text with escapes and references replaced.
    static func unescaped(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }) else {
            return String(decoding: bytes, as: UTF8.self).streamSafe
        }
        var text: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), index + 1 < bytes.endIndex, MarkdownSyntax.isPunctuation(bytes[index + 1]) {
                text.append(bytes[index + 1])
                index += 2
            } else if byte == UInt8(ascii: "&"), let (scalar, end) = reference(bytes[index...]) {
                text.append(contentsOf: Array(String(scalar).utf8))
                index = end
            } else {
                text.append(byte)
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self).streamSafe
    }

    /// Parses a character reference at the start of a text; nil if there is none or its name is unknown.
    static func reference(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (Unicode.Scalar, Int)? {
        let name = bytes.dropFirst().prefix(32).prefix { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "#") }
        guard !name.isEmpty, name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";") else {
            return nil
        }
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix("#") else {
            return NamedCharacter.scalar(of: text).map { ($0, name.endIndex + 1) }
        }
        let digits = text.dropFirst()
        let value =
            digits.hasPrefix("x") || digits.hasPrefix("X") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value else { return nil }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        return (scalar ?? "\u{FFFD}", name.endIndex + 1)
    }
}

/// The link reference definitions of a document (CommonMark, section 4.7).
struct MarkdownReferences {
    /// The target of a reference.
    struct Target {
        var destination: String
        var title: String? = nil
    }

    /// The maximum length of a label.
    static let labelLimit = 999

    private var targets: [String: Target] = [:]

    /// Returns the target of a label; nil if it is not defined.
    func target(of label: UnsafeBufferPointer<UInt8>) -> Target? {
        guard !targets.isEmpty, label.count <= Self.labelLimit else { return nil }
        return targets[Self.key(label)]
    }

    /// Parses a definition.
    ///
    /// - Parameters:
    ///   - bytes: The text of a paragraph.
    ///   - start: The offset of the definition.
    /// - Returns: The start of the line after it; nil if there is no definition.
    mutating func define(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let labelEnd = MarkdownSyntax.labelEnd(bytes, from: start), labelEnd + 1 < bytes.count,
            bytes[labelEnd + 1] == UInt8(ascii: ":")
        else { return nil }
        let label = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<labelEnd])
        guard !label.allSatisfy({ $0 <= 0x20 }), !Self.isFootnote(label) else { return nil }
        let destinationStart = MarkdownSyntax.skipSpace(bytes, from: labelEnd + 2)
        guard destinationStart < bytes.count,
            let (destination, destinationEnd) = MarkdownSyntax.destination(bytes, from: destinationStart)
        else { return nil }

        var end = Self.lineEnd(bytes, from: destinationEnd)
        var title: String? = nil
        let titleStart = MarkdownSyntax.skipSpace(bytes, from: destinationEnd)
        if titleStart > destinationEnd, let (text, titleEnd) = MarkdownSyntax.title(bytes, from: titleStart),
            let lineEnd = Self.lineEnd(bytes, from: titleEnd)
        {
            (title, end) = (text, lineEnd)
        }
        guard let end else { return nil }
        let key = Self.key(label)
        if targets[key] == nil { targets[key] = Target(destination: destination, title: title) }
        return end
    }

    /// Returns true for the label of a footnote, whose text may contain links but is none (GitHub Flavored Markdown).
    private static func isFootnote(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
        label.count > 1 && label.first == UInt8(ascii: "^") && label.allSatisfy { $0 > 0x20 }
    }

    /// Returns the offset after the line end if only white space precedes it; otherwise nil.
    private static func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        if index == bytes.count { return index }
        return bytes[index] == 0x0A ? index + 1 : nil
    }

    /// Returns the normalized form of a label, because labels match regardless of case and white space.
    private static func key(_ label: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: label, as: UTF8.self).streamSafe.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        // Case folding as far as the standard library supports it: "ẞ", "ß" and "SS" are equal.
        return text.lowercased().uppercased()
    }
}

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
            guard let end = attributeValueEnd(bytes, from: index, before: limit) else { return nil }
            index = end
        }
    }

    /// Returns the offset after the value of an attribute; nil if there is none.
    private static func attributeValueEnd(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, before limit: Int
    ) -> Int? {
        guard start < limit else { return nil }
        var index = start
        let quote = bytes[start]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            index += 1
            while index < limit, bytes[index] != quote { index += 1 }
            return index < limit ? index + 1 : nil
        }
        while index < limit, !MarkdownSyntax.isSpace(bytes[index]),
            ![0x22, 0x27, 0x3D, 0x3C, 0x3E, 0x60].contains(bytes[index])
        {
            index += 1
        }
        return index > start ? index : nil
    }
}
