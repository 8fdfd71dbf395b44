extension GlyphSet {
    /// The characters for patterns of two by four blocks.
    ///
    /// Unicode 16 encodes them from U+1CD00 in the order of their bits, except for 26 that exist elsewhere.
    static let octantGlyphs: [Character] = {
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
