/// Reads a document type declaration (HTML Standard, 13.2.5.53 to 13.2.5.68).
struct DoctypeSyntax {
    private var rest: Substring.UnicodeScalarView
    private var name: String?
    private var publicID: String?
    private var systemID: String?
    private var isCorrect: Bool

    /// Reads a declaration.
    ///
    /// - Parameters:
    ///   - content: What stands between `<!DOCTYPE` and `>`, line breaks normalized.
    ///   - isClosed: Whether the `>` is there; if not, the document ended and the declaration is incorrect.
    init(_ content: String, isClosed: Bool) {
        rest = Substring(content).unicodeScalars
        isCorrect = true
        read()
        // What follows a system identifier is an error, but neither it nor the end behind it makes a declaration incorrect.
        if !isClosed, rest.isEmpty { isCorrect = false }
    }

    /// The token.
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
        if takeWord("public") {
            guard let identifier = takeIdentifier() else { return }
            publicID = identifier
            skipWhitespace()
            guard !rest.isEmpty, isCorrect else { return }
        } else if !takeWord("system") {
            isCorrect = false
            return
        } else {
            skipWhitespace()
            if rest.isEmpty {
                isCorrect = false
                return
            }
        }
        systemID = takeIdentifier()
        skipWhitespace()
    }

    /// Reads a quoted identifier, or marks the declaration incorrect.
    private mutating func takeIdentifier() -> String? {
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

    private mutating func takeWord(_ word: String) -> Bool {
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
