import Markup

/// The document of the current record of a web archive.
final class WARCDocument {
    private let targetURI: String
    private let byte: Int
    private unowned let handler: any WARCHandler
    private var response: ArchivedResponse?
    private var hasBegun = false

    /// Starts a document.
    ///
    /// The result is nil if the record contains no document: a request, a revisit, metadata, or a part of a segmented
    /// record.
    ///
    /// - Parameters:
    ///   - fields: The fields of the record.
    ///   - targetURI: The document's URL.
    ///   - byte: The offset of the record in the archive.
    ///   - handler: Receives the document.
    init?(fields: [HeaderField], targetURI: String, byte: Int, handler: any WARCHandler) {
        self.targetURI = targetURI
        self.byte = byte
        self.handler = handler
        // Such records describe the crawl itself, for example wget's arguments and log.
        guard !targetURI.hasPrefix("metadata:") else { return nil }
        let type = ASCII.lowercase(fields["WARC-Type"] ?? "")
        let mediaType = ContentSniffing.essence(of: fields["Content-Type"] ?? "")
        switch type {
        case "response" where mediaType == "application/http" || mediaType.isEmpty: response = ArchivedResponse()
        case "response", "resource": begin(status: nil, fields: fields)
        default: return nil
        }
    }

    func push(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard response != nil else { return handler.body(bytes) }
        try response?.push(bytes, began: { begin(status: $0.status, fields: $0.fields) }, body: handler.body)
    }

    func finish() throws {
        try response?.finish(to: handler.body)
    }

    /// Ends the document, if it has started.
    func end() {
        if hasBegun { handler.recordEnded() }
        hasBegun = false
    }

    private func begin(status: Int?, fields: [HeaderField]) {
        hasBegun = true
        handler.recordBegan(WARCRecord(targetURI: targetURI, status: status, fields: fields, byte: byte))
    }
}
