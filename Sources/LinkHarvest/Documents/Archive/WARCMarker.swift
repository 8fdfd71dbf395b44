import Glibc

/// The first line of a record, which marks its start.
enum WARCMarker {
    /// The line; a zero stands for any byte.
    private static let line = Array("WARC/1.\u{0}\r\n".utf8)

    /// The length of the line.
    static var byteCount: Int { line.count }

    /// Returns the first offset at which such a line starts, or may start.
    ///
    /// - Parameter bytes: The bytes to search.
    /// - Returns: The offset; the line may be cut off at the end of the bytes. It is nil if there is no such line.
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
