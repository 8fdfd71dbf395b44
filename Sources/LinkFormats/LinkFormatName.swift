/// The formats for links that have a name alone, by the names that `--format` takes.
package enum LinkFormatName: String, Sendable, CaseIterable {
    /// One resolved address a line.
    case lines
    /// One JSON object a line, with every field.
    case ndjson
    /// One JSON array of the same objects.
    case json
    /// RFC 4180 with a header.
    case csv
    /// Values between tabs, with a header.
    case tsv
    /// A list in Markdown.
    case markdown
    /// A page of links.
    case html
    /// Bookmarks that browsers import.
    case bookmarks
    /// An outline in OPML 2.0.
    case opml
    /// An input file for `aria2c -i`.
    case aria2
    /// An input file for `wget -i`.
    case wget
    /// A configuration for `curl -K`.
    case curl
    /// A batch file for `yt-dlp -a`.
    case ytDLP = "yt-dlp"
    /// A Metalink document (RFC 5854).
    case metalink
}

extension LinkFormatName {
    /// Whether the format can say which directory files go to.
    package var carriesDirectory: Bool { self == .aria2 || self == .curl }

    /// Makes a writer for one output.
    ///
    /// - Parameters:
    ///   - directory: The directory that files go to, for the formats that can say it.
    ///   - repeats: Whether ``lines`` prints an address that was there before; the other formats that have each address once
    ///     are lists for programs that take it once.
    /// - Returns: The writer.
    package func makeFormat(directory: String? = nil, repeats: Bool = false) -> any LinkFormat {
        switch self {
        case .lines: LinesFormat(repeats: repeats)
        case .ndjson: NDJSONFormat()
        case .json: JSONFormat()
        case .csv: CSVFormat()
        case .tsv: TSVFormat()
        case .markdown: MarkdownFormat()
        case .html: HTMLFormat()
        case .bookmarks: BookmarksFormat()
        case .opml: OPMLFormat()
        case .aria2: Aria2Format(directory: directory)
        case .wget: WgetFormat()
        case .curl: CurlFormat(directory: directory)
        case .ytDLP: YTDLPFormat()
        case .metalink: MetalinkFormat()
        }
    }
}
