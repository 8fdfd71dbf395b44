import Markup
import WHATWGURL

/// Takes the addresses out of plain text that comes in parts: those of http, https, ftp and mailto, and those that start
/// with `www`.
///
/// The element is `text`, the attribute `text()`.
package final class TextDocumentScanner {
    /// How much text is looked at together; it ends between words.
    private static let pieceByteCount = 1 << 18

    private let origin: DocumentOrigin
    private unowned let sink: any DocumentSink
    private var text: LocatedTextStream
    /// Whether the text that comes goes on with a word that is too long for an address.
    private var isInLongWord = false

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - contentType: The value of the HTTP `Content-Type` field, if there was one.
    ///   - origin: Where the document comes from.
    ///   - sink: Takes what is found; it must outlive the scanner.
    package init(contentType: String?, origin: DocumentOrigin, sink: any DocumentSink) {
        self.origin = origin
        self.sink = sink
        text = LocatedTextStream(contentType: contentType)
    }

    /// Scans a whole document.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field, if there was one.
    ///   - origin: Where the document comes from.
    ///   - sink: Takes what is found.
    /// - Throws: `MarkupError`.
    package static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, contentType: String?, origin: DocumentOrigin, sink: any DocumentSink
    ) throws {
        let scanner = TextDocumentScanner(contentType: contentType, origin: origin, sink: sink)
        try scanner.push(bytes)
        try scanner.finish()
    }

    /// Takes the next bytes of the document.
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

    /// Ends the document.
    ///
    /// - Throws: `MarkupError`.
    package func finish() throws {
        try text.append(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
        scan(isLast: true)
    }

    /// Takes the addresses out of the text up to the last space, and forgets it.
    private func scan(isLast: Bool) {
        var end = text.bytes.count
        if !isLast {
            while end > 0, text.bytes[end - 1] > 0x20 { end -= 1 }
            // A word that goes on is kept while it may be an address.
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
            let raw = String(decoding: text.bytes[address.range], as: UTF8.self)
            let place = text.position(at: address.range.lowerBound)
            sink.link(
                HarvestedLink(
                    url: WebURL(address.prefix + raw), raw: raw, element: "text", attribute: "text()", kind: .anchor,
                    line: place.line, column: place.column, byte: place.byte, source: origin.source))
        }
        text.forget(end)
    }
}
