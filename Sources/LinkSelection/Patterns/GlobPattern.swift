/// A glob, which must match a whole text.
///
/// `*` matches any characters including slashes, and `?` matches one. `[abc]` and `[a-z]` match one character of a set,
/// and `[!a-z]` one outside of it. `\` escapes the next character. The time to match is at most proportional to the
/// product of the two lengths.
struct GlobPattern: Sendable, Hashable {
    private enum Token: Hashable {
        case run
        case one(CharacterClass)
    }

    private var tokens: [Token] = []
    private let ignoresCase: Bool

    /// Parses a glob.
    ///
    /// - Parameters:
    ///   - text: The glob as written.
    ///   - ignoresCase: True if upper and lower case match each other.
    /// - Throws: ``LinkSelectionError/pattern(_:reason:)``.
    init(_ text: String, ignoresCase: Bool) throws(LinkSelectionError) {
        self.ignoresCase = ignoresCase
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": if tokens.last != .run { tokens.append(.run) }
            case "?": tokens.append(.one(.any))
            case "[": tokens.append(.one(try Self.set(from: &rest, of: text)))
            case "\\":
                guard let escaped = rest.popFirst() else {
                    throw .pattern(text, reason: "nothing follows the backslash at the end")
                }
                tokens.append(.one(CharacterClass(escaped)))
            default: tokens.append(.one(CharacterClass(scalar)))
            }
        }
    }

    /// Returns true if the glob matches the whole text.
    func matches(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        var position = scalars.startIndex
        var token = 0
        // The last `*` matches one more character whenever the rest of the pattern does not match.
        var retry: (token: Int, position: String.UnicodeScalarView.Index)?
        while position != scalars.endIndex {
            if token < tokens.count, case .run = tokens[token] {
                token += 1
                if token == tokens.count { return true }
                retry = (token, position)
            } else if token < tokens.count, case .one(let set) = tokens[token], fits(scalars[position], set) {
                token += 1
                scalars.formIndex(after: &position)
            } else if let last = retry {
                token = last.token
                position = scalars.index(after: last.position)
                retry?.position = position
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .run }
    }

    private func fits(_ scalar: Unicode.Scalar, _ set: CharacterClass) -> Bool {
        ignoresCase ? set.containsAnyCase(of: LetterCases(scalar)) : set.contains(scalar)
    }

    private static func set(
        from rest: inout Substring.UnicodeScalarView, of text: String
    ) throws(LinkSelectionError) -> CharacterClass {
        var set = CharacterClass()
        if rest.first == "!" || rest.first == "^" {
            rest.removeFirst()
            set.isNegated = true
        }
        var isFirst = true
        while let scalar = rest.popFirst() {
            if scalar == "]" && !isFirst { return set }
            isFirst = false
            guard let lower = scalar == "\\" ? rest.popFirst() : scalar else { break }
            var upper = lower
            if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
                rest.removeFirst(2)
                guard let last = end == "\\" ? rest.popFirst() : end else { break }
                upper = last
            }
            guard lower <= upper else { throw .pattern(text, reason: "a range in [] is in descending order") }
            set.insert(lower...upper)
        }
        throw .pattern(text, reason: "[ is not closed by ]")
    }
}
