/// What the words of a program stand for, as far as renaming needs to know.
struct ScriptBindings {
    /// What a piece of the program stands for.
    enum Role {
        /// A variable, function, class or global.
        case variable
        /// A variable that names a property too: `{ name }`.
        case shorthand
        /// A property of `this`, or a method.
        case member
        /// A keyword, a property, a key, a method, or no word at all.
        case other
    }

    /// The role of each piece.
    private(set) var roles: [Role]
    /// The names that are bound in every declaration of the top level that uses them, or by the top level itself.
    private(set) var own: Set<String> = []
    /// The properties and methods that are reached through `this` alone.
    private(set) var ownMembers: Set<String> = []

    /// Reads the roles of a program's pieces.
    init(_ tokens: [ScriptTokens.Token]) {
        roles = Array(repeating: .other, count: tokens.count)
        var code: [Piece] = []
        var isAtLineStart = true
        for (index, token) in tokens.enumerated() {
            if !token.isSpace { code.append(Piece(token: token, index: index, startsLine: isAtLineStart)) }
            isAtLineStart = token.isSpace && token.text.hasSuffix("\n")
        }
        assignRoles(code)
        findOwnNames(code)
    }

    private struct Piece {
        let token: ScriptTokens.Token
        let index: Int
        /// Whether it stands at the very start of a line, as only the top level's declarations do.
        let startsLine: Bool

        var text: Substring { token.text }
    }

    private mutating func assignRoles(_ code: [Piece]) {
        var brackets: [Substring] = []
        var members: Set<String> = []
        var properties: Set<String> = ["constructor"]
        for (at, piece) in code.enumerated() {
            if ["(", "[", "{"].contains(piece.text) { brackets.append(piece.text) }
            if [")", "]", "}"].contains(piece.text) { _ = brackets.popLast() }
            guard piece.token.isWord, let first = piece.text.utf8.first, !(48...57).contains(first),
                !Self.keywords.contains(String(piece.text))
            else { continue }
            let before = at > 0 ? code[at - 1].text : ""
            let after = at + 1 < code.count ? code[at + 1].text : ""
            let name = String(piece.text)
            let isListed = brackets.last == "{" && (before == "{" || before == ",")
            if before == ".", at > 1, code[at - 2].text == "this" {
                roles[piece.index] = .member
                members.insert(name)
            } else if before == "." || before == "?." || (isListed && after == ":") {
                properties.insert(name)
            } else if isListed && [",", "}", "="].contains(after) {
                roles[piece.index] = .shorthand
                properties.insert(name)
            } else if brackets.last == "{", after == "(", before != "function", Self.isFollowedByBody(code, at + 1) {
                roles[piece.index] = .member
                members.insert(name)
            } else {
                roles[piece.index] = .variable
            }
        }
        ownMembers = members.subtracting(properties)
    }

    /// Whether the parentheses at an index are followed by a brace, as in a method's definition.
    ///
    /// The keywords that are followed by both, such as `if`, never come here.
    private static func isFollowedByBody(_ code: [Piece], _ start: Int) -> Bool {
        guard let end = closing(code, start) else { return false }
        return end + 1 < code.count && code[end + 1].text == "{"
    }

    /// The index of the bracket that closes the one at an index.
    private static func closing(_ code: [Piece], _ start: Int) -> Int? {
        var depth = 0
        for at in start..<code.count {
            if ["(", "[", "{"].contains(code[at].text) { depth += 1 }
            if [")", "]", "}"].contains(code[at].text) { depth -= 1 }
            if depth == 0 { return at }
        }
        return nil
    }

    private mutating func findOwnNames(_ code: [Piece]) {
        var topLevel: Set<String> = []
        var bound: Set<String> = []
        var unbound: Set<String> = []
        var start = 0
        while start < code.count {
            var end = start + 1
            while end < code.count, !(code[end].startsLine && Self.declarators.contains(String(code[end].text))) {
                end += 1
            }
            let chunk = code[start..<end]
            if let name = chunk.dropFirst().first(where: { isVariable($0.index) }), chunk.first?.startsLine == true {
                topLevel.insert(String(name.text))
            }
            let names = boundNames(code, start..<end)
            for piece in chunk where isVariable(piece.index) {
                let name = String(piece.text)
                if names.contains(name) { bound.insert(name) } else { unbound.insert(name) }
            }
            start = end
        }
        own = topLevel.union(bound.subtracting(unbound))
    }

    private func isVariable(_ index: Int) -> Bool { roles[index] == .variable || roles[index] == .shorthand }

    /// The names that a range of the program binds: after `const`, `let` and `class`, in patterns and as parameters.
    private func boundNames(_ code: [Piece], _ range: Range<Int>) -> Set<String> {
        var names: Set<String> = []
        func bind(_ part: Range<Int>) {
            for at in part where isVariable(code[at].index) && code[at - 1].text != "=" {
                names.insert(String(code[at].text))
            }
        }
        for at in range {
            let text = code[at].text
            let next = at + 1
            guard next < range.upperBound else { break }
            if text == "function", code[next].text == "*", next + 1 < range.upperBound { bind(next + 1..<next + 2) }
            if ["const", "let", "class", "function"].contains(text) {
                let isPattern = code[next].text == "{" || code[next].text == "["
                if isPattern, let end = Self.closing(code, next) { bind(next..<end) } else { bind(next..<next + 1) }
            }
            if code[next].text == "=>", code[at].token.isWord { bind(at..<next) }
            if text == "(", let end = Self.closing(code, at), end + 1 < range.upperBound {
                let follows = code[end + 1].text
                let before = at > 0 ? String(code[at - 1].text) : ""
                let isControl = ["if", "for", "while", "switch"].contains(before)
                if follows == "=>" || (follows == "{" && !isControl) { bind(next..<end) }
            }
        }
        return names
    }

    private static let declarators: Set<String> = ["function", "class", "const", "let"]
    private static let keywords: Set<String> = [
        "await", "async", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else",
        "extends", "false", "finally", "for", "function", "get", "if", "in", "instanceof", "let", "new", "null", "of",
        "return", "set", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "void",
        "while", "yield",
    ]
}
