package import LinkHarvest

/// A way to write links as text.
///
/// One value writes one output, from any number of pages: ``opening()`` first, then every link, then ``closing()``.
package protocol LinkFormat: Sendable {
    /// The name that `--format` takes for it.
    static var name: String { get }
    /// Whether more addresses were written than a format that writes each one once remembers, so that later ones may come
    /// twice.
    var hasForgotten: Bool { get }
    /// What stands before the first link.
    func opening() -> [UInt8]
    /// Writes one link; a value that the format can't carry is left out.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - output: The bytes to write are appended here.
    /// - Returns: Why nothing was written; nil if something was.
    @discardableResult
    mutating func write(_ link: HarvestedLink, into output: inout [UInt8]) -> LinkOmission?
    /// What stands after the last link.
    func closing() -> [UInt8]
    /// Appends a link of a batch; formats that need only its address do it without reading the rest.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - index: The link's index.
    ///   - output: The bytes are appended here.
    /// - Returns: Why the link was left out; nil if it was written.
    mutating func write(_ batch: LinkBatch, at index: Int, into output: inout [UInt8]) -> LinkOmission?
}

extension LinkFormat {
    /// Reads the whole link and appends it.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - index: The link's index.
    ///   - output: The bytes are appended here.
    /// - Returns: Why the link was left out; nil if it was written.
    package mutating func write(_ batch: LinkBatch, at index: Int, into output: inout [UInt8]) -> LinkOmission? {
        write(batch[index], into: &output)
    }

    package var hasForgotten: Bool { false }
    package func opening() -> [UInt8] { [] }
    package func closing() -> [UInt8] { [] }
}
