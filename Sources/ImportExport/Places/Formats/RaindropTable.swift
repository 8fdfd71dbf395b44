import Places
import Syntax

/// Raindrop's CSV.
struct RaindropTable: TableFormat {
    static let format = ImportFormat.raindrop

    static func matches(columns: Set<String>) -> Bool { false }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        throw .malformed("it is not supported")
    }
}
