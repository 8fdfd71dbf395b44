/// The pieces of a program: words, white space, strings and regular expressions, and signs.
///
/// Like the whole of this target it relies on how `js/` is written: no comments, no templates with line breaks.
enum ScriptTokens {
    /// One piece.
    struct Token {
        /// What kind of piece it is.
        enum Kind { case word, space, literal, sign }
        let kind: Kind
        let text: Substring

        var isWord: Bool { kind == .word }
        var isSpace: Bool { kind == .space }
    }

    /// Returns the pieces, which together are the program.
    static func read(_ program: String) -> [Token] {
        var reader = TokenReader(program)
        return reader.tokens()
    }

    /// Letters, digits, `_`, `$` and the bytes of other scripts' letters.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
            true
        default:
            false
        }
    }
}

private struct TokenReader {
    private let program: String
    private let bytes: String.UTF8View
    private var at: String.Index
    private var last: UInt8?

    init(_ program: String) {
        self.program = program
        bytes = program.utf8
        at = program.startIndex
    }

    mutating func tokens() -> [ScriptTokens.Token] {
        var tokens: [ScriptTokens.Token] = []
        while at < bytes.endIndex {
            let start = at
            let byte = bytes[at]
            let kind: ScriptTokens.Token.Kind
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"):
                skip { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
                kind = .space
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                skipLiteral(until: byte)
                kind = .literal
            case UInt8(ascii: "/") where Self.startsExpression(after: last):
                skipLiteral(until: byte)
                // The flags.
                skip(while: ScriptTokens.isWord)
                kind = .literal
            case _ where Self.signs.contains { program[at...].hasPrefix($0) }:
                let sign = Self.signs.first { program[at...].hasPrefix($0) } ?? ""
                at = bytes.index(at, offsetBy: sign.utf8.count)
                kind = .sign
            default:
                if ScriptTokens.isWord(byte) { skip(while: ScriptTokens.isWord) } else { at = bytes.index(after: at) }
                kind = ScriptTokens.isWord(byte) ? .word : .sign
            }
            if kind != .space { last = bytes[bytes.index(before: at)] }
            tokens.append(.init(kind: kind, text: program[start..<at]))
        }
        return tokens
    }

    /// Signs of several characters that tell what the words beside them are.
    private static let signs = ["=>", "?.", "..."]

    private mutating func skip(while isIncluded: (UInt8) -> Bool) {
        while at < bytes.endIndex, isIncluded(bytes[at]) { at = bytes.index(after: at) }
    }

    private mutating func skipLiteral(until end: UInt8) {
        var isInClass = false
        at = bytes.index(after: at)
        while at < bytes.endIndex, isInClass || bytes[at] != end {
            if bytes[at] == UInt8(ascii: "\\") { at = bytes.index(after: at) }
            if at < bytes.endIndex {
                if end == UInt8(ascii: "/") {
                    if bytes[at] == UInt8(ascii: "[") { isInClass = true }
                    if bytes[at] == UInt8(ascii: "]") { isInClass = false }
                }
                at = bytes.index(after: at)
            }
        }
        if at < bytes.endIndex { at = bytes.index(after: at) }
    }

    /// Whether a slash is a regular expression's start: after an operator or an opening bracket, never after a value.
    private static func startsExpression(after last: UInt8?) -> Bool {
        last.map { "(,=:[!&|?{};>".utf8.contains($0) } ?? true
    }
}
