/// The formats for links, by the names that `--format` takes.
package enum LinkFormatName: String, Sendable, CaseIterable {
    /// One resolved address a line.
    case lines
    /// One JSON object a line, with every field.
    case ndjson
    /// One JSON array of the same objects.
    case json
    /// RFC 4180 with a header.
    case csv
    /// An input file for `aria2c -i`.
    case aria2
    /// An input file for `wget -i`.
    case wget
}

extension LinkFormatName {
    /// Makes a writer for one output.
    package func makeFormat() -> any LinkFormat {
        switch self {
        case .lines: LinesFormat()
        case .ndjson: NDJSONFormat()
        case .json: JSONFormat()
        case .csv: CSVFormat()
        case .aria2: Aria2Format()
        case .wget: WgetFormat()
        }
    }
}
