/// Gives a program's own variables, functions, classes and members names of one or two letters.
///
/// A name is changed everywhere or nowhere, so scopes need not be told apart. It keeps its letters where it may stand for
/// something of the page: where a declaration of the top level uses it without binding it. Properties and keys keep theirs,
/// apart from what is reached through `this` alone, and `{ name }` becomes `{ name:n }`, which says the same in literals and
/// in patterns.
enum ScriptNames {
    /// Returns the same program with shorter names.
    ///
    /// - Parameter program: Declarations, those of the top level at the start of a line, and what follows them.
    /// - Returns: The program, and the new name of each name that has changed.
    static func shortened(_ program: String) -> (program: String, names: [String: String]) {
        let tokens = ScriptTokens.read(program)
        let roles = ScriptBindings(tokens)
        var uses: [String: Int] = [:]
        for (token, role) in zip(tokens, roles.roles) where role != .other { uses[String(token.text), default: 0] += 1 }
        // A name may stand for a variable and for a member: both get the same new one.
        let changed = roles.own.union(roles.ownMembers).sorted { (uses[$0] ?? 0, $1) > (uses[$1] ?? 0, $0) }
        let words = Set(tokens.lazy.filter(\.isWord).map { String($0.text) })
        var fresh = FreshNames(avoiding: words.union(reservedWords))
        var names: [String: String] = [:]
        for name in changed { names[name] = fresh.next() }
        var shortened = ""
        for (token, role) in zip(tokens, roles.roles) {
            let text = String(token.text)
            switch role {
            case .other: shortened += text
            case .variable: shortened += roles.own.contains(text) ? names[text] ?? text : text
            case .shorthand: shortened += roles.own.contains(text) ? names[text].map { "\(text):\($0)" } ?? text : text
            case .member: shortened += roles.ownMembers.contains(text) ? names[text] ?? text : text
            }
        }
        return (shortened, names)
    }

    /// Words of two letters that are no names (ECMAScript, section 12.7.2).
    private static let reservedWords: Set<String> = ["as", "do", "if", "in", "is", "of", "on"]
}

/// Names in the order of their length.
private struct FreshNames {
    private let taken: Set<String>
    private var count = 0

    init(avoiding taken: Set<String>) { self.taken = taken }

    mutating func next() -> String {
        while true {
            let name = Self.name(count)
            count += 1
            if !taken.contains(name) { return name }
        }
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

    private static func name(_ number: Int) -> String {
        guard number >= letters.count else { return String(letters[number]) }
        return name(number / letters.count - 1) + String(letters[number % letters.count])
    }
}
