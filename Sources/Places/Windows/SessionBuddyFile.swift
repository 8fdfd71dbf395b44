package import Syntax

/// The windows in an export of Session Buddy.
package struct SessionBuddyFile {
    private(set) var additions: [WindowSetAddition] = []
    private(set) var omissions: [String] = []
    private(set) var losses = ImportLosses()

    /// Returns true if a document is an export of Session Buddy.
    ///
    /// - Parameter document: The document, or a part of it with its keys and the first elements of its arrays.
    /// - Returns: False if it has another format.
    package static func matches(_ document: JSONValue) -> Bool { false }

    /// Reads an export.
    ///
    /// - Parameter document: The whole document, for which ``matches(_:)`` returns true.
    /// - Throws: ``WindowSetError`` if it contains no tab that can be opened.
    init(_ document: JSONValue) throws(WindowSetError) { throw .unknownFormat }
}
