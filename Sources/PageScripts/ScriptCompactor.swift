/// Leaves out the white space that JavaScript does not need: a third of a bookmarklet, as each space takes three
/// characters in an address.
///
/// It knows strings and regular expressions, but no templates with line breaks, no comments and no automatic semicolons:
/// `js/` is written without them.
enum ScriptCompactor {
    /// Returns the same program in fewer characters.
    ///
    /// - Parameter program: Statements that each end with a semicolon or a brace.
    /// - Returns: The program, on one line.
    static func compact(_ program: String) -> String {
        var reader = Reader(Array(program.utf8))
        return reader.compacted()
    }
}

/// Reads a program byte by byte.
private struct Reader {
    private let source: [UInt8]
    private var at = 0
    private var output: [UInt8] = []

    init(_ source: [UInt8]) { self.source = source }

    mutating func compacted() -> String {
        while at < source.count {
            let byte = source[at]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"):
                skipSpace()
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                copyQuoted(until: byte)
            case UInt8(ascii: "/") where startsExpression:
                copyRegularExpression()
            default:
                take()
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func take() {
        output.append(source[at])
        at += 1
    }

    /// Keeps one space where two words, or two signs of one kind, would grow together.
    private mutating func skipSpace() {
        while at < source.count, source[at] == UInt8(ascii: " ") || source[at] == UInt8(ascii: "\n") { at += 1 }
        guard let before = output.last, at < source.count else { return }
        let after = source[at]
        let isSign = after == UInt8(ascii: "+") || after == UInt8(ascii: "-") || after == UInt8(ascii: "/")
        if isWord(before) && isWord(after) || isSign && before == after { output.append(UInt8(ascii: " ")) }
    }

    private mutating func copyQuoted(until quote: UInt8) {
        take()
        while at < source.count, source[at] != quote {
            if source[at] == UInt8(ascii: "\\") { take() }
            if at < source.count { take() }
        }
        if at < source.count { take() }
    }

    private mutating func copyRegularExpression() {
        take()
        var isInClass = false
        while at < source.count, isInClass || source[at] != UInt8(ascii: "/") {
            if source[at] == UInt8(ascii: "\\") { take() }
            if at < source.count {
                if source[at] == UInt8(ascii: "[") { isInClass = true }
                if source[at] == UInt8(ascii: "]") { isInClass = false }
                take()
            }
        }
        if at < source.count { take() }
    }

    /// Whether a slash here starts a regular expression: after an operator or an opening bracket, never after a value.
    private var startsExpression: Bool {
        guard let before = output.last else { return true }
        return "(,=:[!&|?{};>".utf8.contains(before)
    }

    /// Letters, digits, `_`, `$` and the bytes of other scripts' letters.
    private func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
            true
        default:
            false
        }
    }
}
