import CLibZ

/// Compression in the gzip format (RFC 1952).
package enum Gzip {
    /// A compromise between time and size.
    package enum Level: Int32, Sendable {
        /// zlib's usual level, which takes a third of the time of ``best`` for text and gives up to 2 % more bytes.
        case usual = 6
        /// zlib's best compression, which takes a millisecond for about 20 KB.
        case best = 9
    }

    /// Returns true if bytes begin like a gzip member (RFC 1952, section 2.3.1).
    package static func isCompressed(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Returns compressed bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to compress, at most 2 GB.
    ///   - level: The compromise between time and size.
    /// - Returns: One member; nil if memory could not be allocated.
    package static func compressed(_ bytes: [UInt8], level: Level = .best) -> [UInt8]? {
        let capacity = leftoff_gzip_bound(bytes.count)
        let member = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            guard let start = output.baseAddress else { return }
            count = bytes.withUnsafeBufferPointer { input in
                // An empty array may have no base address; nothing is read then.
                leftoff_gzip(input.baseAddress ?? UnsafePointer(start), input.count, start, capacity, level.rawValue)
            }
        }
        return member.isEmpty ? nil : member
    }

    /// Returns decompressed bytes.
    ///
    /// - Parameters:
    ///   - bytes: One or more members.
    ///   - limit: The maximum number of decompressed bytes.
    /// - Returns: The content.
    /// - Throws: ``CompressionError``, also if the content is longer than the limit.
    package static func decompressed(_ bytes: [UInt8], limit: Int) throws -> [UInt8] {
        let stream = try GunzipStream()
        var content: [UInt8] = []
        try bytes.withUnsafeBufferPointer { input in
            try stream.push(input) { part in
                guard content.count + part.count <= limit else { throw CompressionError.tooLong(limit: limit) }
                content.append(contentsOf: part)
            }
        }
        try stream.finish()
        return content
    }
}
