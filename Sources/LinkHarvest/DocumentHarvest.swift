import Markup
package import Syntax
package import WHATWGURL

/// The harvest of one document of any kind that arrives in parts.
///
/// A document is HTML, XML, CSS, Markdown, plain text, JSON, any of these compressed, or a web archive.
package final class DocumentHarvest {
    /// The properties of a document other than its bytes.
    package struct Description: Sendable {
        /// The name of the document's origin, which is stored with each link.
        package var source: String
        /// The file name or path, which distinguishes kinds of text; nil if there is none.
        package var name: String?
        /// The value of the HTTP `Content-Type` field; nil if there was none.
        package var contentType: String?
        /// The document's URL; nil for standard input.
        package var url: WebURL?
        /// The header fields of its response, including `Link`.
        package var fields: [HeaderField]
        /// True if the document is known to be a web archive, so that damage to its first bytes does not hide that.
        package var isArchive = false
        /// Called while the document is read, again and again; an error that it throws ends the reading.
        package var checkpoint: @Sendable () throws -> Void = {}
        /// The offset of the first byte, if only a part of a web archive is read; otherwise 0.
        package var archiveOffset = 0
        /// The position of its record in a web archive; nil outside of archives.
        var position: ArchivePosition?

        /// Creates a description.
        package init(
            source: String, name: String? = nil, contentType: String? = nil, url: WebURL? = nil,
            fields: [HeaderField] = []
        ) {
            self.source = source
            self.name = name
            self.contentType = contentType
            self.url = url
            self.fields = fields
        }
    }

    /// The maximum nesting of compressed documents.
    private static let deepestCompression = 3

    private let description: Description
    private let name: String?
    private let options: HarvestOptions
    private let depth: Int
    /// The limit of the compressed document that contains this one.
    private let limit: ExpansionLimit?
    private let deliver: (LinkBatch) throws -> Void
    private let notify: (HarvestNotice) -> Void
    private let warn: (String) -> Void
    private let collector: LinkCollector
    private var head = DocumentHead()
    private var reader: (any DocumentReader)?
    /// The way in which the document is read; nil before that, and for an archive or compressed data.
    private var reading: DocumentReading?
    private let linkCount: LinkCount
    private var hasContent = false

    /// Starts the harvest of a document.
    ///
    /// - Parameters:
    ///   - description: The properties of the document.
    ///   - options: The options of the harvest.
    ///   - notify: Receives problems that do not end the document, and the counts of a web archive.
    ///   - deliver: Receives the links in document order.
    package convenience init(
        _ description: Description, options: HarvestOptions, notify: @escaping (HarvestNotice) -> Void = { _ in },
        deliver: @escaping (LinkBatch) throws -> Void
    ) {
        self.init(description, options: options, depth: 0, notify: notify, deliver: deliver)
    }

    private init(
        _ description: Description, options: HarvestOptions, depth: Int, within limit: ExpansionLimit? = nil,
        notify: @escaping (HarvestNotice) -> Void, deliver: @escaping (LinkBatch) throws -> Void
    ) {
        self.limit = limit
        self.description = description
        name = description.name ?? description.url?.path
        self.options = options
        self.depth = depth
        self.notify = notify
        let warn: (String) -> Void = { notify(.warning($0)) }
        self.warn = warn
        let linkCount = LinkCount()
        self.linkCount = linkCount
        let deliver: (LinkBatch) throws -> Void = { batch in
            linkCount.value += batch.count
            try deliver(batch)
        }
        self.deliver = deliver
        collector = LinkCollector(
            source: description.source, position: description.position, documentURL: description.url,
            options: options, warn: warn, deliver: deliver)
        // The header fields are not part of any element, so a scope excludes them.
        collector.scan.isOutOfScope = options.scope != nil
        if options.scope == nil || options.marksOutOfScope {
            HeaderAddresses.scan(
                description.fields, base: description.url, sink: CollectingSink(collector, warn: warn))
        }
        collector.scan.beginPage()
    }

    /// Processes the next part of the document.
    ///
    /// - Parameter part: The bytes as they were received.
    /// - Throws: ``LinkHarvestError``, and the errors of `deliver`. Links found before the error have been delivered.
    package func receive(_ part: UnsafeBufferPointer<UInt8>) throws {
        try description.checkpoint()
        if !hasContent { hasContent = !part.allSatisfy { $0 <= 0x20 } }
        if let reader { return try failing { try reader.receive(part) } }
        try head.receive(part) { try begin($0) }
    }

    /// Processes the end of the document.
    ///
    /// - Throws: ``LinkHarvestError``, and the errors of `deliver`. Links found before the error have been delivered.
    package func finish() throws {
        if reader == nil {
            guard !head.isEmpty else { return try collector.finish() }
            try head.finish { try begin($0) }
        }
        try failing { try reader?.finish() }
        // If the document has a separate reader, the links of the response's fields are delivered first.
        try collector.finish()
        report()
    }

    /// Reports the way in which the document was read, if a user would not expect it.
    private func report() {
        // Nobody chose the documents of an archive one by one. Links outside of a scope were not looked for.
        guard var reading, hasContent, description.position == nil else { return }
        reading.hasLinks = linkCount.value > 0 || options.scope != nil
        if !reading.hasLinks || reading.contradicted != nil { notify(.reading(reading)) }
    }

    /// Decides how the document is read, and reads its head.
    private func begin(_ head: UnsafeBufferPointer<UInt8>) throws {
        try failing {
            let reader = try makeReader(for: head)
            self.reader = reader
            try reader.receive(head)
        }
    }

    /// Runs a closure, and adds the name of the document to its errors.
    private func failing(_ body: () throws -> Void) throws {
        do { try body() } catch let error where error is MarkupError || error is CompressionError {
            try collector.finish()
            throw LinkHarvestError.unreadable(source: description.source, underlying: error)
        } catch let error as LinkHarvestError where error.isOfSize {
            throw LinkHarvestError.unreadable(source: description.source, underlying: error)
        }
    }

    private var origin: DocumentOrigin {
        DocumentOrigin(source: description.source, base: options.base ?? description.url)
    }

    private func makeReader(for head: UnsafeBufferPointer<UInt8>) throws -> any DocumentReader {
        if description.isArchive { return archiveReader() }
        let kind = DocumentKind(contentType: description.contentType, name: name, bytes: head)
        // Archives contain many documents other than HTML; they are skipped, or their links are marked as out of scope.
        if options.scope != nil, !kind.hasElements, description.position == nil || !options.marksOutOfScope {
            throw LinkHarvestError.noElements(source: description.source)
        }
        if kind != .gzip, kind != .warc, kind != .binary {
            reading = DocumentReading(
                source: description.source, kind: kind, contradicted: contradiction(of: kind), hasLinks: false)
        }
        return try makeReader(for: kind, head)
    }

    private func makeReader(
        for kind: DocumentKind, _ head: UnsafeBufferPointer<UInt8>
    ) throws -> any DocumentReader {
        let sink = CollectingSink(collector, warn: warn)
        let contentType = description.contentType
        let name = name
        let origin = origin
        switch kind {
        case .html: return pageHarvest(head, contentType: contentType)
        case .xml: return xmlReader(head, sink: sink)
        case .css:
            return WholeDocumentReader(collector: collector) {
                try StyleSheetScanner.scan($0, contentType: contentType, origin: origin, sink: sink)
            }
        case .markdown:
            return WholeDocumentReader(collector: collector) { [checkpoint = description.checkpoint] in
                try MarkdownDocumentScanner.scan(
                    $0, contentType: contentType, origin: origin, sink: sink, checkpoint: checkpoint)
            }
        case .text where RobotsDocumentScanner.isRobotsFile(name):
            return WholeDocumentReader(collector: collector) {
                try RobotsDocumentScanner.scan($0, origin: origin, sink: sink)
            }
        case .text:
            let encoding = SniffedEncoding(ofText: head, contentType: contentType)
            return ScannedDocumentReader(
                TextDocumentScanner(encoding: encoding, origin: origin, sink: sink), collector: collector, sink: sink)
        case .json:
            return WholeDocumentReader(collector: collector) {
                try JSONDocumentScanner.scan($0, contentType: contentType, name: name, origin: origin, sink: sink)
            }
        case .gzip: return try compressedReader(head)
        case .warc: return archiveReader()
        case .binary:
            throw LinkHarvestError.notADocument(
                source: description.source, kind: contentType.map { ContentSniffing.essence(of: $0) } ?? "binary data")
        }
    }

    /// Returns the statement about the document that differs from its kind; nil if there is none.
    private func contradiction(of kind: DocumentKind) -> DocumentReading.Statement? {
        if let stated = DocumentKind.stated(contentType: description.contentType, name: nil) {
            // The type of compressed data, whose compression has been removed, says nothing about the data. Text may be
            // Markdown.
            if stated == .gzip || stated == kind || stated == .text && kind == .markdown { return nil }
            return .mediaType(stated)
        }
        guard let name, let stated = DocumentKind.stated(contentType: nil, name: name), stated != kind, stated != .gzip
        else { return nil }
        return .name(stated)
    }

    /// Begins to read HTML, whose media type need not be the stated one.
    private func pageHarvest(_ head: UnsafeBufferPointer<UInt8>, contentType: String?) -> PageHarvest {
        let isLocal = description.url.map { $0.scheme == "file" } ?? true
        return PageHarvest(
            source: description.source, contentType: contentType, isLocal: isLocal,
            encoding: SniffedEncoding(ofHead: head, contentType: contentType, isLocal: isLocal), options: options,
            collector: collector)
    }

    /// Begins to read XML, which is read as HTML if it turns out to be an ill-formed page.
    private func xmlReader(_ head: UnsafeBufferPointer<UInt8>, sink: CollectingSink) -> any DocumentReader {
        let encoding = SniffedEncoding(ofXML: head, contentType: description.contentType)
        // If the root element comes later, the reader examines it.
        guard DocumentSignature.canBeReadAsHTML(Array(head.prefix(DocumentHead.byteCount))) != false else {
            return wellFormedReader(encoding, sink: sink)
        }
        return XMLPageReader(
            contentType: description.contentType, encoding: encoding,
            xml: { [unowned self] in wellFormedReader(encoding, sink: sink) },
            html: { [unowned self] in
                reading?.kind = .html
                reading?.contradicted = .illFormedXML
                return pageHarvest($0, contentType: $1)
            })
    }

    private func wellFormedReader(_ encoding: SniffedEncoding, sink: CollectingSink) -> any DocumentReader {
        if let scope = options.scope {
            return SelectedElementsReader.make(
                scope, origin: origin, contentType: description.contentType, encoding: encoding, collector: collector,
                warn: warn)
        }
        return ScannedDocumentReader(
            XMLDocumentScanner(origin: origin, encoding: encoding, sink: sink), collector: collector, sink: sink)
    }

    /// Begins to read a compressed document, whose contents have a head of their own.
    private func compressedReader(_ head: UnsafeBufferPointer<UInt8>) throws -> any DocumentReader {
        guard depth < Self.deepestCompression else {
            throw LinkHarvestError.notADocument(source: description.source, kind: "compressed too often")
        }
        var inner = description
        // A type such as text/html is that of the contents; `text/plain` is also sent for files of unknown types.
        let stated = DocumentKind.stated(contentType: description.contentType, name: nil)
        if stated == .gzip || stated == .text || stated == .warc { inner.contentType = nil }
        inner.fields = []
        inner.name = name.map(DocumentKind.uncompressed)
        if inner.name?.hasSuffix(".warc") == true || Self.containsArchive(head) { return archiveReader() }
        return try CompressedDocumentReader(within: limit) {
            DocumentHarvest(inner, options: options, depth: depth + 1, within: $0, notify: notify, deliver: deliver)
        }
    }

    private func archiveReader() -> any DocumentReader {
        // A document in an archive has a URL of its own.
        var options = options
        let base = options.base
        options.base = nil
        // The reader owns the harvests whose closures refer to it.
        weak var archive: ArchiveReader?
        let reader = ArchiveReader(
            archive: description.source, offset: description.archiveOffset, notify: notify
        ) { [options, depth, deliver] record, position in
            var archived = Description(
                source: record.targetURI, contentType: record.contentType, url: WebURL(record.targetURI) ?? base,
                fields: record.fields)
            archived.position = position
            return DocumentHarvest(archived, options: options, depth: depth + 1) { notice in
                if case .warning(let line) = notice { archive?.fail(line) }
            } deliver: { batch in
                archive?.count(links: batch.count)
                try deliver(batch)
            }
        }
        archive = reader
        return reader
    }

    /// Returns true if compressed data contains a web archive, whatever its name.
    ///
    /// - Parameter head: The head of the compressed data.
    /// - Returns: True if the decompressed data begins with a record.
    private static func containsArchive(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        var start: [UInt8] = []
        let first = UnsafeBufferPointer(rebasing: head.prefix(DocumentHead.byteCount))
        _ = try? Inflater(.gzip).run(first) { start += $0 }
        return start.starts(with: "WARC/".utf8)
    }
}

