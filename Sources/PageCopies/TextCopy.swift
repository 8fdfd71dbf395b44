import JSON

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
    /// The schema version that this version of Leftoff writes, and the newest that it reads.
    package static let currentSchema = 1
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
    ///
    /// - Parameters:
    ///   - url: The page's address.
    ///   - title: The title of the page; nil if it has none.
    ///   - byline: The author's name; nil if it is not known.
    ///   - language: The language; nil if it is not known.
    ///   - direction: `ltr` or `rtl`; nil if it is not known.
    ///   - blocks: The blocks in reading order.
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

    /// The headings in reading order: the outline of the page.
    package var outline: [(level: Int, text: String)] {
        blocks.compactMap { block in
            guard case .heading(let level) = block.kind else { return nil }
            return (level, block.text)
        }
    }

    /// Returns the copy as JSON in UTF-8 with sorted keys and no white space, so that equal copies have equal bytes.
    package func encoded() -> [UInt8] { json.encoded() }
}
