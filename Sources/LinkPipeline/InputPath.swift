/// A file's path as the user wrote it, which need not be valid UTF-8.
package struct InputPath: Sendable, Hashable {
    /// The path's bytes, without a NUL at the end.
    package let bytes: [UInt8]
    /// The path as text for display; invalid UTF-8 in it is replaced.
    package let text: String

    /// Creates a path from text.
    package init(_ text: String) {
        self.init(bytes: Array(text.utf8), text: text)
    }

    /// Creates a path from its bytes and its text.
    ///
    /// - Parameters:
    ///   - bytes: The path that is opened, without a NUL.
    ///   - text: The path for display.
    package init(bytes: [UInt8], text: String) {
        self.bytes = bytes
        self.text = text
    }
}
