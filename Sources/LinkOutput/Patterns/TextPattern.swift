import Syntax

/// A pattern in an option: a glob for the whole text, or `re:` and a regular expression for any part of it.
package struct TextPattern: Sendable, CustomStringConvertible {
    private enum Form: Sendable {
        case glob(GlobPattern)
        case expression(RegularExpression)
    }

    // Longer patterns are mistakes, and they cost time for every link.
    private static let maximumLength = 10_000

    private let form: Form
    /// The pattern as written.
    package let description: String

    /// Parses a pattern.
    ///
    /// - Parameters:
    ///   - text: A glob, or `re:` and a regular expression.
    ///   - ignoresCase: True if upper and lower case match each other.
    /// - Throws: ``LinkSelectionError/pattern(_:reason:)`` for a syntax error.
    init(_ text: String, ignoresCase: Bool = false) throws(LinkSelectionError) {
        description = text
        guard !text.isEmpty else { throw .pattern("''", reason: "empty") }
        guard text.utf8.count <= Self.maximumLength else {
            throw .pattern(String(text.prefix(40)) + "…", reason: "longer than \(Self.maximumLength) bytes")
        }
        do throws(LinkSelectionError) {
            form =
                text.hasPrefix("re:")
                ? .expression(try RegularExpression(String(text.dropFirst(3)), ignoresCase: ignoresCase))
                : .glob(try GlobPattern(text, ignoresCase: ignoresCase))
        } catch {
            // The error names the pattern as written, including `re:`.
            if case .pattern(_, let reason) = error { throw .pattern(text, reason: reason) }
            throw error
        }
    }

    /// Parses the patterns of an option.
    ///
    /// - Parameters:
    ///   - values: The option's values. A list of globs is split at commas outside of `[]` that are not escaped; a
    ///      value that begins with `re:` is one expression.
    ///   - ignoresCase: True if upper and lower case match each other.
    /// - Returns: The patterns, one of which must match.
    /// - Throws: ``LinkSelectionError/pattern(_:reason:)`` for the first one with a syntax error.
    package static func list(
        _ values: [String], ignoresCase: Bool = false
    ) throws(LinkSelectionError) -> [TextPattern] {
        var patterns: [TextPattern] = []
        for value in values {
            for text in value.hasPrefix("re:") ? [value] : globs(in: value) {
                patterns.append(try TextPattern(text, ignoresCase: ignoresCase))
            }
        }
        return patterns
    }

    /// Returns true if a glob matches the whole text, or a regular expression any part of it.
    func matches(_ text: String) -> Bool {
        switch form {
        case .glob(let glob): glob.matches(text)
        case .expression(let expression): expression.matches(text)
        }
    }

    private static func globs(in list: String) -> [String] {
        var globs = [""]
        var isEscaped = false
        var isInSet = false
        for scalar in list.unicodeScalars {
            if scalar == ",", !isEscaped, !isInSet {
                globs.append("")
                continue
            }
            globs[globs.count - 1].unicodeScalars.append(scalar)
            if !isEscaped, scalar == "[" || scalar == "]" { isInSet = scalar == "[" }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return globs
    }
}

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

/// A set of Unicode scalars that one position of a pattern matches.
struct CharacterClass: Sendable, Hashable {
    /// The ranges of the set, in any order; they may overlap.
    private(set) var ranges: [ClosedRange<UInt32>] = []
    /// True if the set consists of everything outside of the ranges.
    var isNegated = false
    /// The ASCII members of the ranges as bits, because URLs are ASCII.
    private var ascii: (low: UInt64, high: UInt64) = (0, 0)

    static let any = CharacterClass(ranges: [], isNegated: true)
    static let digits = CharacterClass(ranges: [0x30...0x39])
    static let word = CharacterClass(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let blanks = CharacterClass(ranges: [0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x2028...0x2029])

    init(ranges: [ClosedRange<UInt32>] = [], isNegated: Bool = false) {
        self.isNegated = isNegated
        insert(ranges)
    }

    init(_ scalar: Unicode.Scalar) { self.init(ranges: [scalar.value...scalar.value]) }

    /// Adds the scalars of a range.
    mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        insert([range.lowerBound.value...range.upperBound.value])
    }

    /// Adds the scalars of another set.
    mutating func insert(_ other: CharacterClass) { insert(other.isNegated ? other.gaps : other.ranges) }

    private mutating func insert(_ added: [ClosedRange<UInt32>]) {
        ranges += added
        // Only the added ranges are examined: a pattern may have thousands.
        for range in added where range.lowerBound < 128 {
            for value in range.lowerBound...min(range.upperBound, 127) {
                if value < 64 { ascii.low |= 1 << UInt64(value) } else { ascii.high |= 1 << UInt64(value - 64) }
            }
        }
    }

    /// Returns true if a scalar is in the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool { holds(scalar.value) != isNegated }

    /// Returns true if the set matches a scalar, ignoring case.
    func containsAnyCase(of cases: LetterCases) -> Bool {
        (holds(cases.scalar.value) || holds(cases.lower.value) || holds(cases.upper.value)) != isNegated
    }

    static func == (first: CharacterClass, second: CharacterClass) -> Bool {
        first.ranges == second.ranges && first.isNegated == second.isNegated
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ranges)
        hasher.combine(isNegated)
    }

    @inline(__always)
    private func holds(_ value: UInt32) -> Bool {
        if value < 64 { return ascii.low >> UInt64(value) & 1 != 0 }
        if value < 128 { return ascii.high >> UInt64(value - 64) & 1 != 0 }
        for range in ranges where range.contains(value) { return true }
        return false
    }

    /// The ranges of the scalars that are not in the set's ranges.
    private var gaps: [ClosedRange<UInt32>] {
        var gaps: [ClosedRange<UInt32>] = []
        var start: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > start { gaps.append(start...(range.lowerBound - 1)) }
            start = max(start, range.upperBound + 1)
        }
        if start <= 0x10FFFF { gaps.append(start...0x10FFFF) }
        return gaps
    }
}

/// The lower-case and upper-case forms of a scalar, if these are single scalars (Unicode's simple case mapping).
struct LetterCases: Sendable, Hashable {
    let scalar: Unicode.Scalar
    let lower: Unicode.Scalar
    let upper: Unicode.Scalar

    init(_ scalar: Unicode.Scalar) {
        self.scalar = scalar
        switch scalar {
        case "a"..."z": (lower, upper) = (scalar, Unicode.Scalar(UInt8(scalar.value) - 0x20))
        case "A"..."Z": (lower, upper) = (Unicode.Scalar(UInt8(scalar.value) + 0x20), scalar)
        case "\0"..."\u{7F}": (lower, upper) = (scalar, scalar)
        default:
            lower = Self.only(scalar.properties.lowercaseMapping) ?? scalar
            upper = Self.only(scalar.properties.uppercaseMapping) ?? scalar
        }
    }

    private static func only(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
