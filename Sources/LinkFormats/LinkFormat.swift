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

    /// Appends links of a batch.
    ///
    /// - Parameters:
    ///   - batch: The batch that contains the links.
    ///   - indices: The links to append.
    ///   - limit: The maximum number of links to append.
    ///   - output: Receives the bytes of the links.
    /// - Returns: The number of links written and omitted.
    mutating func write(
        _ batch: LinkBatch, _ indices: LinkIndices, limit: Int, into output: inout [UInt8]
    ) -> LinkTally

    /// Returns the bytes after the last link.
    func closing() -> [UInt8]

    /// A copy of the format for use on another thread; nil if the output of a link depends on the links before it.
    var concurrentFormat: (any LinkFormat)? { get }

    /// Adapts links that a ``concurrentFormat`` has written to their place in the output.
    ///
    /// - Parameter links: The bytes of one or more links.
    mutating func join(_ links: inout [UInt8])
}

extension LinkFormat {
    package var hasForgotten: Bool { false }
    package func opening() -> [UInt8] { [] }
    package func closing() -> [UInt8] { [] }
    package var concurrentFormat: (any LinkFormat)? { nil }
    package mutating func join(_ links: inout [UInt8]) {}

    /// Reads each link as strings and appends it.
    package mutating func write(
        _ batch: LinkBatch, _ indices: LinkIndices, limit: Int, into output: inout [UInt8]
    ) -> LinkTally {
        var tally = LinkTally()
        indices.forEach(in: batch.count) { index in
            guard tally.written < limit else { return false }
            tally.register(write(LinkRecord(batch[index]), into: &output))
            return true
        }
        return tally
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
