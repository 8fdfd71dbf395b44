import HTTPSyntax
import Markup

/// A record of a web archive that contains a document.
package struct WARCRecord: Sendable, Hashable {
    /// The URL of the document as written in the archive.
    package var targetURI: String
    /// The status of the archived response; nil for a resource.
    package var status: Int?
    /// The fields of the archived response, or of the record if it is a resource.
    package var fields: [HeaderField]
    /// The offset in the archive of the record, or of its member in a compressed archive, in bytes from 0.
    package var byte: Int

    /// The media type with its parameters, from all Content-Type fields; nil if none of them has a valid one.
    package var contentType: String? {
        MediaType.extract(from: fields.filter { ASCII.lowercase($0.name) == "content-type" }.map(\.value))?.description
    }
}

/// A receiver of the documents in a web archive.
package protocol WARCHandler: AnyObject {
    /// Starts a document.
    func recordBegan(_ record: WARCRecord)
    /// Receives a part of the document, with transfer and content codings decoded; valid during the call.
    func body(_ bytes: UnsafeBufferPointer<UInt8>)
    /// Ends the document, or the part of it that could be read.
    func recordEnded()
    /// Receives a damaged record; other records are still read.
    func damaged(_ record: DamagedRecord)
}
