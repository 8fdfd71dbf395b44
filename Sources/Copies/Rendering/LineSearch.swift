import Places
import Syntax

/// A search for the line of a place in the text of a copy.
///
/// It uses the evidence of the restore script (`js/restore/resolve-quote.js`): the quote, the words before and after
/// it, the texts above and below, and the number of its occurrences. It abstains if that is ambiguous. Edited words
/// are not searched, because a copy has the words that were captured.
struct LineSearch {
    /// In UTF-16 units: a shorter quote that occurs once must have the right words around it.
    private static let sufficientLength = 20
    /// The likeness of the context below which an occurrence is not the captured one, if there were several.
    private static let leastContext = 0.3
    /// The difference of the scores of two occurrences that distinguishes them.
    private static let leastMargin = 0.1
    /// In UTF-16 units: the shortest part of a quote that is searched alone.
    private static let shortestPart = 24
    /// In UTF-16 units: a neighbour at this distance has half the effect, as in `js/restore/evidence.js`.
    private static let nearDistance = 1500.0

    private let text: CopyText
    private let exact: SearchableText
    private let snapshot: PageSnapshot

    /// Creates a search.
    init(for snapshot: PageSnapshot, in text: CopyText) {
        self.snapshot = snapshot
        self.text = text
        exact = SearchableText(units: text.units)
    }

    /// Returns the line; nil if it is absent or ambiguous.
    func line() -> CopyLine? {
        let anchors = snapshot.anchors
        let primary = snapshot.primaryAnchor ?? anchors.first
        if let primary, let line = line(of: primary, isExact: true) { return line }
        // A text near the reading line stands where it stood, and so does the line, if nothing between them is missing.
        let others = [snapshot.middle] + ["above", "below"].map { role in anchors.first { $0.role == role } }
        for anchor in others.compactMap({ $0 }) {
            if let line = line(of: anchor, isExact: false) { return line }
        }
        return nil
    }

    private func line(of anchor: SnapshotAnchor, isExact: Bool) -> CopyLine? {
        guard let quote = anchor.quote, let unit = unit(of: anchor, quote),
            let position = text.position(of: unit)
        else { return nil }
        let height = anchor.offsetY ?? anchor.rect?.y ?? 0
        return CopyLine(position: position, height: max(0, height), isExact: isExact)
    }

    /// Returns the offset of the character at the reading line.
    private func unit(of anchor: SnapshotAnchor, _ quote: TextQuote) -> Int? {
        let character = min(max(anchor.characterOffset ?? 0, 0), max(0, quote.exact.utf16.count - 1))
        if let start = start(of: quote, anchor, in: exact) { return exact.unit(start + character) }
        let folded = exact.folded()
        let lead = SearchableText.fold(Array(quote.exact.utf16.prefix(character))).count
        if let start = start(of: quote, anchor, in: folded) { return folded.unit(start + lead) }
        // The copy may lack one end of the quote, such as a note that the page had shown inside the block.
        guard (anchor.occurrences ?? 1) <= 1 else { return nil }
        let units = Array(quote.exact.utf16)
        for (part, shift) in [(Array(units[character...]), 0), (Array(units[..<character]), character)] {
            guard part.count >= Self.shortestPart, part.count < units.count else { continue }
            let found = exact.occurrences(of: part)
            if found.count == 1, let unit = exact.unit(found[0] + shift) { return unit }
        }
        return nil
    }

    /// Returns the offset of the captured occurrence of a quote; nil if it is absent or ambiguous.
    private func start(of quote: TextQuote, _ anchor: SnapshotAnchor, in text: SearchableText) -> Int? {
        let needle = text.needle(quote.exact)
        guard !needle.isEmpty else { return nil }
        let found = text.occurrences(of: needle)
        let neighbours = neighbours(in: text)
        let scored = found.map { start in
            let context = text.contextLikeness(at: start, length: needle.count, quote: quote)
            return (start: start, context: context, score: 0.7 * (context ?? 1) + 0.3 * near(start, neighbours))
        }.sorted { $0.score > $1.score }
        guard let best = scored.first else { return nil }
        let context = best.context ?? 1
        if scored.count == 1 {
            // On the page there were several: this one may be another of them.
            let isTheOnly = (anchor.occurrences ?? 1) <= 1
            let isSure = isTheOnly ? needle.count >= Self.sufficientLength || context >= 0.5 : false
            return isSure || context >= Self.leastContext && (!isTheOnly || needle.count >= 8) ? best.start : nil
        }
        if context >= Self.leastContext, best.score - scored[1].score >= Self.leastMargin { return best.start }
        guard let ordinal = anchor.ordinal, anchor.occurrences == found.count, found.indices.contains(ordinal) else {
            return nil
        }
        return found[ordinal]
    }

