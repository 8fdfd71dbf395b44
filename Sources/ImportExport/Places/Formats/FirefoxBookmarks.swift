import Places
import Syntax

/// Firefox's backup of bookmarks in JSON, which may be compressed.
struct FirefoxBookmarks: DocumentFormat {
    static let format = ImportFormat.firefoxBookmarks

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool { false }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        throw .malformed("it is not supported")
    }
}
