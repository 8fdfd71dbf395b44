import Glibc

/// The first line of a record, which marks its start.
enum WARCMarker {
    /// The line; a zero stands for any byte.
    private static let line = Array("WARC/1.\u{0}\r\n".utf8)

    /// The length of the line.
    static var byteCount: Int { line.count }

    /// Returns the offset of the first complete or possibly incomplete line.
    ///
    /// - Parameter bytes: The bytes to search.
    /// - Returns: The first offset from which the bytes match the line, up to the end of either; nil if there is none.
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
