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
