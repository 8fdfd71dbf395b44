import Glibc

/// A reader of a document that arrives in parts: it detects the encoding, decodes the text and reports the tags.
///
/// The reports do not depend on how the document is split into parts. If a document is in UTF-8, only the tokens that
/// span several parts are copied.
package final class HTMLReader {
    /// The maximum length of a tag in bytes.
    ///
    /// A tag is kept in memory until it ends. `data:` URLs of several megabytes exist, but a tag that never ends must
    /// not exhaust the memory.
    package static let longestTag = 1 << 24

    private let interest: TagInterest
    private let handler: any MarkupHandler
    private let contentType: String?
    private let isLocal: Bool
    private let countsLines: Bool
    private let listsStartTags: Bool
    private let isFragment: Bool

    /// The bytes received while the encoding is unknown.
    private var head: [UInt8] = []
    private var document: OpenDocument?
    /// The bytes received while a `<meta>` may still change the encoding.
    private var kept: [UInt8] = []

    /// Creates a reader for one document.
    ///
    /// - Parameters:
    ///   - interest: The tags and attributes to report.
    ///   - handler: Receives the tags and the text.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - isLocal: True if the document is a file or standard input, false if it comes from the network.
    ///   - countsLines: True if lines and columns of tags will be requested.
    ///   - listsStartTags: True if the offsets of all start tags will be requested.
    ///   - isFragment: True if the document is a part of a page, so that tags are reported even if they are not allowed
    ///     at the start of a page.
    package init(
        interest: TagInterest, handler: any MarkupHandler, contentType: String?, isLocal: Bool,
        countsLines: Bool = true,
        listsStartTags: Bool = false, isFragment: Bool = false
    ) {
        self.isFragment = isFragment
        self.listsStartTags = listsStartTags
        self.countsLines = countsLines
        self.interest = interest
        self.handler = handler
        self.contentType = contentType
        self.isLocal = isLocal
    }

    /// The encoding of the document; nil before the first 1024 bytes have arrived.
    ///
    /// It may change until the document is finished.
    package var encoding: CharacterEncoding? { document?.sniffed.encoding }

    /// The offsets of the `<` of all start tags in the document's text, in ascending order; empty unless they were
    /// requested.
    package var startTags: [Int] { document?.startTags ?? [] }

    /// Returns the text to which the offsets in ``startTags`` refer; each NUL is replaced by a space.
    ///
    /// - Parameter bytes: The document that was read.
    /// - Returns: The text in UTF-8.
    /// - Throws: ``MarkupError``.
    package func text(of bytes: [UInt8]) throws -> [UInt8] {
        guard let sniffed = document?.sniffed, sniffed.encoding != .utf8 else {
            return bytes[(document?.sniffed.byteOrderMarkByteCount ?? 0)...].map { $0 == 0 ? 0x20 : $0 }
        }
        return try DecodedText(bytes, sniffed: sniffed).terminated.dropLast()
    }

    /// Processes the next part of the document.
    ///
    /// - Parameter part: The bytes as they were received.
    /// - Throws: ``MarkupError``.
    package func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        guard document == nil else { return try read(part, isLast: false) }
        if head.isEmpty, part.count >= EncodingPrescan.byteCount { return try begin(part, isLast: false) }
        head.append(contentsOf: part)
        if head.count >= EncodingPrescan.byteCount { try beginWithHead(isLast: false) }
    }

    /// Processes the end of the document.
    ///
    /// - Throws: ``MarkupError``.
    package func finish() throws {
        if document == nil { return try beginWithHead(isLast: true) }
        try read(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
    }

    /// Processes a complete document.
    ///
    /// - Parameter bytes: The document as it was received.
    /// - Throws: ``MarkupError``.
    package func readAll(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        try begin(bytes, isLast: true)
    }

    private func beginWithHead(isLast: Bool) throws {
        let head = head
        self.head = []
        try head.withUnsafeBufferPointer { try begin($0, isLast: isLast) }
    }

    private func begin(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
        let start = UnsafeBufferPointer(rebasing: part.prefix(EncodingPrescan.byteCount))
        let sniffed = SniffedEncoding(of: Array(start), contentType: contentType, isLocal: isLocal)
        document = try OpenDocument(
            sniffed, interest: interest, handler: handler, countsLines: countsLines,
            listsStartTags: listsStartTags, isFragment: isFragment)
        try read(part, isLast: isLast)
    }

    private func read(_ part: UnsafeBufferPointer<UInt8>, isLast: Bool) throws {
        guard let document else { return }
        try document.read(part, isLast: isLast)
        if let declared = document.declaredEncoding {
            let before = kept
            kept = []
            handler.restart()
            let sniffed = SniffedEncoding(encoding: declared, evidence: .element)
            let again = try OpenDocument(
                sniffed, interest: interest, handler: handler, countsLines: countsLines,
                listsStartTags: listsStartTags, isFragment: isFragment)
            self.document = again
            if !before.isEmpty { try before.withUnsafeBufferPointer { try again.read($0, isLast: false) } }
            try again.read(part, isLast: isLast)
        } else if document.mayChangeEncoding {
            if !isLast { kept.append(contentsOf: part) }
        } else if !kept.isEmpty {
            kept = []
        }
    }
}
