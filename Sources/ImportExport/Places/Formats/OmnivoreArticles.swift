import Places
import Syntax

/// Omnivore's export: a ZIP archive with `metadata_0_to_20.json`, `content/SLUG.html` and `highlights/SLUG.md`.
///
/// An entry of the metadata is `{slug, title, description, url, state, readingProgress, labels, savedAt, …}`; the
/// progress is a percentage, and the state `Active`, `Archived` or `Unknown` (`packages/api/src/jobs/export.ts` of
/// omnivore-app/omnivore). The description is the page's own. The saved content of the articles is not read.
struct OmnivoreArticles: DocumentFormat {
    static let format = ImportFormat.omnivore

    private static let fields = EntryFields(
        forms: [
            .text: ["slug", "title", "url", "savedAt"], .words(["active", "archived", "unknown"]): ["state"],
            .number: ["readingProgress"], .names(key: "name"): ["labels"],
        ],
        unneeded: ["id"],
        lost: [
            EntryFields.modificationDates: ["updatedAt"],
            EntryFields.articleDetails: ["description", "author", "thumbnail", "publishedAt"],
        ])

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        keys.isEmpty && first?["url"] != nil && first?["savedAt"] != nil
            && (first?["slug"] != nil || first?["readingProgress"] != nil)
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let tags = ImportEntry.names(in: entry.value["labels"], key: "name")
        var article = ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), date: entry.text("savedAt"),
            tags: tags, progress: entry.number("readingProgress").map { $0 / 100 },
            mark: entry.word("state") == "archived" ? PageMark(.finished) : nil,
            losses: fields.losses(
                of: entry.value, except: entry.value["updatedAt"] == entry.value["savedAt"] ? ["updatedAt"] : []))
        var budget = entry.budget
        var problem: String?
        do {
            if let markdown = try markdown(of: entry) {
                budget.receive(markdown.count, from: markdown.count)
                let notes = OmnivoreHighlights(String(decoding: markdown, as: UTF8.self).streamSafe, labels: tags)
                (article.highlights, article.note) = (notes.highlights, notes.note)
                article.excessHighlightCount = notes.excessCount
            }
        } catch {
            problem = "its highlights cannot be read: \(error)"
        }
        var places = try article.places(within: budget)
        if let problem { places.unreadableParts.append(problem) }
        return places
    }

    /// Returns the highlights of an article; nil if there are none.
    ///
    /// A slug that leads out of the directory of the highlights is none of Omnivore's.
    private static func markdown(of entry: ImportEntry) throws -> [UInt8]? {
        let slug = entry.text("slug")
        return slug.isEmpty || slug.contains("/") ? nil : try entry.companion("highlights/\(slug).md")
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
    /// The number of highlights beyond ``PlaceBudget/maximumHighlights``, which were not read.
    private(set) var excessCount = 0

    /// True if the paragraph after the quote, which may be its labels, has not been read.
    private var isLabelNext = false
    /// The labels of the article, in lower case.
    private let labels: Set<String>

    /// Reads the Markdown.
    ///
    /// - Parameters:
    ///   - markdown: The highlights of one article.
    ///   - labels: The labels of the article, by which a label of several words is recognized.
    init(_ markdown: String, labels: [String] = []) {
        self.labels = Set(labels.map { ImportText.line($0).lowercased() })
        var isInQuote = false
        var rest = markdown[...]
        var isLast = false
        while !isLast {
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n"))
            let line = rest[..<(end ?? rest.endIndex)]
            isLast = end == nil
            if let end { rest = rest[rest.utf8.index(after: end)...] }
            let isBlank = line.allSatisfy(\.isWhitespace)
            if line.hasPrefix(">"), excessCount > 0 || !isInQuote && highlights.count == PlaceBudget.maximumHighlights {
                if !isInQuote { excessCount += 1 }
                isInQuote = true
            } else if excessCount > 0 {
                isInQuote = isInQuote && !isBlank
            } else if line.hasPrefix(">") {
                if isInQuote {
                    highlights[highlights.count - 1].quote += "\n" + line.dropFirst()
                } else {
                    highlights.append(ImportedArticle.Highlight(quote: String(line.dropFirst())))
                    isLabelNext = true
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
        note = ImportText.trimmed(note)
        for index in highlights.indices { highlights[index].note = ImportText.trimmed(highlights[index].note) }
    }

    private mutating func append(_ line: Substring, isBlank: Bool) {
        guard let last = highlights.indices.last else {
            note += line + "\n"
            return
        }
        if isLabelNext, !isBlank, let names = labelNames(line) {
            highlights[last].tags = names
        } else {
            highlights[last].note += line + "\n"
        }
        isLabelNext = isLabelNext && isBlank
    }

    /// Returns the names in a line of labels such as `#Read Later #fox`; nil if the line is text.
    ///
    /// The name of a label may consist of several words, which only the labels of the article tell from a note such as
    /// `#ask Ada`.
    private func labelNames(_ line: Substring) -> [String]? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, Self.isLabelStart(first) else { return nil }
        var names: [String] = []
        for word in words {
            if Self.isLabelStart(word) {
                names.append(String(word.dropFirst()))
            } else {
                names[names.count - 1] += " \(word)"
            }
        }
        let areLabels = names.allSatisfy { name in
            name.unicodeScalars.count <= SnapshotMetadata.maximumTagLength
                && (!name.contains(" ") || labels.contains(name.lowercased()))
        }
        return areLabels ? names : nil
    }

    private static func isLabelStart(_ word: Substring) -> Bool { word.hasPrefix("#") && word.count > 1 }
}
