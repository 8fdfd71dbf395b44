import Markup

/// A scanner for the URLs in a style sheet.
enum StyleSheetScanner {
    /// Scans a complete style sheet.
    ///
    /// The element of the links is `css`, and the attribute is `text()`. Queries are in UTF-8 (CSS Values 4, section
    /// 4.5).
    ///
    /// - Parameters:
    ///   - bytes: The style sheet as it was received.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - origin: The style sheet's name and base URL.
    ///   - sink: Receives the findings.
    /// - Throws: `MarkupError`.
    static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, contentType: String?, origin: DocumentOrigin, sink: any DocumentSink
    ) throws {
        var text = try LocatedText(bytes, contentType: contentType)
        var found: [(raw: String, offset: Int)] = []
        text.bytes.withUnsafeBufferPointer { css in
            var offset = 0
            CSSAddresses.find(in: css) { address in
                // A URL with escapes is decoded into a copy, so the position of the previous URL is used.
                if let start = css.baseAddress, let here = address.baseAddress, here >= start, here < start + css.count
                {
                    offset = here - start
                }
                found.append((String(decoding: address, as: UTF8.self), offset))
            }
        }
        for (raw, offset) in found {
            sink.link(
                raw,
                DocumentLink(
                    element: "css", attribute: "text()", kind: .css, position: text.position(at: offset),
                    base: origin.base))
        }
    }
}
