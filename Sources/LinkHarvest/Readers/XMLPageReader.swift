import Markup

/// A reader of XHTML, SVG and other XML with links, which reads an ill-formed document as HTML if its root element is
/// that of XHTML, SVG or MathML.
///
/// It holds the document in memory, because only its end shows that it is well-formed. A longer document is read in
/// parts, as XML, and loses the links after its first error.
final class XMLPageReader: DocumentReader {
    /// The maximum length in bytes of a document that is held in memory.
    ///
    /// Pages written by people are far smaller.
    static let maximumByteCount = 8 << 20

    private let contentType: String?
    private let makeXMLReader: () -> any DocumentReader
    private let makeHTMLReader: (_ contentType: String?) -> PageHarvest
    private var bytes: [UInt8] = []
    /// The reader of a document that is not held in memory.
    private var reader: (any DocumentReader)?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - xml: Creates the reader for a well-formed document.
    ///   - html: Creates the reader for an ill-formed one, if its elements have the same names in HTML.
    init(
        contentType: String?, xml: @escaping () -> any DocumentReader, html: @escaping (String?) -> PageHarvest
    ) {
        self.contentType = contentType
        makeXMLReader = xml
        makeHTMLReader = html
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        if let reader { return try reader.receive(part) }
        bytes.append(contentsOf: part)
        guard bytes.count > Self.maximumByteCount else { return }
        let reader = makeXMLReader()
        self.reader = reader
        let start = bytes
        bytes = []
        try start.withUnsafeBufferPointer { try reader.receive($0) }
    }

    func finish() throws {
        if let reader { return try reader.finish() }
        try bytes.withUnsafeBufferPointer { document in
            // The check of the root element takes less time, because it reads no further than that.
            let isXML =
                try DocumentSignature.canBeReadAsHTML(bytes) != true
                || XMLPushParser.isWellFormed(document, contentType: contentType)
            if isXML {
                let reader = makeXMLReader()
                try reader.receive(document)
                try reader.finish()
            } else {
                let page = makeHTMLReader(Self.pageContentType(of: document, contentType))
                try page.receive(document)
                try page.finish()
            }
        }
    }

    /// Returns the content type with which the document is read as HTML.
    ///
    /// Its encoding is that of the XML document, whose default is UTF-8.
    private static func pageContentType(of document: UnsafeBufferPointer<UInt8>, _ contentType: String?) -> String? {
        let start = Array(document.prefix(SniffedEncoding.xmlByteCount))
        let sniffed = SniffedEncoding(ofXML: start, contentType: contentType)
        switch sniffed.evidence {
        case .byteOrderMark, .contentType: return contentType
        case .fallback where !String.isValidUTF8(document): return contentType
        default: return "text/html;charset=\(sniffed.encoding.rawValue)"
        }
    }
}

extension String {
    /// Returns true if the bytes are valid UTF-8.
    fileprivate static func isValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }
}
