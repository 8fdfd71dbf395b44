import PageCopies

/// The words by which a place is recognized in a page.
package struct PlaceWords: Sendable, Hashable {
    /// The words at the reading line; nil if the place has none.
    package let primary: String?
    /// The words of all anchors.
    package let quotes: [String]
    /// The sketch of the page's blocks, as `js/anchoring/page-sketch.js` makes it; nil if there is none.
    package let sketch: String?

    /// Creates the words of a place.
    ///
    /// - Parameters:
    ///   - primary: The words at the reading line; nil if the place has none.
    ///   - quotes: The words of all anchors.
    ///   - sketch: The sketch of the page's blocks; nil if there is none.
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
