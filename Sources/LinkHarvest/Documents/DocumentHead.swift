import Markup

/// The beginning of a document that arrives in parts, which determines the document's kind and encoding.
///
/// The owner of a document's bytes decides both when the head is complete, and only then creates a reader, whose first
/// part it is. The readers of HTML, XML and plain text are told the encoding. A head that arrives in one part is not
/// copied.
package struct DocumentHead {
    /// The number of bytes that determine the kind and the encoding of a document.
    package static let byteCount = max(ContentSniffing.headerByteCount, SniffedEncoding.headByteCount)

    private var bytes: [UInt8] = []

    /// Creates the head of a document of which nothing has arrived.
    package init() {}

    /// True if no bytes are held.
    var isEmpty: Bool { bytes.isEmpty }

    /// Adds the next part of the document.
    ///
    /// - Parameters:
    ///   - part: The bytes as they were received.
    ///   - begin: Receives the head with the rest of the part when it is complete; it must not use the head.
    /// - Throws: The errors of `begin`.
    package mutating func receive(
        _ part: UnsafeBufferPointer<UInt8>, begin: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        if bytes.isEmpty, part.count >= Self.byteCount { return try begin(part) }
        bytes.append(contentsOf: part)
        if bytes.count >= Self.byteCount { try finish(begin: begin) }
    }

    /// Completes the head of a document that has ended within it.
    ///
    /// - Parameter begin: Receives the whole document; it must not use the head.
    /// - Throws: The errors of `begin`.
    package mutating func finish(begin: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        let complete = bytes
        bytes = []
        try complete.withUnsafeBufferPointer(begin)
    }
}
