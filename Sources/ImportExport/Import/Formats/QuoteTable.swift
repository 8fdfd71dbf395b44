/// A table of quotes with their sources: Leftoff's own CSV, Readwise's template, and Readwise's export of highlights.
///
/// Readwise imports the columns `Highlight,Title,Author,URL,Note,Location,Date`. It exports `Highlight,Book Title,Book
/// Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags`, to which a column of
/// URLs must be added: highlights of books have no page.
struct QuoteTable: TableFormat {
    static let format = ImportFormat.csv
    static let allowsShortRows = true
    static let addressColumns = ["url", "source url"]

    static func matches(columns: Set<String>) -> Bool {
        let others: [any TableFormat.Type] = [PocketTable.self, InstapaperTable.self, ReaderTable.self]
        return !columns.isDisjoint(with: ["url", "source url", "highlight"])
            && !others.contains { $0.matches(columns: columns) }
    }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        let (quote, note) = (entry.text("highlight"), entry.text("note"))
        let tags = [entry.text("tags"), entry.text("document tags")].flatMap {
            $0.split(separator: ",").map(String.init)
        }
        let highlight = ImportedArticle.Highlight(quote: quote, note: note)
        return try ImportedArticle(
            url: entry.text("url", "source url"), title: entry.text("title", "book title"),
            date: entry.text("date", "highlighted at"), tags: tags, note: quote.isEmpty ? note : "",
            highlights: quote.isEmpty ? [] : [highlight], keepsLineBreaks: true
        ).places(within: entry.budget)
    }
}
