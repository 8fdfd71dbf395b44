/// A block of Markdown that contains no other blocks: a paragraph, a heading, or HTML.
struct MarkdownLeaf {
    enum Kind {
        /// Text with inline markup.
        case text
        case html
    }

    var kind: Kind
    /// The text without the markers of the blocks around it; lines are separated by line feeds.
    private(set) var bytes: [UInt8] = []
    /// The starts of the lines, as offsets in the text and in the document.
    private var lines: [(start: Int, source: Int)] = []

    init(kind: Kind) {
        self.kind = kind
    }

    /// True if the text is empty or consists of white space.
    var isBlank: Bool { bytes.allSatisfy { $0 <= 0x20 } }

    mutating func append(_ line: some Sequence<UInt8>, source: Int) {
        if !lines.isEmpty { bytes.append(0x0A) }
        lines.append((bytes.count, source))
        bytes.append(contentsOf: line)
    }

    /// Removes the start of the text.
    mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        let source = sourceOffset(of: count)
        bytes.removeFirst(count)
        lines = [(0, source)] + lines.filter { $0.start > count }.map { ($0.start - count, $0.source) }
    }

    /// Returns the offset in the document of an offset in the text.
    func sourceOffset(of offset: Int) -> Int {
        var low = 0
        var high = lines.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if lines[middle].start <= offset { low = middle } else { high = middle }
        }
        guard low < lines.count else { return offset }
        return lines[low].source + offset - lines[low].start
    }
}
