/// A record of a web archive that holds a document.
package struct WARCRecord: Sendable, Hashable {
    /// The address of the document, as the archive writes it.
    package var targetURI: String
    /// The status of the archived response; nil for a resource.
    package var status: Int?
    /// The fields of the archived response; those of the record for a resource.
    package var fields: [HeaderField]
    /// Where the record starts in the archive, or its member in a compressed one; in bytes, from 0.
    package var byte: Int

    /// The document's media type.
    package var contentType: String? { fields["Content-Type"] }
}

/// What takes the documents of a web archive as they come.
package protocol WARCHandler: AnyObject {
    /// A document begins.
    func recordBegan(_ record: WARCRecord)
    /// A part of the document, transfer and content codings undone. Valid during the call.
    func body(_ bytes: UnsafeBufferPointer<UInt8>)
    /// The document has ended, or what could be read of it.
    func recordEnded()
    /// Something is wrong with a record, on one line; other records are read all the same.
    func warning(_ message: String)
}
