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
        // The first combining character, U+0300, begins with the byte CC.
        guard utf8.count > Self.combiningLimit, utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = 0
        for scalar in unicodeScalars {
            run = Self.isCombining(scalar) ? run + 1 : 0
            if run > Self.combiningLimit { return true }
        }
        return false
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }
}
