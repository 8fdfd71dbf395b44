import JSON
package import WHATWGURL

/// The kind of a copy of a page.
package enum CopyKind: String, Sendable, CaseIterable {
    /// The text of the page's main content, as blocks.
    case text
    /// The page as one HTML file without scripts.
    case picture

    /// The maximum size of a copy's JSON, in bytes.
    package var maximumByteCount: Int {
        switch self {
        case .text: TextCopy.maximumByteCount
        case .picture: PictureCopy.maximumByteCount
        }
    }

    /// Returns the address of the page in a copy.
    ///
    /// - Parameter content: The JSON of a copy of this kind.
    /// - Returns: The address; nil if the copy has no valid one.
    package func address(in content: [UInt8]) -> WebURL? {
        guard let fields = try? CopyFields(json: content, limit: maximumByteCount) else { return nil }
        return (try? fields.address()).flatMap { WebURL($0) }
    }

    /// Validates a copy, and returns it in the form in which it is stored, so that equal copies have equal bytes.
    ///
    /// - Parameter json: The JSON of a copy of this kind, as it was received.
    /// - Returns: JSON in UTF-8 with sorted keys.
    /// - Throws: ``CopyError``.
    package func normalized(json: some Sequence<UInt8>) throws(CopyError) -> [UInt8] {
        let encoded =
            switch self {
            case .text: try TextCopy(json: json).encoded()
            case .picture: try PictureCopy(json: json).encoded()
            }
        guard encoded.count <= maximumByteCount else {
            throw .unreadable(.tooLarge(byteCount: encoded.count, limit: maximumByteCount))
        }
        return encoded
    }
}
