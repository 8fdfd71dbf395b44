import FileFormats
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

/// The sessions of Tab Session Manager, which only `leftoff windows import` reads.
enum TabSessions {
    /// The reason why such a file is not imported.
    static let refusal = "it contains windows of Tab Session Manager: import it with 'leftoff windows import'"

    /// Returns true if a file contains sessions of Tab Session Manager.
    ///
    /// - Parameter bytes: The content of a file of unknown format.
    /// - Returns: False if it is another file, also if it is truncated.
    static func matches(_ bytes: [UInt8]) -> Bool {
        let text = TextEncoding.utf8(bytes)
        guard text.first(where: { !JSONTokenizer.isBlank($0) }) == UInt8(ascii: "["),
            let document = try? JSONOutline(text)
        else { return false }
        return TabSessionFile.matches(DocumentSample.value(of: document))
    }
}
