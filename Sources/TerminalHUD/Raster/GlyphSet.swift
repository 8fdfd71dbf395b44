/// A set of characters that show patterns of dots.
package enum GlyphSet: String, Sendable, CaseIterable {
    /// Braille with two by four dots in a cell: U+2800 to U+28FF.
    case braille
    /// Two by four blocks in a cell (Unicode 16), which few fonts contain yet.
    case octant
    /// Two by three blocks in a cell (Unicode 13).
    case sextant
    /// One by two blocks in a cell.
    case half
    /// ASCII characters that look somewhat like the dots.
    case ascii

    /// The number of dots across a cell.
    package var dotColumns: Int { self == .half ? 1 : 2 }

    /// The number of dots down a cell.
    package var dotRows: Int {
        switch self {
        case .braille, .octant, .ascii: 4
        case .sextant: 3
        case .half: 2
        }
    }

    /// Returns the character for a pattern; a space if no dot is on.
    ///
    /// - Parameter pattern: One bit per dot, row by row from the top left, the lowest bit first.
    /// - Returns: The character.
    package func glyph(_ pattern: UInt8) -> Character {
        switch self {
        case .braille: Self.brailleGlyphs[Int(pattern)]
        case .octant: Self.octantGlyphs[Int(pattern)]
        case .sextant: Self.sextantGlyphs[Int(pattern & 63)]
        case .half: Self.halfGlyphs[Int(pattern & 3)]
        case .ascii: Self.asciiGlyphs[Int(pattern)]
        }
    }

    /// The character for a cell without dots, in contexts where it must differ from a space.
    package var blank: Character { self == .braille ? "\u{2800}" : " " }

    /// Returns the character with a code point of one of the tables.
    ///
    /// - Parameter codePoint: A constant plus the index in a table.
    /// - Returns: The character.
    static func character(_ codePoint: Int) -> Character {
        // The tables are constant and contain no surrogates, so each code point is a Unicode scalar.
        // swift-format-ignore: NeverForceUnwrap
        return Character(Unicode.Scalar(UInt32(codePoint))!)
    }

    private static let halfGlyphs: [Character] = [" ", "▀", "▄", "█"]

    private static let brailleGlyphs: [Character] = (0..<256).map { pattern in
        guard pattern > 0 else { return " " }
        // Braille numbers its first three rows column by column and adds the fourth row last.
        let order = [0, 3, 1, 4, 2, 5, 6, 7]
        let dots = (0..<8).reduce(0) { $0 | (pattern >> $1 & 1) << order[$1] }
        return character(0x2800 + dots)
    }

    private static let sextantGlyphs: [Character] = (0..<64).map { pattern in
        switch pattern {
        case 0: return " "
        case 0b01_01_01: return "▌"
        case 0b10_10_10: return "▐"
        case 63: return "█"
        default:
            // The two half blocks before this one have code points elsewhere, so the range skips them.
            let skipped = 1 + (pattern > 0b01_01_01 ? 1 : 0) + (pattern > 0b10_10_10 ? 1 : 0)
            return character(0x1FB00 + pattern - skipped)
        }
    }
}
