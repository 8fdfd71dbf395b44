import Markup

/// Finds the strings in scripts that look like addresses: absolute http addresses, `//host/...`, and paths from the root.
///
/// It tells strings, comments, regular expressions and templates apart as JavaScript does, as far as that can be told without
/// parsing; what stands in code that puts strings together is not found. JSON's strings are JavaScript's too.
struct ScriptAddresses {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let found: (UnsafeBufferPointer<UInt8>) -> Void
    private var position = 0
    /// The last byte that was neither white space nor comment, which tells a regular expression from a division.
    private var last: UInt8 = 0
    /// For each template that is open how many braces are open in its code.
    private var templates: [Int] = []
    /// Up to where no string of a quote, and no regular expression, ends: looking again would take quadratic time.
    private var unended: [UInt8: Int] = [:]

    /// The most templates within each other; deeper ones are passed over.
    private static let deepestTemplate = 64

    /// Takes the addresses out of a script.
    ///
    /// - Parameters:
    ///   - script: The script in UTF-8.
    ///   - found: Takes the addresses in order, escapes replaced.
    static func find(in script: UnsafeBufferPointer<UInt8>, _ found: (UnsafeBufferPointer<UInt8>) -> Void) {
        withoutActuallyEscaping(found) { found in
            var scanner = ScriptAddresses(script, found)
            scanner.run()
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ found: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
        self.bytes = bytes
        self.found = found
    }

    private mutating func run() {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): string(byte)
            case UInt8(ascii: "`"): template()
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
                    // The text of the template goes on behind its code.
                    templates.removeLast()
                    templateText(from: nil)
                }
            default: position += 1
            }
            if byte != UInt8(ascii: "/"), !ASCII.isWhitespace(byte) { last = byte }
        }
    }

    /// Passes over a comment or a regular expression; else it is a division.
    private mutating func slash() {
        let next = position + 1 < bytes.count ? bytes[position + 1] : 0
        if next == UInt8(ascii: "/") {
            while position < bytes.count, !Self.isLineBreak(bytes[position]) { position += 1 }
        } else if next == UInt8(ascii: "*") {
            position = commentEnd() ?? position + 2
        } else if beginsExpression, let end = expressionEnd() {
            position = end
            // What can be divided stands here.
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

    /// Whether a slash here begins a regular expression: nothing stands before it that could be divided, or a keyword.
    private var beginsExpression: Bool {
        guard ASCII.isAlphanumeric(last) || [0x5F, 0x24, 0x29, 0x5D, 0x7D].contains(last) || last >= 0x80 else {
            // A string or a template can be divided, though nobody does.
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

    /// Reads a string; one that a line break cuts off is none, and what follows its quote is code again.
    private mutating func string(_ quote: UInt8) {
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
                // A line break behind it is nothing, CR LF too.
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
        note(start..<index, hasEscapes: hasEscapes)
    }

    private mutating func template() {
        position += 1
        templateText(from: position)
    }

    /// Reads the text of a template up to its end, or to code in it.
    ///
    /// - Parameter start: Where the template begins; nil if code of it was there before, so that it is no address.
    private mutating func templateText(from start: Int?) {
        guard (unended[UInt8(ascii: "`")] ?? 0) <= position else { return }
        var index = position
        var hasEscapes = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "`"):
                position = index + 1
                if let start { note(start..<index, hasEscapes: hasEscapes) }
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

    /// Takes a string's content if it looks like an address.
    private func note(_ range: Range<Int>, hasEscapes: Bool) {
        let text = UnsafeBufferPointer(rebasing: bytes[range])
        guard hasEscapes else {
            if Self.isAddress(text) { found(text) }
            return
        }
        // An escape can stand for the first letter too; what cannot be an address is not unescaped.
        guard let first = text.first, [0x68, 0x48, 0x2F, 0x5C].contains(first) else { return }
        var unescaped = JSONString.text(text, ofScript: true)
        unescaped.withUTF8 { if Self.isAddress($0) { found($0) } }
    }

    /// Whether a string is an absolute http address, `//host...`, or a path from the root.
    static func isAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
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

    /// Whether it may be a host: letters or digits at both ends, or brackets; a port may follow.
    private static func isHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = host.first, let last = host.last else { return false }
        return isNameByte(first) && (isNameByte(last) || last == UInt8(ascii: ".")) || first == UInt8(ascii: "[")
    }

    /// Whether a byte is a letter or a digit, of any script.
    private static func isNameByte(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) || byte >= 0x80 }

    /// Whether a byte stands in addresses: no control character, no space, and none of those that templates, patterns and HTML
    /// are made of.
    private static func isAddressByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }
}
