/// A limit for the bytes that all layers of compressed data produce together.
///
/// Deflate expands data up to 1,032 times, two layers of it a million times, and Brotli without a limit. A server or a
/// file could fill the memory or the disk with a few kilobytes.
package final class ExpansionLimit {
    /// The maximum ratio of output to input.
    ///
    /// Real pages stay below 60, and logs and tables below 100. A file of a single repeated line reaches deflate's
    /// limit; up to the allowance, it is decompressed nevertheless.
    package static let ratio = 250

    /// The number of bytes that any document may produce, whatever the ratio.
    ///
    /// A larger allowance would cost memory and time with each hostile page, and a smaller one would refuse pages with
    /// long empty tables.
    package static let documentAllowance = 16 << 20

    /// The number of bytes that any downloaded file may produce, whatever the ratio.
    ///
    /// It is larger than ``documentAllowance``, because a person asked for the file, which may be a table of zeros, and
    /// it is not held in memory. With a larger allowance, each hostile response could fill more of the disk until its
    /// file is deleted.
    package static let fileAllowance = 256 << 20

    private let allowance: Int
    private var received = 0
    private var produced = 0

    /// Creates a limit for one document or file.
    ///
    /// - Parameter allowance: The number of bytes that may be produced from any input.
    package init(allowance: Int = ExpansionLimit.documentAllowance) {
        self.allowance = allowance
    }

    /// Counts input of the outermost layer.
    package func receive(_ count: Int) { received += count }

    /// Counts output of any layer.
    ///
    /// - Throws: ``CompressionError/bomb(ratio:)`` if the output exceeds the limit; none of it may be used.
    package func produce(_ count: Int) throws(CompressionError) {
        produced += count
        guard produced > allowance, produced / Self.ratio > received else { return }
        throw .bomb(ratio: Self.ratio)
    }

    /// Starts the count for data that is unrelated to the previous data.
    func reset() { (received, produced) = (0, 0) }
}
