package import LinkHarvest

/// A way to write links as text.
///
/// One value writes one output, from any number of pages: ``opening()`` first, then every link, then ``closing()``.
package protocol LinkFormat: Sendable {
    /// Which format this is.
    static var name: LinkFormatName { get }
    /// Whether the format can say that a link is no address. Other formats leave such links out.
    static var carriesInvalidLinks: Bool { get }
    /// What stands before the first link.
    func opening() -> [UInt8]
    /// Writes one link.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - output: The bytes to write are appended here; nothing is appended for a link the format can't carry.
    mutating func write(_ link: HarvestedLink, into output: inout [UInt8])
    /// What stands after the last link.
    func closing() -> [UInt8]
}

extension LinkFormat {
    package static var carriesInvalidLinks: Bool { false }
    package func opening() -> [UInt8] { [] }
    package func closing() -> [UInt8] { [] }
}
