import Places
import Syntax

/// A format whose documents contain windows, which ``FileImport`` reads with `WindowSetImport`.
///
/// It is among the formats of entries so that each file is compared with all formats.
protocol WindowDocument: DocumentFormat {}

extension WindowDocument {
    static func lists(in document: JSONOutline) throws(ImportExportError) -> [DocumentList] { [] }

    static func places(of entry: ImportEntry) throws(ImportExportError) -> ImportedPlaces {
        throw .malformed("it contains windows")
    }
}

/// A session of Firefox.
struct FirefoxSession: WindowDocument {
    static let format = ImportFormat.firefoxSession

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool { first.map(FirefoxSessionFile.matches) ?? false }
}

/// An export of Session Buddy.
struct SessionBuddyCollections: WindowDocument {
    static let format = ImportFormat.sessionBuddy

    static func matches(first: JSONValue?, keys: Set<String>) -> Bool { first.map(SessionBuddyFile.matches) ?? false }
}
