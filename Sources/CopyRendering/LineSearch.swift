import Snapshots
import TextDirectives

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
