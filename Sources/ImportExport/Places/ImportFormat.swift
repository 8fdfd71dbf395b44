import FileFormats
import Syntax

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
    /// Karakeep's JSON.
    case karakeep
    /// Raindrop's CSV.
    case raindrop
    /// The JSON that the client of Hypothesis exports.
    case hypothesis
    /// Readeck's JSON, also in a ZIP archive.
    case readeck
    /// linkding's bookmark file, and the JSON of its API.
    case linkding
    /// The JSON of Shaarli's API.
    case shaarli
    /// Session Buddy's JSON, which contains windows.
    case sessionBuddy = "sessionbuddy"
    /// Firefox's backup of bookmarks in JSON, also compressed.
    case firefoxBookmarks = "firefox-bookmarks"
    /// A session of Firefox, also compressed, which contains windows.
    case firefoxSession = "firefox-session"
    /// The file `Bookmarks` in a profile of Chromium.
    case chromiumBookmarks = "chromium-bookmarks"

    /// True if files of the format contain windows instead of places.
    var containsWindows: Bool { entryFormats.contains { $0 is any WindowDocument.Type } }

    /// The readers of the format's entries; empty for the formats that are read in another way.
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
        case .karakeep: [KarakeepBookmarks.self]
        case .raindrop: [RaindropTable.self]
        case .hypothesis: [HypothesisExport.self]
        case .readeck:
            [
                ReadeckBookmarks.self, ReadeckArchiveBookmark.self, ReadeckArchiveData.self, ReadeckHighlights.self,
                ReadeckTable.self,
            ]
        case .linkding: [LinkdingBookmarks.self]
        case .shaarli: [ShaarliLinks.self]
        case .sessionBuddy: [SessionBuddyCollections.self]
        case .firefoxBookmarks: [FirefoxBookmarks.self]
        case .firefoxSession: [FirefoxSession.self]
        case .chromiumBookmarks: [ChromiumBookmarks.self]
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
        if ZIPArchive.hasMagicNumber(bytes) || MozillaLZ4.isCompressed(bytes) { return true }
        if ImportExportFormat.sniff(bytes) != nil { return true }
        return TextEncoding.utf8(bytes).first { !JSONTokenizer.isBlank($0) } == UInt8(ascii: "[")
    }
}

/// An error that occurs when a file cannot be imported.
package enum ImportExportError: Error, Hashable, CustomStringConvertible {
    /// The file has none of the supported formats.
    case unknownFormat
    /// The format cannot be detected, because no entry can be read; the value is the reason.
    case undetectableFormat(String)
    /// The file may have any of several formats.
    case ambiguousFormat([ImportFormat])
    /// The file is invalid for its format; the value is the reason.
    case malformed(String)
    /// The file has more entries than its destination accepts.
    case tooManyEntries(limit: Int)
    /// An entry of a backup is invalid: its kind, its number counted from 1, and the reason.
    case entry(kind: String, number: Int, reason: String)

    package var description: String {
        switch self {
        case .unknownFormat:
            "unknown format: expected Leftoff's JSON, a bookmark file, CSV with a column URL, or the export of a "
                + "program that 'leftoff help service' lists"
        case .undetectableFormat(let reason):
            "its format cannot be detected, because no entry can be read: \(reason)"
        case .ambiguousFormat(let formats):
            "the format is ambiguous: choose one with --format: " + formats.map(\.rawValue).joined(separator: ", ")
        case .malformed(let reason): reason
        case .tooManyEntries(let limit): "it has more than \(limit) entries: import it with 'leftoff import'"
        case .entry(let kind, let number, let reason): "\(kind) \(number): \(reason)"
        }
    }
}
