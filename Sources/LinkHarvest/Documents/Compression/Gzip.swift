import CLibZ

/// Compression in the gzip format (RFC 1952).
package enum Gzip {
    /// Returns bytes compressed with zlib's best compression, which takes a millisecond for about 20 KB.
    ///
    /// - Parameter bytes: The bytes to compress, at most 2 GB.
    /// - Returns: One member; nil if memory could not be allocated.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        let capacity = leftoff_gzip_bound(bytes.count)
        let member = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            guard let start = output.baseAddress else { return }
            count = bytes.withUnsafeBufferPointer { input in
                // An empty array may have no base address; nothing is read then.
                leftoff_gzip(input.baseAddress ?? UnsafePointer(start), input.count, start, capacity)
            }
        }
        return member.isEmpty ? nil : member
    }
}
