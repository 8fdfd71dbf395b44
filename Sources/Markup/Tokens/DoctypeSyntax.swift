/// A parser for document type declarations (HTML Standard, 13.2.5.53 to 13.2.5.68).
struct DoctypeSyntax {
    private var rest: Substring.UnicodeScalarView
    private var name: String?
    private var publicID: String?
    private var systemID: String?
    private var isCorrect: Bool

    /// Parses a declaration.
    ///
    /// - Parameters:
    ///   - content: The text between `<!DOCTYPE` and `>`, with normalized line breaks.
    ///   - isClosed: False if the document ended before the `>`, which makes the declaration incorrect.
    init(_ content: String, isClosed: Bool) {
        rest = Substring(content).unicodeScalars
        isCorrect = true
        read()
        // Text after a system identifier, or the end of the document there, is an error that does not make the
        // declaration incorrect.
        if !isClosed, rest.isEmpty { isCorrect = false }
    }

    /// The token of the declaration.
    var token: HTMLToken {
        .doctype(name: name, publicID: publicID, systemID: systemID, isCorrect: isCorrect)
    }

    private mutating func read() {
        skipWhitespace()
        guard !rest.isEmpty else {
            isCorrect = false
            return
        }
        let end = rest.firstIndex(where: Self.isWhitespace) ?? rest.endIndex
        name = ASCII.lowercase(String(rest[..<end]))
        rest = rest[end...]
        skipWhitespace()
        guard !rest.isEmpty else { return }
        if consumeWord("public") {
            guard let identifier = parseIdentifier() else { return }
            publicID = identifier
            skipWhitespace()
            guard !rest.isEmpty, isCorrect else { return }
        } else if !consumeWord("system") {
            isCorrect = false
            return
        } else {
            skipWhitespace()
            if rest.isEmpty {
                isCorrect = false
                return
            }
        }
        systemID = parseIdentifier()
        skipWhitespace()
    }

    /// Parses a quoted identifier, or marks the declaration as incorrect.
    private mutating func parseIdentifier() -> String? {
        skipWhitespace()
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            isCorrect = false
            return nil
        }
        rest.removeFirst()
        let end = rest.firstIndex(of: quote)
        let identifier = String(rest[..<(end ?? rest.endIndex)])
        guard let end else {
            rest = rest[rest.endIndex...]
            isCorrect = false
            return identifier
        }
        rest = rest[rest.index(after: end)...]
        return identifier
    }

    private mutating func consumeWord(_ word: String) -> Bool {
        guard ASCII.lowercase(String(rest.prefix(word.unicodeScalars.count))) == word else { return false }
        rest = rest.dropFirst(word.unicodeScalars.count)
        return true
    }

    private mutating func skipWhitespace() {
        rest = rest.drop(while: Self.isWhitespace)
    }

    private static func isWhitespace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\u{C}"
    }
}
