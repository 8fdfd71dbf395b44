import FileFormats

/// The formats of files that can be imported.
package enum ImportFormat: String, Sendable, CaseIterable {
    /// Leftoff's own format: all data of the places, and the download queue.
    case json
    /// The Netscape bookmark file format, which browsers export.
    case bookmarks
    /// A CSV table of quotes with their sources, such as those of Leftoff and Readwise.
    case csv
    /// The parts of Pocket's export of 2025: CSV tables, and JSON with the highlights.
    case pocket
    /// Instapaper's CSV.
    case instapaper
    /// Omnivore's export: JSON with the articles, and Markdown with the highlights.
    case omnivore
    /// The CSV of Readwise Reader's library.
    case reader
    /// wallabag's JSON.
    case wallabag
    /// linkwarden's JSON.
    case linkwarden
    /// Web Annotations in JSON-LD, as Zotero and Hypothesis describe them.
    case annotations

    /// The readers of the format's entries; empty for the formats that ``BackupContents`` reads as a whole.
    var entryFormats: [any EntryFormat.Type] {
        switch self {
        case .json, .bookmarks: []
        case .csv: [QuoteTable.self]
        case .pocket: [PocketTable.self, PocketHighlights.self]
        case .instapaper: [InstapaperTable.self]
        case .omnivore: [OmnivoreArticles.self]
        case .reader: [ReaderTable.self]
        case .wallabag: [WallabagArticles.self]
        case .linkwarden: [LinkwardenCollections.self]
        case .annotations: [WebAnnotations.self]
        }
    }

    /// Returns true if a file that begins with these bytes may have one of the formats.
    ///
    /// An input that has no end can be refused early if this is false.
    ///
    /// - Parameter start: The first 4 KiB of the file, or the whole file if it is shorter.
    /// - Returns: False if no format begins in this way.
    package static func mayBegin(with start: some Sequence<UInt8>) -> Bool {
        let bytes = Array(start.prefix(ImportExportFormat.sniffedByteCount))
        if ZIPArchive.hasMagicNumber(bytes) || ImportExportFormat.sniff(bytes) != nil { return true }
        return TextEncoding.utf8(bytes).first { !TextEncoding.isBlank($0) } == UInt8(ascii: "[")
    }
}
