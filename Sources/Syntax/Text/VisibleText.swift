import CPlatform

/// A replacement of the characters in text from outside that a terminal obeys or hides.
///
/// Titles, addresses, file names and messages of servers come from strangers. Printed as they are, they could move the
/// cursor, set the clipboard, or show words in another order than they have (CVE-2021-42574). Output for people and
/// formats without escapes have U+FFFD instead, which takes up one cell.
///
/// ```swift
/// print(VisibleText.line("a\u{1B}[2Jb\tc"))  // a�[2Jb c
/// print(VisibleText.replacing(in: "a\u{202E}b") { "<\($0.value)>" })  // a<8238>b
/// print(("\u{202E}" as Unicode.Scalar).isUnsafeInTerminal)  // true
/// ```
package enum VisibleText {
    /// The text in place of an unsafe character: U+FFFD.
    package static let replacement = "\u{FFFD}"

    /// Returns a text as one line.
    ///
    /// - Parameter text: Text from any source.
    /// - Returns: The text with a space for each tab and line end, and U+FFFD for each other unsafe character.
    package static func line(_ text: String) -> String {
        replacing(in: text) { scalar in
            switch scalar {
            case "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": " "
            default: replacement
            }
        }
    }

    /// Returns the text for an unsafe character in a cell of a table or in a person's own template.
    ///
    /// Tabs and line ends are kept, because these formats quote or escape them. What titles of some languages contain
    /// is kept too, because it can neither hide nor reorder the text of other cells: the three marks of Hebrew and
    /// Arabic, the zero width space of Thai and Khmer, the word joiner, the variants of Han characters in names, and
    /// the tags of flags such as England's. An output to a terminal replaces all of these.
    ///
    /// - Parameter scalar: An unsafe character.
    /// - Returns: The character itself or U+FFFD.
    package static func cellText(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\t", "\n", "\r", "\u{200E}", "\u{200F}", "\u{61C}", "\u{200B}", "\u{2060}",
            "\u{E0020}"..."\u{E007F}", "\u{E0100}"..."\u{E01EF}":
            String(scalar)
        default: replacement
        }
    }

    /// Returns a text in which each unsafe character is replaced.
    ///
    /// - Parameters:
    ///   - text: Text from any source.
    ///   - replacing: Returns the text in place of a character; see ``append(_:to:replacing:)``.
    /// - Returns: The text, which is unchanged if it has no such character.
    package static func replacing(
        in text: String, with replacing: (Unicode.Scalar) -> String = { _ in replacement }
    ) -> String {
        var text = text
        let changed: String? = text.withUTF8 { utf8 in
            var length = 0
            guard let start = utf8.baseAddress, leftoff_find_unsafe(start, utf8.count, 0, &length) < utf8.count else {
                return nil
            }
            var output: [UInt8] = []
            output.reserveCapacity(utf8.count + 16)
            append(utf8, to: &output, replacing: replacing)
            return String(decoding: output, as: UTF8.self)
        }
        return changed ?? text
    }

    /// Appends a text in which each unsafe character is replaced.
    ///
    /// - Parameters:
    ///   - text: Text in UTF-8. Each byte that is no part of well-formed UTF-8 becomes U+FFFD.
    ///   - output: Receives the text.
    ///   - replacing: Returns the text in place of a character for which ``Swift/Unicode/Scalar/isUnsafeInTerminal`` is
    ///     true. For a carriage return and a line feed together it is called once, with the line feed; both stay if it
    ///     returns the line feed.
    package static func append(
        _ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8],
        replacing: (Unicode.Scalar) -> String = { _ in replacement }
    ) {
        guard let start = text.baseAddress else { return }
        var position = 0
        while position < text.count {
            var length = 0
            let found = leftoff_find_unsafe(start, text.count, position, &length)
            output.append(contentsOf: UnsafeBufferPointer(rebasing: text[position..<found]))
            guard length > 0 else { return }
            if text[found] == 0x0D, found + 1 < text.count, text[found + 1] == 0x0A { length = 2 }
            position = found + length
            let unsafe = UnsafeBufferPointer(rebasing: text[found..<position])
            guard let scalar = String(decoding: unsafe, as: UTF8.self).unicodeScalars.last else { return }
            // U+FFFD is safe, so it was decoded from an ill-formed byte.
            let isIllFormed = scalar == "\u{FFFD}"
            let result = isIllFormed ? replacement : replacing(scalar)
            if result == String(scalar), !isIllFormed {
                output.append(contentsOf: unsafe)
            } else {
                output.append(contentsOf: result.utf8)
            }
        }
    }
}

extension Unicode.Scalar {
    /// True if a terminal obeys or hides the character: a control, a mark of the writing direction, or an invisible
    /// character that does not merely shape its neighbors.
    package var isUnsafeInTerminal: Bool { leftoff_is_unsafe(value) }
}

extension String {
    /// The maximum number of combining characters in a row (UAX #15, Stream-Safe Text Format).
    ///
    /// Texts of people have a few.
    private static let combiningLimit = 30

    /// This text without those combining characters that follow 30 others.
    ///
    /// Swift compares and hashes texts by their normal form, which takes the square of the time for a run of twice the
    /// length: 1.5 s for 40,000 characters.
    package var streamSafe: String {
        guard hasLongCombiningRun else { return self }
        var (run, kept) = (0, String.UnicodeScalarView())
        for scalar in unicodeScalars {
            run = Self.isCombining(scalar) ? run + 1 : 0
            if run <= Self.combiningLimit { kept.append(scalar) }
        }
        return String(kept)
    }

    /// True if more than 30 combining characters follow one another.
    package var hasLongCombiningRun: Bool {
        guard utf8.count > Self.combiningLimit, utf8.mayContainCombiningCharacters else { return false }
        var run = 0
        for scalar in unicodeScalars {
            run = Self.isCombining(scalar) ? run + 1 : 0
            if run > Self.combiningLimit { return true }
        }
        return false
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Most letters of Chinese, Japanese and Korean texts; looking up their class would take most of the time.
        case ..<0x300, 0x3400..<0xA66F, 0xAC00..<0xD800: false
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}

extension Sequence<UInt8> {
    /// False if a text in UTF-8 certainly contains no combining character, as ASCII and the accented letters of Latin.
    var mayContainCombiningCharacters: Bool {
        // The compiler turns this into a comparison of many bytes at once, unlike a search that stops early.
        let highest = withContiguousStorageIfAvailable { $0.reduce(0, Swift.max) } ?? reduce(0, Swift.max)
        // The first combining character, U+0300, begins with the byte CC.
        return highest >= 0xCC
    }
}
