/// A block of a page's text.
package struct CopyBlock: Sendable, Hashable {
    /// The kind of a block.
    package enum Kind: Sendable, Hashable {
        /// A heading; `level` is 1 to 6.
        case heading(level: Int)
        case paragraph
        /// An item of a list; `depth` is 1 in the outermost list.
        case item(isOrdered: Bool, depth: Int)
        case quote
        /// Preformatted text, whose line breaks are kept.
        case code
        /// A table, whose text is in ``CopyBlock/rows``.
        case table
        /// An image, described by ``CopyBlock/image``.
        case image
    }

    /// The kind.
    package let kind: Kind
    /// The text; empty for a table and an image.
    package let runs: [CopyRun]
    /// The rows of a table; empty for any other block.
    package let rows: [[CopyCell]]
    /// The image; nil for any other block.
    package let image: CopyImage?

    /// Creates a block of text.
    package init(kind: Kind, runs: [CopyRun]) {
        self.kind = kind
        self.runs = runs
        self.rows = []
        self.image = nil
    }

    /// Creates a table.
    package init(rows: [[CopyCell]]) {
        self.kind = .table
        self.runs = []
        self.rows = rows
        self.image = nil
    }

    /// Creates an image.
    package init(image: CopyImage) {
        self.kind = .image
        self.runs = []
        self.rows = []
        self.image = image
    }

    /// The text in reading order, with the cells of a table separated by spaces; empty for an image.
    package var text: String {
        guard case .table = kind else { return Self.text(of: runs) }
        return rows.flatMap { $0 }.map { Self.text(of: $0.runs) }.joined(separator: " ")
    }

    private static func text(of runs: [CopyRun]) -> String {
        runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
    }
}