    /// Returns the positions of the texts that were above and below the place.
    private func neighbours(in text: SearchableText) -> (above: [Int], below: [Int]) {
        func positions(_ role: String) -> [Int] {
            guard let quote = snapshot.anchors.first(where: { $0.role == role })?.quote else { return [] }
            let found = text.occurrences(of: text.needle(quote.exact))
            return found.count < 40 ? found : []
        }
        return (positions("above"), positions("below"))
    }

    /// Returns the proximity of the texts that were above and below, each counted only on its own side, from 0 to 1.
    private func near(_ position: Int, _ neighbours: (above: [Int], below: [Int])) -> Double {
        func closeness(_ distances: [Int]) -> Double? {
            guard !distances.isEmpty else { return nil }
            guard let least = distances.filter({ $0 >= 0 }).min() else { return 0 }
            let share = Double(least) / Self.nearDistance
            return 1 / (1 + share * share)
        }
        let known = [
            closeness(neighbours.above.map { position - $0 }), closeness(neighbours.below.map { $0 - position }),
        ].compactMap { $0 }
        return known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
    }
}

/// The line of a place in a copy.
struct CopyLine: Equatable {
    /// The character at which the line starts.
    var position: CopyText.Position
    /// The distance from the top of the view to the line, in CSS px.
    var height: Double
    /// False if only a text near the reading line was found.
    var isExact: Bool
}

/// The text of a copy, collapsed as the scripts collapse a page's text (`js/anchoring/text-index.js`).
///
/// Each character leads back to the piece of the copy that contains it.
struct CopyText {
    /// A character of a piece.
    struct Position: Equatable {
        /// The index of the piece.
        var piece: Int
        /// The offset in the piece, in UTF-16 units.
        var offset: Int
    }

    /// The text, in UTF-16 units.
    private(set) var units: [UInt16] = []
    /// The offset of each unit in its piece.
    private var offsets: [Int32] = []
    /// The units at which the pieces with text start, ascending.
    private var starts: [(unit: Int, piece: Int)] = []
    private var pieceCount = 0
    private var isAfterSpace = false

    /// Appends the next piece.
    ///
    /// - Parameter text: The piece as it is shown; it gets the next index even if it has no text.
    mutating func append(_ text: String) {
        var hasStarted = false
        var offset: Int32 = 0
        for unit in text.utf16 {
            defer { offset += 1 }
            if CollapsedText.isIgnored(UInt32(unit)) { continue }
            if CollapsedText.isWhiteSpace(UInt32(unit)) {
                isAfterSpace = true
                continue
            }
            if !hasStarted {
                if isAfterSpace, !units.isEmpty {
                    appendUnit(0x20, at: 0, startsPiece: true)
                } else {
                    starts.append((units.count, pieceCount))
                }
                hasStarted = true
            } else if isAfterSpace {
                appendUnit(0x20, at: offset, startsPiece: false)
            }
            isAfterSpace = false
            units.append(unit)
            offsets.append(offset)
        }
        pieceCount += 1
    }

    /// Separates the next piece from the previous one, as the end of a block does.
    mutating func endBlock() { isAfterSpace = true }

    private mutating func appendUnit(_ unit: UInt16, at offset: Int32, startsPiece: Bool) {
        if startsPiece { starts.append((units.count, pieceCount)) }
        units.append(unit)
        offsets.append(offset)
    }

