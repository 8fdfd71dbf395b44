import Syntax

/// A copy of the text of a page's main content, as the reader sees it.
///
/// It contains no time, so that equal pages have equal copies.
///
/// ```swift
/// let json = #"""
///     {"schema": 1, "url": "https://example.org/foxes", "title": "Foxes", "blocks": [
///         {"kind": "heading", "level": 1, "runs": ["Foxes"]},
///         {"kind": "paragraph", "runs": ["Foxes are ", {"text": "quick", "style": "strong"}, "."]}]}
///     """#
/// do throws(CopyError) {
///     let copy = try TextCopy(json: json.utf8)
///     print(copy.plainText)  // Foxes Foxes are quick.
/// } catch {
///     print(error.description)
/// }
/// ```
package struct TextCopy: Sendable, Hashable {
    /// The maximum size of the JSON, in bytes.
    package static let maximumByteCount = 4 << 20
    /// The maximum number of blocks.
    package static let maximumBlockCount = 50_000
    /// The maximum number of runs and cells in all blocks together.
    package static let maximumRunCount = 200_000
    /// Deeper lists are shown like those of this depth.
    package static let maximumListDepth = 16
    /// The schema version that this version of Leftoff writes, and the newest that it reads.
    static let currentSchema = 1
    /// The maximum nesting of the JSON.
    ///
    /// The format has 8 levels; unknown keys, which are dropped, may have more.
    static let depthLimit = 16

    /// The title of the page; nil if it has none.
    package let title: String?
    /// The author's name as the page shows it; nil if it is not known.
    package let byline: String?
    /// The language, as in the attribute `lang`; nil if it is not known.
    package let language: String?
    /// The direction of the text, `ltr` or `rtl`; nil if it is not known.
    package let direction: String?
    /// The page's address, without a user name and a password.
    package let url: String
    /// The blocks in reading order.
    package let blocks: [CopyBlock]

    /// Parses a text copy.
    ///
    /// Unknown keys and empty blocks are dropped, blocks of unknown kinds become paragraphs, and links other than http,
    /// https and mailto become text.
    ///
    /// - Parameter json: JSON text in UTF-8, at most ``maximumByteCount`` bytes.
    /// - Throws: ``CopyError``.
    package init(json: some Sequence<UInt8>) throws(CopyError) {
        var reader = TextCopyReader()
        self = try reader.copy(CopyFields(json: Array(json), limit: Self.maximumByteCount))
    }

    /// Creates a copy from values that are already valid.
    package init(
        url: String, title: String?, byline: String?, language: String?, direction: String?, blocks: [CopyBlock]
    ) {
        self.url = url
        self.title = title
        self.byline = byline
        self.language = language
        self.direction = direction
        self.blocks = blocks
    }

    /// The texts of the blocks, separated by spaces, with white space collapsed; the page's words in the page's order.
    package var plainText: String {
        CollapsedText.trimmed(blocks.lazy.map(\.text).filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// Returns the copy as JSON in UTF-8 with sorted keys and no white space, so that equal copies have equal bytes.
    package func encoded() -> [UInt8] { json.encoded() }
}

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

/// A part of a block's text that has the same link and style throughout.
package struct CopyRun: Sendable, Hashable {
    /// The emphasis of a run.
    package enum Style: String, Sendable {
        case strong
        case emphasis
        case code
    }

    /// The text, with white space collapsed except in a block of code.
    package let text: String
    /// An absolute http, https or mailto URL; nil if the run is not a link.
    package let link: String?
    /// The emphasis; nil for plain text.
    package let style: Style?

    /// Creates a run from values that are already valid.
    package init(text: String, link: String? = nil, style: Style? = nil) {
        self.text = text
        self.link = link
        self.style = style
    }
}

/// A cell of a table.
package struct CopyCell: Sendable, Hashable {
    /// The text.
    package let runs: [CopyRun]
    /// True if the cell is a header.
    package let isHeader: Bool
    /// The number of columns that the cell covers, in ``columnRange``.
    package let columns: Int
    /// The number of rows that the cell covers, in ``rowRange``.
    package let rows: Int

    /// The numbers of columns that a cell can cover; `js/copy/cell-spans.js` has the same limits.
    ///
    /// The limits of the HTML Standard (section 4.9.11) are higher. With a higher one, browsers would lay out many
    /// thousands of empty columns or rows for a mistake of the page.
    package static let columnRange = 1...100
    /// The numbers of rows that a cell can cover.
    package static let rowRange = 1...1000

    /// Creates a cell.
    ///
    /// - Parameters:
    ///   - runs: The text of the cell.
    ///   - isHeader: Whether the cell is a `th`.
    ///   - columns: The number of columns; one outside ``columnRange`` becomes the nearest in it.
    ///   - rows: The number of rows; one outside ``rowRange`` becomes the nearest in it.
    package init(runs: [CopyRun], isHeader: Bool = false, columns: Int = 1, rows: Int = 1) {
        self.runs = runs
        self.isHeader = isHeader
        self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
        self.rows = min(max(rows, Self.rowRange.lowerBound), Self.rowRange.upperBound)
    }

    /// Returns the cell with another text and another number of rows.
    package func with(runs: [CopyRun]? = nil, rows: Int? = nil) -> CopyCell {
        CopyCell(runs: runs ?? self.runs, isHeader: isHeader, columns: columns, rows: rows ?? self.rows)
    }
}

/// An image of a page; its bytes are not part of a text copy.
package struct CopyImage: Sendable, Hashable {
    /// An absolute http or https URL; nil if the image has no such address.
    package let source: String?
    /// The text that replaces the image; empty if there is none.
    package let alternativeText: String
    /// The width in CSS px; nil if it is not known.
    package let width: Int?
    /// The height in CSS px; nil if it is not known.
    package let height: Int?

    /// Creates an image.
    package init(source: String?, alternativeText: String, width: Int? = nil, height: Int? = nil) {
        self.source = source
        self.alternativeText = alternativeText
        self.width = width
        self.height = height
    }
}
