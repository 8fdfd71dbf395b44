/// Says a program in fewer characters: a third of a bookmarklet is white space, each of which takes three characters in an
/// address.
///
/// Like the rest of this target it relies on how `js/` is written: strings and regular expressions, but no templates with
/// line breaks, no comments and no automatic semicolons.
enum ScriptCompactor {
    /// Returns the same program in fewer characters.
    ///
    /// White space goes, except between words and between signs that would grow together; semicolons and commas go before
    /// a closing bracket. `const` becomes `let`, and declarations in a row become one.
    ///
    /// - Parameter program: Statements that each end with a semicolon or a brace.
    /// - Returns: The program, on one line.
    static func compact(_ program: String) -> String {
        var writer = CompactWriter()
        var isAfterSpace = false
        for token in ScriptTokens.read(program) {
            if !token.isSpace { writer.write(token, isAfterSpace: isAfterSpace) }
            isAfterSpace = token.isSpace
        }
        return writer.finished()
    }
}

/// Writes a program piece by piece.
private struct CompactWriter {
    /// What is known of a bracket that is open, or of the whole program.
    private struct Scope {
        /// Whether the bracket is the head of `if`, `for` or `while`.
        var isHead = false
        /// Whether the statement being written declares variables.
        var declares = false
        /// Whether the statement before declared variables, and nothing has come since.
        var hasDeclared = false
    }

    private var output = ""
    private var scopes = [Scope()]
    private var current = Scope()
    /// The last sign that is written only if what follows needs it: a semicolon or a comma.
    private var held = ""
    private var last: Substring = ""
    /// Whether the last piece closed the head of `if`, `for` or `while`.
    private var isAfterHead = false

    mutating func write(_ token: ScriptTokens.Token, isAfterSpace: Bool) {
        let text = token.text
        let isDeclaration = token.isWord && (text == "const" || text == "let")
        if isDeclaration, current.hasDeclared, held == ";" {
            held = ","
            current.declares = true
            current.hasDeclared = false
            note(text, isAfterHead: false)
            return
        }
        if !(text == ")" || text == "]" || text == "}") { output += held } else { dropHeld(before: text) }
        held = ""
        current.hasDeclared = false
        if isDeclaration { current.declares = true }
        let wasHead = bracket(text)
        if text == ";" {
            current.hasDeclared = current.declares
            current.declares = false
        }
        // An empty statement, as in `while (step());`, needs its semicolon.
        if (text == ";" && !isAfterHead && last != ";") || (text == "," && last != "," && last != "[") {
            held = String(text)
        } else {
            append(spelled(token), isAfterSpace: isAfterSpace)
        }
        note(text, isAfterHead: wasHead)
    }

    func finished() -> String { output + held }

    private mutating func note(_ text: Substring, isAfterHead: Bool) {
        last = text
        self.isAfterHead = isAfterHead
    }

    /// Only a brace ends a statement; the semicolons of a `for` stand before a parenthesis.
    private mutating func dropHeld(before bracket: Substring) {
        if held == ";" && bracket != "}" { output += held }
    }

    /// Follows the brackets; true where a head of `if`, `for` or `while` ends.
    private mutating func bracket(_ text: Substring) -> Bool {
        switch text {
        case "(", "[", "{":
            scopes.append(current)
            current = Scope(isHead: text == "(" && ["if", "for", "while"].contains(last))
            return false
        case ")", "]", "}":
            let isHead = current.isHead
            current = scopes.popLast() ?? Scope()
            return isHead
        default:
            return false
        }
    }

    private func spelled(_ token: ScriptTokens.Token) -> Substring {
        token.isWord && token.text == "const" ? "let" : token.text
    }

    private mutating func append(_ text: Substring, isAfterSpace: Bool) {
        if let before = output.utf8.last, let after = text.utf8.first {
            let isSign = after == UInt8(ascii: "+") || after == UInt8(ascii: "-") || after == UInt8(ascii: "/")
            let grow = ScriptTokens.isWord(before) && ScriptTokens.isWord(after)
            if grow || (isAfterSpace && isSign && before == after) { output += " " }
        }
        output += text
    }
}