    /// Returns the character of a piece at an offset of the text.
    ///
    /// - Parameter unit: An offset in ``units``.
    /// - Returns: The position; nil if the offset is outside the text.
    func position(of unit: Int) -> Position? {
        guard units.indices.contains(unit) else { return nil }
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle].unit <= unit { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        return Position(piece: starts[low - 1].piece, offset: Int(offsets[unit]))
    }
}

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
    ///
    /// The search is that of Knuth, Morris and Pratt: a simpler one takes time proportional to the product of the
    /// lengths if a page and a quote repeat one character, and a page can have 500 highlights.
    func occurrences(of needle: [UInt16]) -> [Int] {
        guard let first = needle.first, units.count >= needle.count else { return [] }
        let borders = Self.borders(of: needle)
        return units.withUnsafeBufferPointer { units in
            needle.withUnsafeBufferPointer { needle in
                var found: [Int] = []
                var (at, length) = (0, 0)
                while at < units.count, found.count < Self.mostOccurrences {
                    let unit = units[at]
                    at += 1
                    if length == 0, unit != first { continue }
                    while length > 0, unit != needle[length] { length = borders[length - 1] }
                    if unit == needle[length] { length += 1 }
                    if length == needle.count {
                        found.append(at - length)
                        length = borders[length - 1]
                    }
                }
                return found
            }
        }
    }

    /// Returns for each beginning of a text the length of its longest proper beginning that is its end too.
    private static func borders(of needle: [UInt16]) -> [Int] {
        var borders = [Int](repeating: 0, count: needle.count)
        var length = 0
        for index in needle.indices.dropFirst() {
            while length > 0, needle[index] != needle[length] { length = borders[length - 1] }
            if needle[index] == needle[length] { length += 1 }
            borders[index] = length
        }
        return borders
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
        return contextLikeness(at: start, length: length, prefix: needle(quote.prefix), suffix: needle(quote.suffix))
    }

    /// Returns the likeness of the text around an occurrence to texts before and after it, from 0 to 1.
    ///
    /// - Parameters:
    ///   - start: The offset of the occurrence.
    ///   - length: The length of the occurrence.
    ///   - prefix: The text before it, as ``needle(_:)`` returns it.
    ///   - suffix: The text after it.
    /// - Returns: The likeness.
    func contextLikeness(at start: Int, length: Int, prefix: [UInt16], suffix: [UInt16]) -> Double {
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
        if CollapsedText.isWhiteSpace(UInt32(unit)) || CollapsedText.isIgnored(UInt32(unit)) { return nil }
        guard let scalar = Unicode.Scalar(UInt32(unit)) else { return unit }
        let lower = scalar.properties.lowercaseMapping.utf16
        return lower.count == 1 ? lower.first : unit
    }
}

/// The element at the line of a place, to which the address of the document leads.
enum LineMark {
    /// Returns the HTML of a text whose first character is at the line.
    ///
    /// An element without text would be laid out at the end of the line before, if the text begins a line.
    ///
    /// - Parameters:
    ///   - text: The text from the line on.
    ///   - line: The line. It stands at its captured height, or a little above the bottom of a lower view.
    /// - Returns: The text with an element around its first character.
    static func marked(_ text: String, at line: CopyLine) -> String {
        // The font is inherited, so that the top of the element is the top of the line's characters.
        let height = "\((line.height * 100).rounded() / 100)px"
        let style = "all:unset!important;scroll-margin-top:min(\(height),75vh)!important"
        let first = MarkupText.content(String(text.prefix(1)))
        let rest = MarkupText.content(String(text.dropFirst()))
        return "<span id=\"\(CopyDetails.lineID)\" style=\"\(style)\">\(first)</span>\(rest)"
    }

    /// The style of a picture's mark: a bar beside the line, which takes no space.
    static let pictureStyle = """
        #leftoff-line::before{content:""!important;position:absolute!important;width:4px!important;\
        height:1.3em!important;margin:0 0 0 -10px!important;border-radius:2px!important;\
        background:#d2622f!important;box-shadow:0 0 0 1px #fff9!important;pointer-events:none!important}
        """
}
