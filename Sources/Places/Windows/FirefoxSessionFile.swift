package import Syntax

/// The windows in a session of Firefox: the JSON of `recovery.jsonlz4`, `previous.jsonlz4` or `sessionstore.jsonlz4`.
package struct FirefoxSessionFile {
    private(set) var additions: [WindowSetAddition] = []
    private(set) var omissions: [String] = []
    private(set) var losses = ImportLosses()

    /// Returns true if a document is a session of Firefox.
    ///
    /// - Parameter document: The document, or a part of it with its keys and the first elements of its arrays.
    /// - Returns: False if it has another format.
    package static func matches(_ document: JSONValue) -> Bool { false }

    /// Reads a session.
    ///
    /// - Parameter document: The whole document, for which ``matches(_:)`` returns true.
    /// - Throws: ``WindowSetError`` if it contains no tab that can be opened.
    init(_ document: JSONValue) throws(WindowSetError) { throw .unknownFormat }
}
