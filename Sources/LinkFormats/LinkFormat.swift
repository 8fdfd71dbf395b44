package import LinkHarvest

/// A writer of links in one output format.
///
/// A value writes one output, for any number of pages: ``opening()`` first, then every link, then ``closing()``.
package protocol LinkFormat: Sendable {
    /// True if there were more URLs than the format can remember, so that later ones may be repeated.
    var hasForgotten: Bool { get }

    /// Returns the bytes before the first link.
    func opening() -> [UInt8]

    /// Appends a link, without the values that the format cannot represent.
    ///
    /// - Parameters:
    ///   - record: The link and, if a check was requested, its result.
    ///   - output: Receives the bytes of the link.
    /// - Returns: The reason why the link was omitted; nil if it was written.
    @discardableResult
    mutating func write(_ record: LinkRecord, into output: inout [UInt8]) -> LinkOmission?

    /// Appends a link of a batch.
    ///
    /// A format that needs only the URL implements this function, so that the rest of the link is not read.
    ///
    /// - Parameters:
    ///   - batch: The batch that contains the link.
    ///   - index: The link's index in the batch.
    ///   - output: Receives the bytes of the link.
    /// - Returns: The reason why the link was omitted; nil if it was written.
    mutating func write(_ batch: LinkBatch, at index: Int, into output: inout [UInt8]) -> LinkOmission?

    /// Returns the bytes after the last link.
    func closing() -> [UInt8]
}

extension LinkFormat {
    package var hasForgotten: Bool { false }
    package func opening() -> [UInt8] { [] }
    package func closing() -> [UInt8] { [] }

    /// Reads the whole link and appends it.
    package mutating func write(_ batch: LinkBatch, at index: Int, into output: inout [UInt8]) -> LinkOmission? {
        write(LinkRecord(batch[index]), into: &output)
    }

    /// Appends a link for which no check was requested.
    ///
    /// - Parameters:
    ///   - link: A link without a check.
    ///   - output: Receives the bytes of the link.
    /// - Returns: The reason why the link was omitted; nil if it was written.
    @discardableResult
    package mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) -> LinkOmission? {
        write(LinkRecord(link), into: &output)
    }

    /// Returns a whole document.
    ///
    /// - Parameter links: All links of the document, in order.
    /// - Returns: The document without the links that the format cannot represent.
    package mutating func document(of links: [HarvestedLink]) -> [UInt8] {
        var bytes = opening()
        for link in links { write(link, into: &bytes) }
        return bytes + closing()
    }
}
