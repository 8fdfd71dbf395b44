import Places
import Syntax

/// The JSON of linkding's API; its bookmark file is read by ``BookmarkPlaces``.
struct LinkdingBookmarks: DocumentFormat {
    static let format = ImportFormat.linkding

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool { false }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        throw .malformed("it is not supported")
    }
}
