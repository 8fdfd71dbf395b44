import Syntax

/// Functions that make text from any source safe to print on a terminal, and shorten it.
package enum TerminalText {
    /// Returns a text as a line whose width in cells is known.
    ///
    /// Characters that a terminal obeys or hides are replaced (``/Syntax/VisibleText/line(_:)``). Of a joined
    /// emoji, only the first part is kept, because terminals disagree about the width of the rest. Conjuncts of Indic
    /// scripts, which have joiners too, are kept.
    ///
    /// - Parameter text: Text from any source.
    /// - Returns: The text as one line. Each such character is replaced by U+FFFD, and tabs and line ends by a space.
    package static func sanitized(_ text: String) -> String {
        let line = VisibleText.line(text)
        guard line.unicodeScalars.contains("\u{200D}") else { return line }
        var result = String.UnicodeScalarView()
        for character in line {
            let isEmoji = character.unicodeScalars.first?.properties.isEmoji == true
            result += character.unicodeScalars.prefix { !isEmoji || $0 != "\u{200D}" }
        }
        return String(result)
    }

    /// Returns the sanitized text with every grapheme that is not ASCII replaced, for terminals that show only ASCII.
    package static func ascii(_ text: String) -> String {
        String(sanitized(text).map { $0.isASCII ? $0 : $0 == "…" ? "~" : $0 == "·" ? "," : "?" })
    }

    /// Returns a sanitized line with each `http:` and `https:` address of printable ASCII made clickable (OSC 8).
    static func linked(_ line: String) -> String {
        guard line.contains("://") else { return line }
        return line.split(separator: " ", omittingEmptySubsequences: false).map { word in
            // Closing punctuation and brackets are not part of the URL.
            let end = word.lastIndex { !",;:.!?)>]\"'".contains($0) }.map { word.index(after: $0) } ?? word.startIndex
            let address = word[..<end]
            let isAddress = address.hasPrefix("http://") || address.hasPrefix("https://")
            guard isAddress, address.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return String(word) }
            return "\u{1B}]8;;\(address)\u{1B}\\\(address)\u{1B}]8;;\u{1B}\\\(word[end...])"
        }.joined(separator: " ")
    }

    /// Shortens a sanitized text to a width in cells.
    ///
    /// - Parameters:
    ///   - text: The sanitized text.
    ///   - width: The maximum width in cells.
    ///   - ellipsis: The sign that replaces the rest.
    /// - Returns: The text, or its start followed by the ellipsis.
    package static func cut(_ text: String, to width: Int, ellipsis: String = "…") -> String {
        guard width > 0 else { return "" }
        if DisplayWidth.of(text) <= width { return text }
        let room = width - DisplayWidth.of(ellipsis)
        guard room > 0 else { return String(text.first.map { DisplayWidth.of($0) <= width ? String($0) : "" } ?? "") }
        var result = ""
        var used = 0
        for character in text {
            used += DisplayWidth.of(character)
            if used > room { break }
            result.append(character)
        }
        return result + ellipsis
    }
}

/// The width of text in cells of a terminal.
package enum DisplayWidth {
    /// Returns the width of a grapheme: 0, 1 or 2 cells.
    package static func of(_ character: Character) -> Int {
        var widest = 0
        for scalar in character.unicodeScalars {
            // The emoji variation selector makes its base character wide.
            if scalar == "\u{FE0F}" { return 2 }
            widest = max(widest, width(scalar))
        }
        return widest
    }

    /// Returns the width of a text without control characters.
    package static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x20 || (0x7F..<0xA0).contains(value) { return 0 }
        if value < 0x300 { return value == 0xAD ? 0 : 1 }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // The vowels and final consonants of a Hangul syllable are drawn in the cells of its first consonant.
        if (0x1160...0x11FF).contains(value) { return 0 }
        if properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(value) } ? 2 : 1
    }

    /// The ranges in which East Asian Width (UAX #11) is Wide or Fullwidth.
    ///
    /// Ranges are merged if only unassigned code points are between them.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
        0x20000...0x3FFFD,
    ]
}

/// A table of text with aligned columns.
package struct TextTable {
    /// The width to which all columns are narrowed first, if the rows do not fit.
    private static let minimumWidth = 16
    /// The width to which all columns except the first are narrowed if the rows still do not fit.
    ///
    /// The first column identifies the row.
    private static let narrowWidth = 6
    private static let gap = 2

    /// The rows, all with the same number of cells.
    package var rows: [[String]]
    /// The maximum width of a cell in terminal columns; longer text is truncated with an ellipsis.
    package var maximumCellWidth = 60
    /// The indices of right-aligned columns.
    package var rightAligned: Set<Int> = []
    /// The indices of the columns that are narrowed only after all others, such as times, of which a part says nothing.
    package var lastNarrowed: Set<Int> = []
    /// The width of the terminal.
    ///
    /// If the rows are wider, the widest columns are narrowed, and then the rows are truncated. Nil for no limit.
    package var width: Int?

    /// Creates a table of left-aligned columns.
    package init(rows: [[String]]) {
        self.rows = rows
    }

    /// The lines of the table.
    ///
    /// Columns are two spaces apart, control characters are replaced, and the last column is not padded.
    package var lines: [String] {
        let clean = rows.map { $0.map(TerminalText.sanitized) }
        guard let columnCount = clean.map(\.count).max() else { return [] }
        let widths = fitted(
            (0..<columnCount).map { column in
                min(maximumCellWidth, clean.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0)
            })
        return clean.map { row in
            let line = row.enumerated().map { column, text in
                let cell = TerminalText.cut(text, to: widths[column])
                let padding = String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(cell)))
                let isLast = column == row.count - 1
                let set = rightAligned.contains(column) ? padding + cell : isLast ? cell : cell + padding
                return isLast ? set : set + String(repeating: " ", count: Self.gap)
            }.joined()
            return width.map { TerminalText.cut(line, to: $0) } ?? line
        }
    }

    /// Returns the widths after narrowing the widest columns until the rows fit.
    private func fitted(_ widths: [Int]) -> [Int] {
        guard let width else { return widths }
        var widths = widths
        var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
        let narrowable = widths.indices.dropFirst()
        let stages = [
            (Array(widths.indices), Self.minimumWidth),
            (narrowable.filter { !lastNarrowed.contains($0) }, Self.narrowWidth), (Array(narrowable), Self.narrowWidth),
        ]
        for (columns, least) in stages {
            while excess > 0, let widest = columns.max(by: { widths[$0] < widths[$1] }), widths[widest] > least {
                widths[widest] -= 1
                excess -= 1
            }
        }
        return widths
    }
}

/// Returns a number with its noun, such as "1 link" or "2 links".
///
/// - Parameters:
///   - number: The number of things.
///   - noun: The singular of a noun.
///   - plural: The plural; nil for the singular with an s.
/// - Returns: The number, a space and the singular or plural.
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}
