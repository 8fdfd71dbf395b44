import Places
import Syntax

/// Raindrop's CSV, with the columns `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite`.
///
/// The export of one collection lacks the folder. Tags are separated by commas, and the folders of a path by slashes;
/// `Unsorted` contains the bookmarks without a collection. The time is a timestamp as in RFC 3339; Raindrop's import
/// also accepts seconds since 1970 (help.raindrop.io/import). Raindrop does not publish its exporter: these are the
/// tables in the tests of lmorchard/pebbling-club (`raindrop.test.ts`) and asciimoo/hister.
struct RaindropTable: TableFormat {
    static let format = ImportFormat.raindrop

    private static let fields = EntryFields(
        read: ["title", "note", "excerpt", "url", "folder", "tags", "created", "highlights"],
        forms: [.flag: ["favorite"]], unneeded: ["id"], lost: ["covers": ["cover"]])

    static func matches(columns: Set<String>) -> Bool {
        columns.isSuperset(of: ["url", "excerpt", "cover", "favorite"])
            || columns.isSuperset(of: ["id", "url", "folder", "created", "highlights"])
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        var tags = entry.text("tags").split(separator: ",").map(String.init)
        if entry.isTrue("favorite") { tags.append(ImportedArticle.starredTag) }
        let folder = entry.text("folder").split(separator: "/").map { ImportText.line(String($0)) }
        let highlights = RaindropHighlights(entry.text("highlights"))
        var losses = fields.losses(of: entry.value)
        losses.add(EntryFields.highlightColors, highlights.colorCount)
        return try ImportedArticle(
            url: entry.text("url"), title: ImportText.line(entry.text("title")), date: entry.text("created"),
            tags: tags,
            note: ImportText.joined(notes: entry.text("note"), entry.text("excerpt"), highlights.looseNotes),
            highlights: highlights.list, excessHighlightCount: highlights.excessCount,
            folders: folder.isEmpty || folder == ["Unsorted"] ? [] : [folder], losses: losses
        ).places(within: entry.budget)
    }
}

/// The highlights in one cell of Raindrop's table.
///
/// A highlight is `Highlight:` with the words, and a note on it is `Note:` with its text in the next line. If no line
/// begins with `Highlight:`, each line is a highlight.
struct RaindropHighlights {
    private(set) var list: [ImportedArticle.Highlight] = []
    /// The notes of the highlights without words, as one note.
    private(set) var looseNotes = ""
    /// The number of highlights with a colour.
    private(set) var colorCount = 0
    /// The number of highlights beyond ``PlaceBudget/maximumHighlights``, which were not read.
    private(set) var excessCount = 0

    /// True if the last line belongs to a note.
    private var isInNote = false

    /// Reads a cell.
    init(_ cell: String) {
        let lines = cell.split(whereSeparator: \.isNewline)
        let isMarked = lines.contains { $0.hasPrefix("Highlight:") }
        for line in lines {
            if !isMarked {
                begin(line)
            } else if let words = Self.text(of: line, after: "Highlight:") {
                begin(words)
            } else if excessCount > 0 {
                continue
            } else if let note = Self.text(of: line, after: "Note:"), !list.isEmpty {
                isInNote = true
                append(note, to: \.note)
            } else if Self.text(of: line, after: "Color:") != nil, !list.isEmpty {
                colorCount += 1
            } else if list.isEmpty {
                begin(line)
            } else {
                append(line, to: isInNote ? \.note : \.quote)
            }
        }
        looseNotes = list.filter { ImportText.line($0.quote).isEmpty && !$0.note.isEmpty }.map(\.note)
            .joined(separator: "\n\n")
    }

    private mutating func begin(_ words: Substring) {
        isInNote = false
        guard list.count < PlaceBudget.maximumHighlights else {
            excessCount += 1
            return
        }
        list.append(ImportedArticle.Highlight(quote: String(words)))
    }

    private mutating func append(
        _ text: Substring, to property: WritableKeyPath<ImportedArticle.Highlight, String>
    ) {
        let last = list.count - 1
        if !list[last][keyPath: property].isEmpty { list[last][keyPath: property].append("\n") }
        list[last][keyPath: property].append(contentsOf: text)
    }

    /// Returns the text of a line after its mark; nil if the line has another one.
    private static func text(of line: Substring, after mark: String) -> Substring? {
        line.hasPrefix(mark) ? line.dropFirst(mark.count).trimmingPrefix(while: \.isWhitespace) : nil
    }
}
