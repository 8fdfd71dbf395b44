/// Why a file could not be read as what was exported.
package enum ImportExportError: Error, Hashable, CustomStringConvertible {
    /// The file is nothing that can be imported.
    case unknownFormat
    /// The file is not what it seems; what is wrong.
    case malformed(String)
    /// An entry is not right; which one, counted from 1, and what is wrong.
    case entry(kind: String, number: Int, reason: String)

    package var description: String {
        switch self {
        case .unknownFormat: "neither Leftoff's JSON, nor bookmarks, nor CSV with a column URL"
        case .malformed(let reason): reason
        case .entry(let kind, let number, let reason): "\(kind) \(number): \(reason)"
        }
    }
}
