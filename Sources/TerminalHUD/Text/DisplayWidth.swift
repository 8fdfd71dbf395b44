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
