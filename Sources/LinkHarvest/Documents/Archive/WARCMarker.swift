import Glibc

/// Looks for the first line of a record.
enum WARCMarker {
    /// The line, with a zero for any byte.
    private static let line = Array("WARC/1.\u{0}\r\n".utf8)

    /// How long the line is.
    static var byteCount: Int { line.count }

    /// Finds the line, or what may be its start at the end.
    ///
    /// - Parameter bytes: Where to look.
    /// - Returns: The offset of the first place where the bytes are those of the line as far as they go, or nil.
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
