import Markup
import Syntax

/// A scanner for strings in scripts that look like URLs: absolute http URLs, `//host/...`, and paths that start with
/// `/`.
///
/// It distinguishes strings, comments, regular expressions and templates as JavaScript does, as far as that is possible
/// without parsing. It does not find URLs that code concatenates. It also reads JSON, because JSON strings are valid in
/// JavaScript.
struct ScriptAddresses {
    /// A function that receives a URL, with escapes replaced.
    typealias Receiver = (UnsafeBufferPointer<UInt8>) -> Void

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The last byte that was neither white space nor part of a comment.
    ///
    /// It determines if a slash starts a regular expression or is a division.
    private var last: UInt8 = 0
    /// A value for each open template: the number of open braces in its code.
    private var templates: [Int] = []
    /// The offsets up to which a search for an end failed, by the byte that starts the string or expression.
    ///
    /// These offsets prevent a search from being repeated, which would take quadratic time.
    private var unended: [UInt8: Int] = [:]

    /// The maximum nesting of templates; deeper ones are skipped.
    private static let deepestTemplate = 64

    /// Finds the URLs in a script.
    ///
    /// - Parameters:
    ///   - script: The script in UTF-8.
    ///   - found: Receives the URLs in order, with escapes replaced.
    static func find(in script: UnsafeBufferPointer<UInt8>, _ found: Receiver) {
        var scanner = ScriptAddresses(script)
        scanner.run(found)
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    private mutating func run(_ found: Receiver) {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): string(byte, found)
            case UInt8(ascii: "`"): template(found)
            case UInt8(ascii: "/"): slash()
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "{"):
                if !templates.isEmpty { templates[templates.count - 1] += 1 }
                position += 1
            case UInt8(ascii: "}"):
                position += 1
                guard let open = templates.last else { break }
                if open > 0 {
                    templates[templates.count - 1] = open - 1
                } else {
                    // The text of the template continues after the code.
                    templates.removeLast()
                    templateText(from: nil, found)
                }
            default: position += 1
            }
            if byte != UInt8(ascii: "/"), !ASCII.isWhitespace(byte) { last = byte }
        }
    }

    /// Skips a comment or a regular expression.
    ///
    /// Otherwise, the slash is a division operator.
    private mutating func slash() {
        let next = position + 1 < bytes.count ? bytes[position + 1] : 0
        if next == UInt8(ascii: "/") {
            while position < bytes.count, !Self.isLineBreak(bytes[position]) { position += 1 }
        } else if next == UInt8(ascii: "*") {
            position = commentEnd() ?? position + 2
        } else if beginsExpression, let end = expressionEnd() {
            position = end
            // A slash after this is a division, as after a value.
            last = UInt8(ascii: ")")
        } else {
            position += 1
            last = UInt8(ascii: "/")
        }
    }

    private mutating func commentEnd() -> Int? {
        guard (unended[UInt8(ascii: "*")] ?? 0) <= position else { return nil }
        var index = position + 2
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
            index += 1
        }
        unended[UInt8(ascii: "*")] = bytes.count
        return nil
    }

    /// True if a slash at the position starts a regular expression, because no operand of a division precedes it.
    private var beginsExpression: Bool {
        guard ASCII.isAlphanumeric(last) || [0x5F, 0x24, 0x29, 0x5D, 0x7D].contains(last) || last >= 0x80 else {
            // A slash after a string or a template would be a division, which does not occur in practice.
            return last != UInt8(ascii: "\"") && last != UInt8(ascii: "'") && last != UInt8(ascii: "`")
        }
        var end = position
        while end > 0, ASCII.isWhitespace(bytes[end - 1]) { end -= 1 }
        var start = end
        while start > 0, end - start < 7, ASCII.isAlpha(bytes[start - 1]) { start -= 1 }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
        return ["return", "typeof", "case", "in", "of", "else", "do", "void", "throw", "delete"]
            .contains { $0.utf8.elementsEqual(word) }
    }

    private mutating func expressionEnd() -> Int? {
        guard (unended[UInt8(ascii: "/")] ?? 0) <= position else { return nil }
        var index = position + 1
        var isInClass = false
        while index < bytes.count, !Self.isLineBreak(bytes[index]) {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass: return index + 1
            default: break
            }
            index += 1
        }
        unended[UInt8(ascii: "/")] = index
        return nil
    }

    /// Processes a string.
    ///
    /// A string that contains a line break is invalid; the text after its quotation mark is then read as code.
    private mutating func string(_ quote: UInt8, _ found: Receiver) {
        position += 1
        let start = position
        guard (unended[quote] ?? 0) <= start else { return }
        var index = start
        var hasEscapes = false
        while index < bytes.count, bytes[index] != quote {
            if Self.isLineBreak(bytes[index]) {
                unended[quote] = index
                return
            }
            if bytes[index] == UInt8(ascii: "\\") {
                hasEscapes = true
                // An escaped line break is removed, including CR LF.
                if index + 2 < bytes.count, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A { index += 1 }
                index += 1
            }
            index += 1
        }
        guard index < bytes.count else {
            unended[quote] = bytes.count
            return
        }
        position = index + 1
        report(start..<index, hasEscapes: hasEscapes, found)
    }

    private mutating func template(_ found: Receiver) {
        position += 1
        templateText(from: position, found)
    }

    /// Processes the text of a template up to its end or to code in it.
    ///
    /// - Parameters:
    ///   - start: The start of the template; nil after code, because the template then is not a constant URL.
    ///   - found: Receives the template if it is a URL.
    private mutating func templateText(from start: Int?, _ found: Receiver) {
        guard (unended[UInt8(ascii: "`")] ?? 0) <= position else { return }
        var index = position
        var hasEscapes = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "`"):
                position = index + 1
                if let start { report(start..<index, hasEscapes: hasEscapes, found) }
                return
            case UInt8(ascii: "\\"):
                hasEscapes = true
                index += 1
            case UInt8(ascii: "$") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "{"):
                guard templates.count < Self.deepestTemplate else { break }
                position = index + 2
                templates.append(0)
                return
            default: break
            }
            index += 1
        }
        unended[UInt8(ascii: "`")] = bytes.count
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Reports a string's content if it looks like a URL.
    private func report(_ range: Range<Int>, hasEscapes: Bool, _ found: Receiver) {
        let text = UnsafeBufferPointer(rebasing: bytes[range])
        guard hasEscapes else {
            if Self.isAddress(text) { found(text) }
            return
        }
        // The first letter may be escaped too. Strings that start with any other byte need not be decoded.
        guard let first = text.first, [0x68, 0x48, 0x2F, 0x5C].contains(first) else { return }
        var unescaped = JSONString.decoded(text, isScript: true)
        unescaped.withUTF8 { if Self.isAddress($0) { found($0) } }
    }

    /// Returns true if a string is an absolute http URL, `//host...`, or a path from the root.
    private static func isAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count > 1, text.allSatisfy(isAddressByte) else { return false }
        if text[0] == UInt8(ascii: "/") {
            guard text[1] == UInt8(ascii: "/") else { return text.contains(where: isNameByte) }
            let host = text[2...].prefix { ![0x2F, 0x3F, 0x23, 0x3A].contains($0) }
            return host.contains(UInt8(ascii: ".")) && isHost(host)
        }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon == 4 || colon == 5,
            ["http", "https"].contains(where: { $0.utf8.elementsEqual(text[..<colon].lazy.map(ASCII.lowercase)) }),
            text[colon...].starts(with: "://".utf8)
        else { return false }
        return isHost(text[(colon + 3)...].prefix { ![0x2F, 0x3F, 0x23].contains($0) })
    }

    /// Returns true if a text may be a host: it starts and ends with a letter or digit, or with brackets, and may have
    /// a port.
    private static func isHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = host.first, let last = host.last else { return false }
        return isNameByte(first) && (isNameByte(last) || last == UInt8(ascii: ".")) || first == UInt8(ascii: "[")
    }

    /// Returns true if a byte is a letter or a digit of any script.
    private static func isNameByte(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) || byte >= 0x80 }

    /// Returns true if a byte can be part of a URL.
    ///
    /// Control characters, spaces, and characters that are typical of templates, patterns and HTML cannot.
    private static func isAddressByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }
}
