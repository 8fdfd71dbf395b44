extension SniffedEncoding {
    /// The number of bytes of an XML document that determine its encoding.
    package static let xmlByteCount = 1024

    /// Detects the encoding of an XML document (XML 1.0, appendix F; RFC 7303, section 3).
    ///
    /// The order is: byte order mark, `Content-Type`, UTF-16 if zero bytes indicate it, XML declaration, UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The document, or its first ``xmlByteCount`` bytes.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    package init(ofXML bytes: [UInt8], contentType: String?) {
        if let marked = Self.byteOrderMark(of: bytes) {
            self = marked
        } else if let encoding = contentType.flatMap(ContentTypeCharset.encoding(in:)) {
            self.init(encoding: encoding, evidence: .contentType)
        } else if bytes.starts(with: [0x00, 0x3C, 0x00]) {
            self.init(encoding: .utf16BE, evidence: .declaration)
        } else if bytes.count > 3, bytes[0] == 0x3C, bytes[1] == 0, bytes[3] == 0 {
            self.init(encoding: .utf16LE, evidence: .declaration)
        } else if let encoding = XMLDeclarationEncoding.encoding(in: bytes) {
            self.init(encoding: encoding, evidence: .declaration)
        } else {
            self.init(encoding: .utf8, evidence: .fallback)
        }
    }
}
