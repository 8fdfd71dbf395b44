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
    var dotColumns: Int { self == .half ? 1 : 2 }

    /// The number of dots down a cell.
    var dotRows: Int {
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
    func glyph(_ pattern: UInt8) -> Character {
        switch self {
        case .braille: Self.brailleGlyphs[Int(pattern)]
        case .octant: Self.octantGlyphs[Int(pattern)]
        case .sextant: Self.sextantGlyphs[Int(pattern & 63)]
        case .half: Self.halfGlyphs[Int(pattern & 3)]
        case .ascii: Self.asciiGlyphs[Int(pattern)]
        }
    }

    /// The character for a cell without dots, in contexts where it must differ from a space.
    var blank: Character { self == .braille ? "\u{2800}" : " " }

    /// Returns the character with a code point of one of the tables.
    ///
    /// - Parameter codePoint: A constant plus the index in a table.
    /// - Returns: The character.
    private static func character(_ codePoint: Int) -> Character {
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

extension GlyphSet {
    /// The characters for patterns of two by four blocks.
    ///
    /// Unicode 16 encodes them from U+1CD00 in the order of their bits, except for 26 that exist elsewhere.
    private static let octantGlyphs: [Character] = {
        var next = 0x1CD00
        return (0..<256).map { pattern in
            if let known = encodedElsewhere[pattern] { return known }
            defer { next += 1 }
            return character(next)
        }
    }()

    private static let encodedElsewhere: [Int: Character] = {
        // Quarters at the top, at the bottom and in the middle.
        var known: [Int: Character] = [
            1: "\u{1CEA8}", 2: "\u{1CEAB}", 3: "\u{1FB82}", 64: "\u{1CEA3}", 128: "\u{1CEA0}", 192: "▂",
            63: "\u{1FB85}", 252: "▆", 20: "\u{1FBE6}", 40: "\u{1FBE7}",
        ]
        let quadrants: [Character] = [
            " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
        ]
        let quarter = [0b0000_0101, 0b0000_1010, 0b0101_0000, 0b1010_0000]
        for (quadrant, glyph) in quadrants.enumerated() {
            known[(0..<4).reduce(0) { $0 | (quadrant >> $1 & 1 == 1 ? quarter[$1] : 0) }] = glyph
        }
        return known
    }()
}

extension GlyphSet {
    /// The shapes of characters, as rows of two dots from the top.
    ///
    /// A pattern is shown by the character with the nearest shape.
    private static let asciiInk: [(Character, [String])] = [
        (" ", ["        "]),
        (".", ["      * ", "       *"]),
        ("_", ["      **"]),
        (",", ["    * * ", "     * *", "     ** "]),
        ("'", ["*       ", " *      ", "* *     ", " * *    "]),
        ("\"", ["**      ", "****    "]),
        ("-", ["  **    ", "    **  "]),
        ("=", ["  ****  "]),
        (":", ["  *   * ", "   *   *"]),
        ("|", ["* * * * ", " * * * *", "* * *   ", "  * * * ", " * * *  ", "   * * *"]),
        ("/", [" * ** * ", " * *** *", " *** ** ", " ** *   ", "   * ** ", " * * ** "]),
        ("\\", ["* * * **", "* ** * *", "* ** ** ", "* **   *", "  * ** *", "* * ** *"]),
        ("o", ["    ****", "  ******"]),
        ("(", [" ** * * ", " ** * **"]),
        (")", ["* ** * *", "* ** ***"]),
        ("L", ["* * * **"]),
        ("J", [" * * ***"]),
        ("T", ["** * * *", "*** * * "]),
        ("Y", ["****** *", "****  **"]),
        ("P", ["****** *", "****** "]),
        ("#", ["********", "*** ****", "******* ", " *******", "** *****"]),
    ]

    private static let asciiGlyphs: [Character] = (0..<256).map { pattern in
        var best: (glyph: Character, distance: Int) = (" ", .max)
        for (glyph, inks) in asciiInk {
            for ink in inks {
                let bits = ink.enumerated().reduce(0) { $0 | ($1.element == "*" ? 1 << $1.offset : 0) }
                let distance = (bits ^ pattern).nonzeroBitCount
                // A pattern with dots must not be shown as a space.
                if distance < best.distance && (pattern == 0) == (bits == 0) { best = (glyph, distance) }
            }
        }
        return best.glyph
    }
}
