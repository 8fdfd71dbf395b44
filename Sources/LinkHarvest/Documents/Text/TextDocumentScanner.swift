import Markup

/// A scanner for the URLs in plain text that arrives in parts.
///
/// It finds URLs of http, https, ftp and mailto, and those that start with `www`. The element of the links is `text`,
/// and the attribute is `text()`.
package final class TextDocumentScanner {
    /// The number of bytes that are scanned at a time, up to the end of a word.
    private static let pieceByteCount = 1 << 18

    private let origin: DocumentOrigin
    private unowned let sink: any DocumentSink
    private var text: LocatedTextStream
    /// True if the next part continues a word that is too long to be a URL.
    private var isInLongWord = false

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - origin: The document's name and base URL.
    ///   - sink: Receives the findings; it must outlive the scanner.
    package init(contentType: String?, origin: DocumentOrigin, sink: any DocumentSink) {
        self.origin = origin
        self.sink = sink
        text = LocatedTextStream(contentType: contentType)
    }

    /// Processes the next bytes of the document.
    ///
    /// - Parameter bytes: The bytes as they were received.
    /// - Throws: `MarkupError`.
    package func push(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            let piece = UnsafeBufferPointer(rebasing: rest.prefix(Self.pieceByteCount))
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(piece.count))
            try text.append(piece, isLast: false)
            if text.bytes.count >= Self.pieceByteCount { scan(isLast: false) }
        }
    }

    /// Processes the end of the document.
    ///
    /// - Throws: `MarkupError`.
    package func finish() throws {
        try text.append(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
        scan(isLast: true)
    }

    /// Reports the URLs in the text up to the last space, and discards that text.
    private func scan(isLast: Bool) {
        var end = text.bytes.count
        if !isLast {
            while end > 0, text.bytes[end - 1] > 0x20 { end -= 1 }
            // A word that continues in the next part is kept while it may be a URL.
            if end == 0 {
                guard text.bytes.count > LinkLimits.addressByteCount else { return }
                isInLongWord = true
                text.forget(text.bytes.count)
                return
            }
        }
        var start = 0
        if isInLongWord {
            while start < end, text.bytes[start] > 0x20 { start += 1 }
            if start < end { isInLongWord = false }
        }
        let addresses = text.bytes.withUnsafeBufferPointer {
            BareAddress.find(in: $0, start..<end, style: .plain)
        }
        for address in addresses {
            var link = DocumentLink(
                element: "text", attribute: "text()", kind: .anchor,
                position: text.position(at: address.range.lowerBound), base: nil)
            link.lacksScheme = !address.prefix.isEmpty
            text.bytes.withUnsafeBufferPointer { sink.link(UnsafeBufferPointer(rebasing: $0[address.range]), link) }
        }
        text.forget(end)
    }
}
