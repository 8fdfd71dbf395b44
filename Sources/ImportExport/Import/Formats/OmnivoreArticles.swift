import JSON

/// Omnivore's export: a ZIP archive with `metadata_0_to_20.json`, `content/SLUG.html` and `highlights/SLUG.md`.
///
/// An entry of the metadata is `{slug, title, description, url, state, readingProgress, labels, savedAt, …}`; the
/// progress is a percentage, and the state `Active`, `Archived` or `Unknown` (`packages/api/src/jobs/export.ts` of
/// omnivore-app/omnivore). The description is the page's own. The saved content of the articles is not read.
struct OmnivoreArticles: DocumentFormat {
    static let format = ImportFormat.omnivore

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.isEmpty && first?["url"] != nil && first?["savedAt"] != nil
            && (first?["slug"] != nil || first?["readingProgress"] != nil)
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        var tags = ImportEntry.names(in: entry.value["labels"], key: "name")
        if entry.text("state") == "Archived" { tags.append(ImportedArticle.archivedTag) }
        var article = ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), date: entry.text("savedAt"),
            tags: tags, progress: entry.number("readingProgress").map { $0 / 100 })
        let slug = entry.text("slug")
        if !slug.isEmpty, let markdown = entry.companion("highlights/\(slug).md") {
            let notes = OmnivoreHighlights(String(decoding: markdown, as: UTF8.self))
            (article.highlights, article.note) = (notes.highlights, notes.note)
        }
        return try article.places()
    }
}

/// The highlights of one article in Omnivore's Markdown.
///
/// A highlight is `> quote`, then a paragraph of labels such as `#one #two`, then its note; empty lines of the quote
/// are replaced by `> ` (`highlightToMarkdown` in `packages/api/src/utils/parser.ts`). A note on the article is text
/// without a quote, which can only be told from the note on a highlight if it comes before the first one.
struct OmnivoreHighlights {
    private(set) var highlights: [ImportedArticle.Highlight] = []
    private(set) var note = ""

    /// Reads the Markdown.
    init(_ markdown: String) {
        var isInQuote = false
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            let isBlank = line.allSatisfy(\.isWhitespace)
            if line.hasPrefix(">") {
                if isInQuote {
                    highlights[highlights.count - 1].quote += "\n" + line.dropFirst()
                } else {
                    highlights.append(ImportedArticle.Highlight(quote: String(line.dropFirst())))
                }
                isInQuote = true
            } else if isInQuote, !isBlank {
                // Only the first line of a paragraph of the quote is marked.
                highlights[highlights.count - 1].quote += "\n" + line
            } else {
                isInQuote = false
                append(line, isBlank: isBlank)
            }
        }
        note = Self.trimmed(note)
        for index in highlights.indices { highlights[index].note = Self.trimmed(highlights[index].note) }
    }

    private mutating func append(_ line: Substring, isBlank: Bool) {
        guard let last = highlights.indices.last else {
            note += line + "\n"
            return
        }
        let words = line.split(whereSeparator: \.isWhitespace)
        let areLabels = !isBlank && words.allSatisfy { $0.hasPrefix("#") && $0.count > 1 }
        if areLabels, highlights[last].tags.isEmpty, highlights[last].note.allSatisfy(\.isWhitespace) {
            highlights[last].tags = words.map { String($0.dropFirst()) }
        } else {
            highlights[last].note += line + "\n"
        }
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
