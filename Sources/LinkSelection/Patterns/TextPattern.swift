/// A pattern as people write it: a glob for the whole text, or `re:` and a regular expression for any part of it.
package struct TextPattern: Sendable, CustomStringConvertible {
    private enum Form: Sendable {
        case glob(GlobPattern)
        case expression(RegularExpression)
    }

    // Longer ones are mistakes, and cost time with every link.
    private static let maximumLength = 10_000

    private let form: Form
    /// The pattern as it was written.
    package let description: String

    /// Reads a pattern.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - ignoresCase: Whether upper and lower case match each other.
    /// - Throws: ``LinkSelectionError/pattern(_:reason:)`` if it cannot be read.
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
            // Named as it was written, with `re:`.
            if case .pattern(_, let reason) = error { throw .pattern(text, reason: reason) }
            throw error
        }
    }

    /// Reads the patterns of one option.
    ///
    /// - Parameters:
    ///   - values: The option's values. A glob list is divided at commas that stand outside `[]` and after no backslash; a
    ///     value that begins with `re:` is one expression.
    ///   - ignoresCase: Whether upper and lower case match each other.
    /// - Returns: The patterns, of which one has to match.
    /// - Throws: ``LinkSelectionError/pattern(_:reason:)`` for the first that cannot be read.
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

    /// Tells whether the pattern matches a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: True if a glob matches the whole text, or an expression any part.
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
