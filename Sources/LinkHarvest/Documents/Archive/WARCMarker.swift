import Glibc

/// The first line of a record, which marks its start.
enum WARCMarker {
    /// The line, with a zero that matches any byte.
    private static let line = Array("WARC/1.\u{0}\r\n".utf8)

    /// The length of the line.
    static var byteCount: Int { line.count }

    /// Returns the offset of the line, or of what may be its start at the end of the bytes.
    ///
    /// - Parameter bytes: The bytes to search.
    /// - Returns: The first offset at which the bytes match the line as far as they go; nil if there is none.
    static func firstCandidate(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var position = 0
        while position < bytes.count {
            guard let found = memchr(base + position, CInt(line[0]), bytes.count - position) else { return nil }
            let start = UnsafeRawPointer(base).distance(to: found)
            let isCandidate = zip(line, bytes[start...]).allSatisfy { $0 == 0 || $0 == $1 }
            if isCandidate { return start }
            position = start + 1
        }
        return nil
    }
}
