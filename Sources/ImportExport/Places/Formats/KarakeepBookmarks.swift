import Places
import Syntax

/// Karakeep's JSON.
struct KarakeepBookmarks: DocumentFormat {
    static let format = ImportFormat.karakeep

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool { false }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        throw .malformed("it is not supported")
    }
}
