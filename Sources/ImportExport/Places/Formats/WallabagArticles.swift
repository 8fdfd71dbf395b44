import Places
import Syntax

/// wallabag's JSON: an array of articles with their annotations.
///
/// An article has `url`, `title`, `created_at`, `tags` (names, or objects with a label), `is_archived` and `is_starred`
/// (Booleans, or 0 and 1), and `annotations` with `text` (the note), `quote` and `ranges` (`Entry.php` and
/// `Annotation.php` of wallabag). The ranges are paths in wallabag's own copy of the article, not in the page, so that
/// only the quotes are used, with the words around them in the copy. wallabag records no reading position.
struct WallabagArticles: DocumentFormat {
    static let format = ImportFormat.wallabag

    private static let fields = EntryFields(
        forms: [
            .text: ["url", "title", "created_at"], .names(key: "label"): ["tags"], .list: ["annotations"],
            .flag: ["is_archived", "is_starred"],
        ],
        unneeded: ["id", "uid", "user_id", "user_name", "user_email", "hashed_url", "hashed_given_url", "_links"],
        lost: [
            EntryFields.modificationDates: ["updated_at"], "original URLs": ["given_url", "origin_url"],
            EntryFields.savedPages: ["content"], "shared flags": ["is_public"],
            "times of states": ["archived_at", "starred_at"],
            EntryFields.articleDetails: [
                "mimetype", "language", "reading_time", "domain_name", "preview_picture", "published_at",
                "published_by", "http_status", "headers", "is_not_parsed",
            ],
        ])
    private static let annotationFields = EntryFields(
        forms: [.text: ["quote", "text", "created_at"]],
        unneeded: ["id", "user", "annotator_schema_version", "ranges"],
        lost: [EntryFields.modificationDates: ["updated_at"]])

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool {
        // Readeck's bookmarks and linkding's have these keys too.
        keys.isEmpty && first?["url"] != nil && first?["is_archived"] != nil && first?["read_progress"] == nil
            && first?["tag_names"] == nil
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let url = entry.text("url", "given_url", "origin_url")
        var tags = ImportEntry.names(in: entry.value["tags"], key: "label")
        if entry.isTrue("is_starred") { tags.append(ImportedArticle.starredTag) }
        var highlights: [ImportedArticle.Highlight] = []
        var notes: [String] = []
        var copy: SavedText?
        var arrived = ["given_url", "origin_url"].filter { entry.text($0).isEmpty || entry.text($0) == url }
        if entry.value["updated_at"] == entry.value["created_at"] { arrived.append("updated_at") }
        var losses = fields.losses(of: entry.value, except: arrived)
        let written = (entry.value["annotations"]?.array ?? []).prefix(PlaceBudget.maximumHighlights)
        for (index, annotation) in written.enumerated() {
            let isUnchanged = annotation["updated_at"] == annotation["created_at"]
            losses.add(annotationFields.losses(of: annotation, except: isUnchanged ? ["updated_at"] : []))
            let (quote, note) = (ImportEntry.text(of: annotation["quote"]), ImportEntry.text(of: annotation["text"]))
            if ImportText.line(quote).isEmpty {
                if !note.isEmpty { notes.append(note) }
                continue
            }
            let text = copy ?? SavedText(html: entry.text("content"))
            copy = text
            let (prefix, suffix) =
                index < SavedText.searchLimit ? text.context(of: ImportText.line(quote)) : ("", "")
            highlights.append(
                ImportedArticle.Highlight(
                    quote: quote, prefix: prefix, suffix: suffix, note: note,
                    date: ImportEntry.text(of: annotation["created_at"])))
        }
        return try ImportedArticle(
            url: url, title: ImportText.line(entry.text("title")),
            date: entry.text("created_at"), tags: tags, note: notes.joined(separator: "\n\n"), highlights: highlights,
            excessHighlightCount: (entry.value["annotations"]?.array?.count ?? 0) - written.count,
            mark: entry.isTrue("is_archived") ? PageMark(.finished) : nil, losses: losses
        ).places(within: entry.budget)
    }
}

/// The text of an article's copy in HTML, in which the words around a quote are found.
struct SavedText: Sendable {
    /// The number of characters before and after a quote, as Hypothesis records them.
    private static let contextLength = 32
    /// The maximum size of a copy that is searched, in bytes.
    private static let maximumByteCount = 4 << 20
    /// The number of quotes of one article that are searched for in its copy.
    ///
    /// Each search reads the whole copy. The places of further quotes have no words around them.
    static let searchLimit = 100

    private let text: String

    /// Extracts the text of a copy; a copy that is too large counts as empty.
    ///
    /// - Parameter html: A part of an HTML document. Its markup need not be correct, because a wrong context only means
    ///   that a place has less evidence.
    init(html: String) {
        guard html.utf8.count <= Self.maximumByteCount else {
            text = ""
            return
        }
        var output = ""
        var rest = html[...]
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            output += rest[..<mark]
            rest = rest[mark...]
            if rest.first == "&" {
                output += Self.reference(&rest)
            } else {
                output += Self.isBlock(rest.dropFirst()) ? " " : ""
                rest = rest.firstIndex(of: ">").map { rest[rest.index(after: $0)...] } ?? ""
            }
        }
        output += rest
        text = ImportText.line(output.streamSafe)
    }

    /// Finds the words before and after a quote.
    ///
    /// - Parameter quote: The quote on one line.
    /// - Returns: The words; empty if the quote is absent or occurs several times.
    func context(of quote: String) -> (prefix: String, suffix: String) {
        guard !quote.isEmpty, let start = Self.offset(of: quote, in: text[...]) else { return ("", "") }
        let lower = text.utf8.index(text.startIndex, offsetBy: start)
        let upper = text.utf8.index(lower, offsetBy: quote.utf8.count)
        guard Self.offset(of: quote, in: text[upper...]) == nil else { return ("", "") }
        return (
            String(text[..<lower].suffix(Self.contextLength)), String(text[upper...].prefix(Self.contextLength))
        )
    }

    /// Returns the offset of the first occurrence of a text in another one, in bytes; nil if there is none.
    private static func offset(of quote: String, in text: Substring) -> Int? {
        var (quote, text) = (quote, text)
        return quote.withUTF8 { quote in
            text.withUTF8 { text in
                // Comparing bytes instead of characters takes a fraction of the time.
                text.firstRange(of: quote)?.lowerBound
            }
        }
    }

    /// Removes a character reference from the start of a text, and returns the character.
    private static func reference(_ rest: inout Substring) -> String {
        let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
        rest = rest.dropFirst()
        guard rest.dropFirst(name.count).first == ";" else { return "&" }
        let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
        var character = known[String(name)]
        if name.hasPrefix("#") {
            let isHexadecimal = name.dropFirst().first.map { $0 == "x" || $0 == "X" } ?? false
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            let scalar = UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
            character = scalar.map { String(Character($0)) }
        }
        guard let character else { return "&" }
        rest = rest.dropFirst(name.count + 1)
        return character
    }

    /// Returns true if a tag separates the words before it from those after it.
    private static func isBlock(_ tag: Substring) -> Bool {
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        return !inlineElements.contains(name)
    }

    private static let inlineElements: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark",
        "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]
}
