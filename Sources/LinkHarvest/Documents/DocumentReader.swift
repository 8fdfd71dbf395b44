import Markup
import Syntax

/// A reader that receives the parts of one document and finds its links.
protocol DocumentReader: AnyObject {
    /// Processes the next part.
    ///
    /// - Parameter part: The bytes as they were received.
    /// - Throws: ``LinkHarvestError``, and the errors of the receiver of the links.
    func receive(_ part: UnsafeBufferPointer<UInt8>) throws
    /// Processes the end of the document.
    ///
    /// - Throws: ``LinkHarvestError``, and the errors of the receiver of the links.
    func finish() throws
}

/// A reader of documents that must be complete before they are scanned: CSS, Markdown, JSON, and XML with selected
/// elements.
final class WholeDocumentReader: DocumentReader {
    /// The default maximum length of the document in bytes.
    ///
    /// Documents written by people are far smaller; the limit bounds the memory.
    private static let maximumByteCount = 256 << 20

    private let scan: (UnsafeBufferPointer<UInt8>) throws -> Void
    private let collector: LinkCollector
    private let limit: Int
    private var bytes: [UInt8] = []

    init(
        collector: LinkCollector, limit: Int = maximumByteCount,
        scan: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void
    ) {
        self.limit = limit
        self.collector = collector
        self.scan = scan
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        guard bytes.count + part.count <= limit else { throw LinkHarvestError.tooLarge(limit: limit) }
        collector.receivedByteCount += part.count
        bytes.append(contentsOf: part)
    }

    func finish() throws {
        try bytes.withUnsafeBufferPointer(scan)
        try collector.finish()
    }
}

/// A reader of XML documents that harvests only the links within selected elements.
enum SelectedElementsReader {
    /// The maximum length of the document in bytes.
    ///
    /// Its tree takes up about forty times as much memory.
    static let maximumByteCount = 64 << 20

    /// Creates the reader, which holds the document in memory.
    ///
    /// - Parameters:
    ///   - scope: The selected elements.
    ///   - origin: The document's name and base URL.
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - encoding: The encoding that the document's head determines.
    ///   - collector: Receives the links.
    ///   - warn: Receives one line for each problem.
    /// - Returns: The reader.
    static func make(
        _ scope: ElementScope, origin: DocumentOrigin, contentType: String?, encoding: SniffedEncoding,
        collector: LinkCollector, warn: @escaping (String) -> Void
    ) -> WholeDocumentReader {
        let sink = CollectingSink(collector, isScoped: true, warn: warn)
        return WholeDocumentReader(collector: collector, limit: maximumByteCount) { document in
            let isInScope: [Bool]
            do { isInScope = try scope.contains(startTagsOf: document, contentType: contentType) } catch {
                try collector.finish()
                throw LinkHarvestError.unreadable(source: origin.source, underlying: error)
            }
            let scanner = XMLDocumentScanner(
                origin: origin, encoding: encoding, sink: sink, startTagsInScope: isInScope)
            try scanner.push(document)
            try collector.check()
            try scanner.finish()
        }
    }
}

/// A scanner that processes a document in parts.
protocol DocumentScanner: AnyObject {
    /// Processes the next part.
    ///
    /// - Parameter part: The bytes as they were received.
    /// - Throws: `MarkupError`.
    func push(_ part: UnsafeBufferPointer<UInt8>) throws
    /// Processes the end of the document.
    ///
    /// - Throws: `MarkupError`.
    func finish() throws
}

extension XMLDocumentScanner: DocumentScanner {}

extension TextDocumentScanner: DocumentScanner {}

/// A reader of a document that is scanned while it arrives, such as XML or plain text.
final class ScannedDocumentReader: DocumentReader {
    private let scanner: any DocumentScanner
    private let collector: LinkCollector
    private let sink: CollectingSink

    init(_ scanner: any DocumentScanner, collector: LinkCollector, sink: CollectingSink) {
        self.scanner = scanner
        self.collector = collector
        self.sink = sink
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        collector.receivedByteCount += part.count
        try scanner.push(part)
        try collector.check()
    }

    func finish() throws {
        try scanner.finish()
        try collector.finish()
    }
}

/// A reader of XHTML, SVG and other XML with links, which reads an ill-formed document as HTML if its root element is
/// that of XHTML, SVG or MathML.
///
/// It holds the document in memory, because only its end shows that it is well-formed. A longer document is read in
/// parts, as XML, and loses the links after its first error.
final class XMLPageReader: DocumentReader {
    /// The maximum length in bytes of a document that is held in memory.
    ///
    /// Pages written by people are far smaller.
    private static let maximumByteCount = 8 << 20

    private let contentType: String?
    private let encoding: SniffedEncoding
    private let makeXMLReader: () -> any DocumentReader
    private let makeHTMLReader: (_ document: UnsafeBufferPointer<UInt8>, _ contentType: String?) -> PageHarvest
    private var bytes: [UInt8] = []
    /// The reader of a document that is not held in memory.
    private var reader: (any DocumentReader)?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - contentType: The value of the HTTP `Content-Type` field; nil if there was none.
    ///   - encoding: The encoding that the document's head determines.
    ///   - xml: Creates the reader for a well-formed document.
    ///   - html: Creates the reader for an ill-formed one, if its elements have the same names in HTML.
    init(
        contentType: String?, encoding: SniffedEncoding, xml: @escaping () -> any DocumentReader,
        html: @escaping (UnsafeBufferPointer<UInt8>, String?) -> PageHarvest
    ) {
        self.contentType = contentType
        self.encoding = encoding
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
                || XMLPushParser.isWellFormed(document, encoding: encoding)
            if isXML {
                let reader = makeXMLReader()
                try reader.receive(document)
                try reader.finish()
            } else {
                let page = makeHTMLReader(document, pageContentType(of: document))
                try page.receive(document)
                try page.finish()
            }
        }
    }

    /// Returns the content type with which the document is read as HTML.
    ///
    /// Its encoding is that of the XML document, whose default is UTF-8.
    private func pageContentType(of document: UnsafeBufferPointer<UInt8>) -> String? {
        switch encoding.evidence {
        case .byteOrderMark, .contentType: return contentType
        case .fallback where String(validating: document, as: UTF8.self) == nil: return contentType
        default: return "text/html;charset=\(encoding.encoding.rawValue)"
        }
    }
}

/// A reader of a compressed document.
final class CompressedDocumentReader: DocumentReader {
    private let stream: GunzipStream
    private let inner: DocumentHarvest

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - outerLimit: The limit of the compressed document that contains this one; nil if there is none.
    ///   - makeInner: Starts the harvest of the decompressed document, which gets the limit of this one.
    /// - Throws: `CompressionError` if memory could not be allocated.
    init(within outerLimit: ExpansionLimit?, makeInner: (ExpansionLimit) -> DocumentHarvest) throws {
        stream = try GunzipStream(within: outerLimit)
        inner = makeInner(stream.limit)
    }

    func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        do { try stream.push(part) { try inner.receive($0) } } catch let error as CompressionError {
            try inner.finish()
            throw error
        }
    }

    func finish() throws {
        defer { _ = inner }
        do { try stream.finish() } catch {
            // Everything that was decompressed before the error is valid.
            try inner.finish()
            throw error
        }
        try inner.finish()
    }
}
