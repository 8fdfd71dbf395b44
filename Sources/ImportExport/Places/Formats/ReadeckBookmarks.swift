import Places
import Syntax

/// Readeck's JSON: its API's bookmarks, or an export.
struct ReadeckBookmarks: DocumentFormat {
    static let format = ImportFormat.readeck

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool { false }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        throw .malformed("it is not supported")
    }
}
