package import Markup
package import Places
import Syntax
package import WHATWGURL

/// A reader of the main content of a page, as far as HTML alone shows it: no script runs and no style sheet is loaded.
///
/// ```swift
/// let reader = PageReader(url: url, words: PlaceWords(primary: "quick brown fox", quotes: [], sketch: nil))
/// let page = try reader.read(body, contentType: "text/html; charset=utf-8")
/// print(page.copy.plainText, page.containsPlace == true)
/// ```
package struct PageReader: Sendable {
    /// A page that has been read.
    package struct Page: Sendable {
        /// The text of the main content.
        package let copy: TextCopy
        /// True if the page contains the place's words; nil if the place has none.
        package let containsPlace: Bool?
    }

    private let url: WebURL
    private let words: PlaceWords?

    /// The maximum length of a title in UTF-16 units.
    static let longestTitle = 500
    private static let longestByline = 200
    /// The number of elements that are examined: the first ones may be hidden, or a `link` or `meta` without text.
    private static let mostBylines = 20

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - url: The address of the page, after all redirects.
    ///   - words: The words of the place, whose block is always a part of the copy; nil if there is no place.
    package init(url: WebURL, words: PlaceWords? = nil) {
        self.url = url
        self.words = words
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - bytes: The body as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    /// - Returns: The page.
    /// - Throws: ``PageReadingError``.
    package func read(_ bytes: [UInt8], contentType: String?) throws(PageReadingError) -> Page {
        let tree = try tree(bytes, contentType)
        let found = TextBlocks(tree, url: url)
        let texts = found.blocks.map(\.text)
        let kept = MainContent.choice(of: found.blocks, in: found.containers, line: words?.line(in: texts))
        let copy = copy(of: kept.map { found.blocks[$0].block }, tree)
        guard !copy.plainText.isEmpty else { throw .empty }
        return Page(copy: copy, containsPlace: words?.areFound(in: texts))
    }

    private func tree(_ bytes: [UInt8], _ contentType: String?) throws(PageReadingError) -> PageTree {
        let mediaType = contentType.map { ContentSniffing.essence(of: $0) } ?? ""
        var bytes = bytes
        switch mediaType {
        case "text/html", "application/xhtml+xml": break
        case "text/plain": bytes.insert(contentsOf: Array("<!DOCTYPE html><plaintext>".utf8), at: 0)
        case "":
            guard ContentSniffing.isText(bytes) else { throw .notAPage(mediaType: "binary data") }
        default: throw .notAPage(mediaType: mediaType)
        }
        let builder = PageTreeBuilder()
        do {
            try bytes.withUnsafeBufferPointer { bytes in
                let encoding = SniffedEncoding(ofHead: bytes, contentType: contentType, isLocal: false)
                let reader = HTMLReader(
                    interest: PageTreeBuilder.interest, handler: builder, encoding: encoding, countsLines: false)
                try reader.readAll(bytes)
            }
        } catch let error as MarkupError {
            throw .unreadable(error)
        } catch {
            // The reader throws no other errors.
            throw .empty
        }
        builder.finish()
        return builder.tree
    }

    private func copy(of blocks: [CopyBlock], _ tree: PageTree) -> TextCopy {
        let title = Self.prefix(of: CollapsedText.trimmed(tree.title), length: Self.longestTitle)
        let language = tree.value(of: .language, at: 0).map { String($0.prefix(64)) }
        let body = tree.first(below: 0) { tree.nodes[$0].name == "body" }
        let directions = [body, 0].compactMap { $0 }.compactMap { tree.value(of: .direction, at: $0)?.lowercased() }
        return TextCopy(
            url: Self.copiedAddress(of: url), title: title.isEmpty ? nil : title, byline: byline(tree),
            language: language.flatMap { $0.isEmpty ? nil : $0 },
            direction: directions.first { $0 == "rtl" || $0 == "ltr" }, blocks: bounded(blocks))
    }

    /// Returns the start of a collapsed text, cut at a length in UTF-16 units as in JavaScript.
    static func prefix(of text: String, length: Int) -> String {
        guard text.utf16.count > length else { return text }
        return CollapsedText.trimmed(String(decoding: text.utf16.prefix(length), as: UTF16.self))
    }

    /// Returns the blocks from the first one on that a copy can contain; a table ends with the last row that fits.
    private func bounded(_ blocks: [CopyBlock]) -> [CopyBlock] {
        var left = (bytes: TextCopy.maximumByteCount * 3 / 4, runs: TextCopy.maximumRunCount)
        func fits(_ runs: [CopyRun], cells: Int = 0, beside: Int = 0) -> Bool {
            left.runs -= runs.count + cells
            // A run takes some 80 bytes of JSON beside its text, and a cell some 30.
            left.bytes -= runs.reduce(64) { $0 + $1.text.utf8.count + ($1.link?.utf8.count ?? 0) + 80 } + 32 * cells
            left.bytes -= beside
            return left.bytes > 0 && left.runs > 0
        }
        var kept: [CopyBlock] = []
        for block in blocks.prefix(TextCopy.maximumBlockCount) {
            let rows = block.rows.prefix { row in fits(row.flatMap(\.runs), cells: row.count) }
            let address = block.image?.source?.utf8.count ?? 0
            let isWhole = rows.count == block.rows.count && fits(block.runs, beside: address + 200)
            if isWhole { kept.append(block) } else if !rows.isEmpty { kept.append(CopyBlock(rows: Array(rows))) }
            if !isWhole { break }
        }
        return kept
    }

    /// Returns the address of a page for its copies: without the fragment, unless it is an application's address; as
    /// `copyAddress` in `js/copy/text-copy.js`.
    static func copiedAddress(of url: WebURL) -> String {
        let url = url.withoutCredentials()
        if let fragment = url.fragment, fragment.hasPrefix("/") || fragment.hasPrefix("!") { return url.href }
        return url.withoutFragment().href
    }

    /// Returns the author that the page names, as in `js/copy/byline.js`.
    private func byline(_ tree: PageTree) -> String? {
        let meta = tree.first(below: 0) { number in
            tree.nodes[number].name == "meta" && tree.value(of: .name, at: number)?.lowercased() == "author"
                && tree.value(of: .content, at: number) != nil
        }
        if let meta, let content = tree.value(of: .content, at: meta) {
            let name = CollapsedText.trimmed(content)
            if !name.isEmpty, !name.hasPrefix("http:"), !name.hasPrefix("https:") {
                return Self.prefix(of: name, length: Self.longestByline)
            }
        }
        let tokens = { (name: PageTree.Attribute, number: Int) in
            tree.value(of: name, at: number).map(ASCII.tokens) ?? []
        }
        var examined = 0
        for number in tree.nodes.indices where !tree.nodes[number].attributes.isEmpty {
            guard
                tokens(.itemprop, number).contains("author") || tokens(.rel, number).contains("author")
                    || tokens(.class, number).contains("byline")
            else { continue }
            let text = CollapsedText.trimmed(tree.shownText(of: number))
            if !text.isEmpty { return text.utf16.count > Self.longestByline ? nil : text }
            examined += 1
            if examined == Self.mostBylines { return nil }
        }
        return nil
    }
}

/// The reason why a page has no text copy.
package enum PageReadingError: Error, CustomStringConvertible {
    /// The resource has another media type, such as `application/pdf`.
    case notAPage(mediaType: String)
    /// The page contains no text without running its scripts.
    case empty
    /// The page cannot be decoded.
    case unreadable(MarkupError)

    /// The reason on one line.
    package var description: String {
        switch self {
        case .notAPage(let mediaType): "it is \(mediaType), not a web page"
        case .empty: "it contains no text without its scripts; capture it in the browser with copies turned on"
        case .unreadable(let error): "\(error)"
        }
    }
}
