/// Texts with everything that a terminal obeys or hides, as pages, servers, files and rows may contain them.
///
/// ```swift
/// let title = HostileText.invisible
/// print(HostileText.problems(in: Array(title.utf8)).isEmpty)  // false
/// print(title.contains(HostileText.canary))  // true
/// ```
package enum HostileText {
    /// A word in each text, by which a test sees that the text was printed at all.
    package static let canary = "canary"

    /// Control characters and the sequences that begin with them: titles, links, clipboard, colors, erasing.
    package static let controls =
        canary + " \u{1B}]52;c;cm0gLXJmIH4=\u{7}\u{1B}]8;;https://evil.example/\u{1B}\\x\u{1B}]0;title\u{7}\u{1B}[2J"
        + "\u{1B}P1$r\u{1B}\\\u{1B}c\u{9B}31m\u{9D}0;x\u{9C}\u{90}q\u{8}\u{8}\u{7F}\u{B}\u{C}a\u{1}\u{85}z"

    /// Characters without a control among them: marks of the writing direction, invisible ones, separators, tags and
    /// noncharacters.
    ///
    /// They are tested apart from ``controls``, because a format may replace a text as a whole if it has a control.
    package static let invisible =
        canary
        + " \u{202E}gpj.exe\u{202C}\u{2066}x\u{2069}\u{200E}\u{200F}\u{61C}\u{200B}\u{2060}\u{2063}\u{FEFF}\u{180E}"
        + "\u{3164}\u{115F}\u{1160}\u{FFA0}\u{17B4}\u{2028}\u{2029}\u{FFF9}a\u{FFFB}\u{FFF0}\u{1D173}\u{1BCA0}"
        + "\u{E0041}\u{E0100}z"

    /// Noncharacters, which some formats must omit.
    package static let noncharacters = canary + " \u{FFFE}\u{FFFF}\u{1FFFE}\u{10FFFF}z"

    /// All texts, each of one class.
    package static let texts = [controls, invisible, noncharacters]

    /// Texts that must reach every output unchanged: conjuncts and vowels, a Persian word with a non-joiner, joined
    /// emoji, a soft hyphen.
    package static let harmless = [
        "\u{915}\u{94D}\u{200D}\u{937} \u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947}",
        "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}",
        "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{2764}\u{FE0F}",
        "Schiff\u{AD}fahrt", "日本語、（ａ）", "é – “x” …",
    ]

    /// A letter with 2,000 combining characters in an order that normalization changes.
    package static let combiningRun = "e" + String(repeating: "\u{301}\u{316}", count: 1_000)

    /// Returns the length of the longest run of combining characters in a text.
    package static func longestCombiningRun(in text: String) -> Int {
        var (longest, run) = (0, 0)
        for scalar in text.unicodeScalars {
            run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
            longest = max(longest, run)
        }
        return longest
    }

    /// Bytes that are not UTF-8: a control of eight bits, an incomplete and an overlong sequence, a surrogate.
    package static let illFormed: [[UInt8]] = [
        [0x9B, 0x32, 0x4A], [0xFF], [0xC2], [0xE2, 0x80], [0xC0, 0x9B], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ]

    /// Returns true if a terminal obeys or hides a character.
    ///
    /// The answer comes from the properties in Swift's Unicode data, and not from the table that Leftoff uses.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: break
        }
        if properties.isNoncharacterCodePoint || properties.isBidiControl { return true }
        switch scalar.value {
        case 0xFFF9...0xFFFB: return true
        // These shape their neighbors.
        case 0xAD, 0x34F, 0x200C, 0x200D, 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F: return false
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    /// Returns true if tables in files and pipes keep an unsafe character that titles of some languages contain.
    package static func isKeptInTables(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Marks of the writing direction, zero width space and word joiner, tags, variants of Han characters.
        case 0x61C, 0x200B, 0x200E, 0x200F, 0x2060, 0xE0020...0xE007F, 0xE0100...0xE01EF: true
        default: false
        }
    }

    /// Returns what a terminal would obey or hide in an output.
    ///
    /// - Parameters:
    ///   - output: All bytes of the output.
    ///   - isKept: Returns true for unsafe characters that the output may contain; tabs and line ends always may.
    /// - Returns: One text for each problem, such as "U+1B at byte 12"; at most ten.
    package static func problems(
        in output: [UInt8], keeping isKept: (Unicode.Scalar) -> Bool = { _ in false }
    ) -> [String] {
        guard let text = String(validating: output, as: UTF8.self) else { return ["not UTF-8"] }
        var problems: [String] = []
        var offset = 0
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() where problems.count < 10 {
            let isLineEnd = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            if isUnsafe(scalar), scalar != "\t", scalar != "\n", !isLineEnd, !isKept(scalar) {
                problems.append("U+\(String(scalar.value, radix: 16, uppercase: true)) at byte \(offset)")
            }
            offset += UTF8.width(scalar)
        }
        return problems
    }
}
