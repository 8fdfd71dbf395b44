import Places
import Syntax

/// The JSON of Shaarli's API.
struct ShaarliLinks: DocumentFormat {
    static let format = ImportFormat.shaarli

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool { false }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        throw .malformed("it is not supported")
    }
}