/// A count that the closures of a harvest share.
private final class LinkCount {
    var value = 0
}

/// A notice of a harvest about its document.
package enum HarvestNotice: Sendable, Hashable {
    /// A problem that lost or repeated some links without ending the document, as one line.
    case warning(String)
    /// A document that was read otherwise than stated, or that has content but no links.
    case reading(DocumentReading)
    /// A damaged record of a web archive; the records after it are still read.
    case damagedRecord(DamagedRecord)
    /// The end of a web archive, with its counts.
    case archive(ArchiveSummary)
}

/// The way in which a document was read, if it is not the stated one or if no links were found.
package struct DocumentReading: Sendable, Hashable, CustomStringConvertible {
    /// The origin of the statement that a document was not read as.
    package enum Statement: Sendable, Hashable {
        /// The file name or the path of the URL names this kind.
        case name(DocumentKind)
        /// The media type names this kind.
        case mediaType(DocumentKind)
        /// The document claims to be XML, but is ill-formed.
        case illFormedXML
    }

    /// The name of the document's origin.
    package var source: String
    /// The kind as which the document was read.
    package var kind: DocumentKind
    /// The statement that differs from the kind; nil if the document was read as stated, or if nothing was stated.
    package var contradicted: Statement?
    /// True if links were found.
    var hasLinks: Bool

    /// The reading as one line of text.
    package var description: String {
        let reason =
            switch contradicted {
            case .name(let stated): ", although its name says \(stated.title)"
            case .mediaType(let stated): ", although its media type says \(stated.title)"
            case .illFormedXML: ", because it is not well-formed XML"
            case nil: ""
            }
        return hasLinks
            ? "\(source): read as \(kind.title)\(reason)"
            : "\(source): no links found; it was read as \(kind.title)\(reason)"
    }
}

extension DocumentKind {
    /// The name of the kind in messages.
    fileprivate var title: String {
        switch self {
        case .html: "HTML"
        case .xml: "XML"
        case .css: "CSS"
        case .markdown: "Markdown"
        case .text: "plain text"
        case .json: "JSON"
        case .warc: "a web archive"
        case .gzip: "compressed data"
        case .binary: "data without links"
        }
    }
}
