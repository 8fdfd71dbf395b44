import CLibZ

/// Compression into the format of gzip (RFC 1952).
package enum Gzip {
    /// Compresses bytes as much as zlib can, which takes a millisecond for some 20 KB.
    ///
    /// - Parameter bytes: What is compressed, at most 2 GB.
    /// - Returns: One member; nil where there is no memory.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        let room = leftoff_gzip_bound(bytes.count)
        let member = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            guard let start = output.baseAddress else { return }
            count = bytes.withUnsafeBufferPointer { input in
                // An empty array may have no address; nothing is read there.
                leftoff_gzip(input.baseAddress ?? UnsafePointer(start), input.count, start, room)
            }
        }
        return member.isEmpty ? nil : member
    }
}
