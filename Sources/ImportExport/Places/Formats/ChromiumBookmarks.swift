import Places
import Syntax

/// The file `Bookmarks` in a profile of Chromium.
struct ChromiumBookmarks: DocumentFormat {
    static let format = ImportFormat.chromiumBookmarks

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool { false }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        throw .malformed("it is not supported")
    }
}
