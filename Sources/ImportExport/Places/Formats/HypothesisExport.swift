import Places
import Syntax

/// The JSON that the client of Hypothesis exports.
struct HypothesisExport: DocumentFormat {
    static let format = ImportFormat.hypothesis

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool { false }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        throw .malformed("it is not supported")
    }
}
