import Syntax

/// A reader of Mozilla's files with one LZ4 block (mozLz4), such as Firefox's sessions and backups of bookmarks.
///
/// A file begins with `mozLz40` and a null byte, and with the size of its content as a little-endian number of 32 bits
/// (`MozLZ4` in `xpcom/ioutils/IOUtils.cpp` of Firefox). The rest is one block of the
/// [LZ4 block format](https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md): sequences of literals, each
/// followed by a copy of bytes that were written before. The last sequence has literals only.
///
/// ```swift
/// let file = Array("mozLz40\0".utf8) + [12, 0, 0, 0, 0x34] + Array("abc".utf8) + [3, 0, 0x10] + Array("d".utf8)
/// print(String(decoding: try MozillaLZ4.decompressed(file, limit: 1 << 20), as: UTF8.self))  // abcabcabcabd
/// ```
package enum MozillaLZ4 {
    /// The bytes at the start of such a file.
    private static let magicNumber = Array("mozLz40\0".utf8)
    /// The length of the magic number and of the size.
    private static let headerLength = 12

    /// Returns true if a file begins with the format's magic number.
    ///
    /// - Parameter bytes: The file, or its start.
    /// - Returns: False if the file has another format.
    package static func isCompressed(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magicNumber) }

    /// Returns the content of a file that may be compressed.
    ///
    /// Mozilla's programs compress only JSON. Other content is refused, because several layers of compression multiply
    /// what a small file becomes.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - limit: The maximum size of the content in bytes, if the file is compressed.
    /// - Returns: The decompressed content, or the file itself if it is not compressed.
    /// - Throws: ``FileFormatError`` if the file is compressed, and damaged, over the limit or not JSON.
    package static func content(of file: [UInt8], limit: Int) throws(FileFormatError) -> [UInt8] {
        guard isCompressed(file) else { return file }
        let content = try decompressed(file, limit: limit)
        let first = content.first { !JSONTokenizer.isBlank($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            throw .malformedLZ4("its content is not JSON")
        }
        return content
    }

    /// Decompresses a file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limit: The maximum size of the result in bytes.
    /// - Returns: The decompressed content.
    /// - Throws: ``FileFormatError`` if the block is malformed, truncated, longer or shorter than its declared size, or
    ///   over the limit.
    package static func decompressed(_ bytes: [UInt8], limit: Int) throws(FileFormatError) -> [UInt8] {
        guard isCompressed(bytes) else { throw .malformedLZ4("it does not begin with \"mozLz40\"") }
        guard bytes.count > headerLength else { throw .malformedLZ4("its end is missing") }
        let size = bytes[8..<headerLength].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size <= limit else { throw .malformedLZ4("its content has \(size) bytes, and at most \(limit) are read") }
        // A byte lengthens a copy by at most 255 bytes. A short file cannot reserve much memory.
        guard size <= 255 * (bytes.count - headerLength) + 64 else {
            throw .malformedLZ4("its content cannot have the declared \(size) bytes")
        }
        var problem: String?
        let content = bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: size) { output, count in
                var block = LZ4Block(input, at: headerLength, output, size: size)
                problem = block.decompress()
                count = problem == nil ? size : 0
            }
        }
        if let problem { throw .malformedLZ4(problem) }
        return content
    }
}

/// One block of LZ4 that is being decompressed.
private struct LZ4Block {
    /// The minimum length of a copy in bytes.
    private static let minimumCopyLength = 4
    /// The value of a length's four bits that further bytes follow.
    private static let longLength = 15

    private let input: UnsafeBufferPointer<UInt8>
    private let output: UnsafeMutableBufferPointer<UInt8>
    private let size: Int
    /// The number of bytes of the input that have been read.
    private var position: Int
    /// The number of bytes that have been written.
    private var written = 0

    /// Creates a block.
    ///
    /// - Parameters:
    ///   - input: The whole file with its header.
    ///   - position: The start of the block in the file.
    ///   - output: The memory for the content.
    ///   - size: The size of the content in bytes, for which there is memory.
    init(
        _ input: UnsafeBufferPointer<UInt8>, at position: Int, _ output: UnsafeMutableBufferPointer<UInt8>, size: Int
    ) {
        (self.input, self.position, self.output, self.size) = (input, position, output, size)
    }

    /// Decompresses the block.
    ///
    /// - Returns: Nil if the block ends at the end of the file and has the declared size; otherwise the reason why it
    ///   cannot be read.
    mutating func decompress() -> String? {
        while let token = nextByte() {
            guard let literals = length(Int(token >> 4)) else { return Self.truncated }
            guard literals <= size - written else { return Self.tooLong }
            guard literals <= input.count - position else { return Self.truncated }
            for index in 0..<literals { output[written + index] = input[position + index] }
            (written, position) = (written + literals, position + literals)
            // Only the last sequence has no copy.
            if position == input.count { return written == size ? nil : Self.truncated }
            guard let low = nextByte(), let high = nextByte() else { return Self.truncated }
            let distance = Int(high) << 8 | Int(low)
            guard distance > 0, distance <= written else { return "it copies bytes from before its start" }
            guard let rest = length(Int(token & 0x0F)) else { return Self.truncated }
            let count = rest + Self.minimumCopyLength
            guard count <= size - written else { return Self.tooLong }
            // The copy may contain bytes that it has written itself, so it runs byte by byte.
            for index in written..<written + count { output[index] = output[index - distance] }
            written += count
        }
        return Self.truncated
    }

    private static let truncated = "its end is missing"
    private static let tooLong = "its content is longer than its declared size"

    private mutating func nextByte() -> UInt8? {
        guard position < input.count else { return nil }
        defer { position += 1 }
        return input[position]
    }

    /// Returns a length that begins with four bits of the token.
    ///
    /// - Parameter start: The value of the bits.
    /// - Returns: The length, at most 255 times the size of the file; nil if the file ends within it.
    private mutating func length(_ start: Int) -> Int? {
        guard start == Self.longLength else { return start }
        var length = start
        while let byte = nextByte() {
            length += Int(byte)
            if byte < 255 { return length }
        }
        return nil
    }
}
