import TextDirectives

/// A text in which quotes are searched, either as it is or folded: without white space, case and typographic variants.
struct SearchableText {
    /// Further occurrences are ignored: a quote with so many is not distinctive.
    private static let mostOccurrences = 500

    private let units: [UInt16]
    /// The offset of each folded unit in the original; nil if the text is not folded.
    private let origins: [Int32]?

    /// Creates a text that is searched as it is.
    init(units: [UInt16]) {
        self.units = units
        origins = nil
    }

    private init(folded units: [UInt16], origins: [Int32]) {
        self.units = units
        self.origins = origins
    }

    /// Returns the folded text.
    func folded() -> SearchableText {
        var result: [UInt16] = []
        var origins: [Int32] = []
        result.reserveCapacity(units.count)
        origins.reserveCapacity(units.count)
        for (offset, unit) in units.enumerated() {
            guard let unit = Self.fold(unit) else { continue }
            result.append(unit)
            origins.append(Int32(offset))
        }
        return SearchableText(folded: result, origins: origins)
    }

    /// Returns the offset in the original text; nil if it is outside.
    func unit(_ offset: Int) -> Int? {
        guard units.indices.contains(offset) else { return nil }
        return origins.map { Int($0[offset]) } ?? offset
    }

    /// Returns a quote in the form in which it is searched.
    func needle(_ quote: String) -> [UInt16] {
        guard origins == nil else { return Self.fold(Array(quote.utf16)) }
        var text = CopyText()
        text.append(quote)
        return text.units
    }

    /// Returns the folded units of a text.
    static func fold(_ units: [UInt16]) -> [UInt16] { units.compactMap(fold) }

    /// Returns the offsets at which a text occurs, ascending.
    func occurrences(of needle: [UInt16]) -> [Int] {
        guard let first = needle.first, units.count >= needle.count else { return [] }
        return units.withUnsafeBufferPointer { units in
            needle.withUnsafeBufferPointer { needle in
                var found: [Int] = []
                let last = units.count - needle.count
                var at = 0
                while at <= last, found.count < Self.mostOccurrences {
                    if units[at] == first {
                        var length = 1
                        while length < needle.count, units[at + length] == needle[length] { length += 1 }
                        if length == needle.count { found.append(at) }
                    }
                    at += 1
                }
                return found
            }
        }
    }

    /// Returns the likeness of the text around an occurrence to the quote's prefix and suffix, from 0 to 1.
    ///
    /// - Parameters:
    ///   - start: The offset of the occurrence.
    ///   - length: The length of the occurrence.
    ///   - quote: The quote with its prefix and suffix.
    /// - Returns: The likeness; nil if the quote has neither prefix nor suffix.
    func contextLikeness(at start: Int, length: Int, quote: TextQuote) -> Double? {
        guard !quote.prefix.isEmpty || !quote.suffix.isEmpty else { return nil }
        let (prefix, suffix) = (needle(quote.prefix), needle(quote.suffix))
        var before = start - 1
        var same = 0
        if before >= 0, units[before] == 0x20 { before -= 1 }
        while same < prefix.count, before - same >= 0, prefix[prefix.count - 1 - same] == units[before - same] {
            same += 1
        }
        var after = start + length
        var sameAfter = 0
        if after < units.count, units[after] == 0x20 { after += 1 }
        while sameAfter < suffix.count, after + sameAfter < units.count, suffix[sameAfter] == units[after + sameAfter] {
            sameAfter += 1
        }
        let left = prefix.isEmpty ? (before < 0 ? 1 : 0) : Double(same) / Double(prefix.count)
        let right = suffix.isEmpty ? (after >= units.count ? 1 : 0) : Double(sameAfter) / Double(suffix.count)
        // The copy may begin or end between the quote and its context, so the better side counts more.
        return max((left + right) / 2, max(left, right) * 0.8)
    }

    /// Returns the folded unit; nil for white space.
    private static func fold(_ unit: UInt16) -> UInt16? {
        switch unit {
        case 0x41...0x5A: return unit + 0x20
        case 0x21...0x7E: return unit
        case 0x2018, 0x2019, 0x201A, 0x2032, 0x02BC: return 0x27
        case 0x201C, 0x201D, 0x201E, 0x2033, 0xAB, 0xBB: return 0x22
        case 0x2010...0x2015, 0x2212: return 0x2D
        default: break
        }
        if CopyText.isWhiteSpace(unit) || CopyText.isIgnored(unit) { return nil }
        guard let scalar = Unicode.Scalar(UInt32(unit)) else { return unit }
        let lower = scalar.properties.lowercaseMapping.utf16
        return lower.count == 1 ? lower.first : unit
    }
}
