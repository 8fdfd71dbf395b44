import Places

/// The words by which a place is recognized in a page.
package struct PlaceWords: Sendable, Hashable {
    /// The words at the reading line; nil if the place has none.
    package let primary: String?
    /// The words of all anchors.
    package let quotes: [String]
    /// The sketch of the page's blocks, as `js/anchoring/page-sketch.js` makes it; nil if there is none.
    package let sketch: String?

    /// Creates the words of a place.
    package init(primary: String?, quotes: [String], sketch: String?) {
        self.primary = primary
        self.quotes = quotes
        self.sketch = sketch
    }

    /// The least length of words that are found by chance on no other page, in UTF-16 units without white space.
    private static let significantLength = 16
    /// The least share of the sketch; articles of one site have a third of their blocks in common at most.
    private static let leastShare = 0.4

    /// Returns true if a page contains the place's words, or most of the blocks of the page that was captured.
    ///
    /// - Parameter texts: The texts of all blocks of the page.
    /// - Returns: Nil if the place has nothing by which it can be recognized.
    func areFound(in texts: [String]) -> Bool? {
        let page = Self.folded(texts.joined())
        let quotes = ([primary].compactMap { $0 } + quotes).map(Self.folded)
        let significant = quotes.filter { $0.utf16.count >= Self.significantLength }
        if significant.contains(where: { page.contains($0) }) { return true }
        if let share = PageSketch.share(of: sketch ?? "", in: texts) { return share >= Self.leastShare }
        if !significant.isEmpty { return false }
        let words = quotes.filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.contains { page.contains($0) }
    }

    /// Returns the number of the block that contains the words at the reading line; nil if there is none.
    func line(in texts: [String]) -> Int? {
        guard let primary else { return nil }
        let words = Self.folded(primary)
        guard !words.isEmpty else { return nil }
        var starts: [Int] = []
        var page = ""
        for text in texts {
            starts.append(page.utf8.count)
            page += Self.folded(text)
        }
        guard let found = page.firstRange(of: words)?.lowerBound else { return nil }
        let position = page.utf8.distance(from: page.utf8.startIndex, to: found)
        return starts.indices.last { starts[$0] <= position && (!texts[$0].isEmpty) }
    }

    /// Returns a text without white space and in lower case, since markup can separate the words differently.
    private static func folded(_ text: String) -> String {
        CollapsedText.collapsed(text).replacing(" ", with: "").lowercased()
    }
}

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
