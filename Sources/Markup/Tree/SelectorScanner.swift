/// A scanner for the tokens of a CSS selector (CSS Syntax 3).
struct SelectorScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        // Surrounding white space is ignored.
        skipSpace()
    }

    var isAtEnd: Bool { position >= scalars.count }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    func error(_ reason: String) -> SelectorSyntaxError {
        SelectorSyntaxError(reason: "\(reason) (at character \(min(position, scalars.count) + 1))")
    }

    func unexpected() -> SelectorSyntaxError {
        guard let next else { return error("it ends too early") }
        return error("unexpected '\(next)'")
    }

    func isAt(_ scalar: Unicode.Scalar) -> Bool { next == scalar }

    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while let next, Self.isSpace(next) { position += 1 }
    }

    /// Consumes a word with surrounding white space; returns false if the next word is another one.
    mutating func consumeWord(_ word: String) -> Bool {
        let start = position
        skipSpace()
        guard isAtIdentifier, let found = try? identifier(), Self.lowercase(found) == word else {
            position = start
            return false
        }
        return true
    }

    /// Consumes a combinator with surrounding white space; nil at the end of a selector.
    mutating func combinator() -> Character? {
        let start = position
        skipSpace()
        let hasSpace = position > start
        for sign in [">", "+", "~"] as [Unicode.Scalar] where consume(sign) {
            skipSpace()
            return Character(sign)
        }
        guard hasSpace, let next, next != ",", next != ")" else { return nil }
        return " "
    }

    var isAtIdentifier: Bool {
        guard let next else { return false }
        if next == "-" {
            guard position + 1 < scalars.count else { return false }
            let second = scalars[position + 1]
            return Self.isStart(second) || second == "-" || second == "\\"
        }
        return Self.isStart(next) || next == "\\"
    }

    mutating func identifier() throws(SelectorSyntaxError) -> String {
        guard isAtIdentifier else { throw unexpected() }
        return try name()
    }

    mutating func name() throws(SelectorSyntaxError) -> String {
        var text = String.UnicodeScalarView()
        while let next {
            if next == "\\" {
                text.append(try escape())
            } else if Self.isStart(next) || next == "-" || ("0"..."9").contains(next) {
                text.append(next)
                position += 1
            } else {
                break
            }
        }
        guard !text.isEmpty else { throw unexpected() }
        return String(text)
    }

    mutating func stringOrIdentifier() throws(SelectorSyntaxError) -> String {
        guard let quote = next, quote == "\"" || quote == "'" else { return try name() }
        position += 1
        var text = String.UnicodeScalarView()
        while let next, next != quote {
            if next == "\\" {
                text.append(try escape())
            } else {
                text.append(next)
                position += 1
            }
        }
        guard consume(quote) else { throw error("a string has no end") }
        return String(text)
    }

    /// Consumes one of `=`, `~=`, `|=`, `^=`, `$=`, `*=` and returns its first character.
    mutating func attributeOperator() -> Unicode.Scalar? {
        guard let sign = next else { return nil }
        if consume("=") { return "=" }
        guard ["~", "|", "^", "$", "*"].contains(sign), position + 1 < scalars.count, scalars[position + 1] == "="
        else {
            return nil
        }
        position += 2
        return sign
    }

    /// Parses the `an+b` of `:nth-child()`.
    mutating func formula() throws(SelectorSyntaxError) -> (step: Int, offset: Int) {
        skipSpace()
        if consumeWord("even") { return (2, 0) }
        if consumeWord("odd") { return (2, 1) }
        let sign = consume("-") ? -1 : 1
        if sign == 1 { _ = consume("+") }
        let digits = number()
        guard consume("n") || consume("N") else {
            guard let digits else { throw unexpected() }
            return (0, sign * digits)
        }
        let step = sign * (digits ?? 1)
        let end = position
        skipSpace()
        let isMinus = isAt("-")
        guard consume("+") || consume("-") else {
            position = end
            return (step, 0)
        }
        skipSpace()
        guard let offset = number() else { throw unexpected() }
        return (step, isMinus ? -offset : offset)
    }

    private mutating func number() -> Int? {
        let start = position
        while let next, ("0"..."9").contains(next), position - start < 9 { position += 1 }
        return Int(String(String.UnicodeScalarView(scalars[start..<position])))
    }

    private mutating func escape() throws(SelectorSyntaxError) -> Unicode.Scalar {
        position += 1
        guard let next else { throw unexpected() }
        var value: UInt32 = 0
        let start = position
        while let digit = hex(), position - start < 6 {
            value = value << 4 | digit
            position += 1
        }
        guard position > start else {
            position += 1
            return next
        }
        if let next = self.next, Self.isSpace(next) { position += 1 }
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private func hex() -> UInt32? {
        guard let next, next.isASCII else { return nil }
        return ASCII.hexValue(UInt8(next.value)).map(UInt32.init)
    }

    static func lowercase(_ text: String) -> String { ASCII.lowercase(text) }

    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_" || scalar.value >= 0x80
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar == "\u{C}"
    }
}
