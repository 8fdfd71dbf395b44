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

    static let asciiGlyphs: [Character] = (0..<256).map { pattern in
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
