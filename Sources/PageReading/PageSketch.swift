/// The sketch of a page's text, as `js/anchoring/page-sketch.js` defines it.
enum PageSketch {
    private static let maximumCount = 32
    private static let digitCount = 6
    /// The least length of a block, in UTF-16 units.
    private static let shortestBlock = 24
    /// The length of the hashed start of a block, in UTF-16 units.
    private static let hashedLength = 48
    /// A sketch of fewer blocks is not significant.
    private static let fewest = 4

    /// Returns the share of a sketch that a page contains.
    ///
    /// - Parameters:
    ///   - sketch: Six hexadecimal digits for each block.
    ///   - texts: The texts of the page's blocks.
    /// - Returns: 0 to 1; nil if the sketch is not significant.
    static func share(of sketch: String, in texts: [String]) -> Double? {
        let digits = Array(sketch.utf8)
        let count = min(maximumCount, digits.count / digitCount)
        guard count >= fewest else { return nil }
        let present = Set(texts.lazy.filter { $0.utf16.count >= shortestBlock }.map { Self.digits(of: $0) })
        let found = (0..<count).count { number in
            present.contains(Array(digits[(number * digitCount)..<((number + 1) * digitCount)]))
        }
        return Double(found) / Double(count)
    }

    private static func digits(of block: String) -> [UInt8] {
        // The start of a block never begins with a space; a space at the end of the part is removed.
        var units = Array(block.utf16.prefix(hashedLength))
        while units.last == 0x20 { units.removeLast() }
        let hash = hash(units)
        return (0..<digitCount).map { place in
            let digit = UInt8(truncatingIfNeeded: hash >> UInt32(4 * (digitCount - 1 - place))) & 15
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
    }

    /// FNV-1a in 32 bits, with the last mixing step of MurmurHash3; as in `js/anchoring/block-hash.js`.
    private static func hash(_ units: [UInt16]) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for unit in units { hash = (hash ^ UInt32(unit)) &* 0x0100_0193 }
        hash = (hash ^ (hash >> 16)) &* 0x85EB_CA6B
        hash = (hash ^ (hash >> 13)) &* 0xC2B2_AE35
        return hash ^ (hash >> 16)
    }
}
