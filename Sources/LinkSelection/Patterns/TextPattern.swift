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
    package init(_ text: String, ignoresCase: Bool = false) throws(LinkSelectionError) {
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
    package func matches(_ text: String) -> Bool {
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
