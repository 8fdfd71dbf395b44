import Glibc
import Syntax

/// A receiver of the parts of a tag.
protocol TagPartSink {
    /// Receives the start of a tag, and receives it again in the next window if the current one ends within the tag.
    ///
    /// - Parameters:
    ///   - name: The range of the name in the window.
    ///   - hash: The hash of the name in lower case.
    mutating func beginTag(name: Range<Int>, hash: UInt64)
    /// Receives an attribute of the tag.
    ///
    /// - Parameters:
    ///   - name: The range of the name in the window.
    ///   - hash: The hash of the name in lower case.
    ///   - value: The range of the value without quotation marks; empty if there is none.
    mutating func attribute(name: Range<Int>, hash: UInt64, value: Range<Int>)
}

/// A scanner for tags that follows the HTML Standard's tokenizer (13.2.5.6 to 13.2.5.40).
enum TagScanner {
    /// The bytes that end a name: white space, `/` and `>`, as bits.
    private static let nameEnds: UInt64 =
        1 << 0x20 | 1 << 0x09 | 1 << 0x0A | 1 << 0x0C | 1 << 0x0D | 1 << 0x2F | 1 << 0x3E
    /// The bytes that end an attribute's name: those that end any name, and `=`.
    private static let attributeNameEnds = nameEnds | 1 << 0x3D
    private static let whitespace: UInt64 = 1 << 0x20 | 1 << 0x09 | 1 << 0x0A | 1 << 0x0C | 1 << 0x0D
    private static let gaps = whitespace | 1 << 0x2F
    private static let unquotedEnds = whitespace | 1 << 0x3E

    /// The end of a tag.
    struct End {
        /// The offset after the `>`.
        var offset: Int
        /// True if there is a `/` before the `>`.
        var isSelfClosing: Bool
    }

    @inline(__always)
    private static func isOne(_ byte: UInt8, of set: UInt64) -> Bool {
        byte < 64 && (set >> UInt64(byte)) & 1 != 0
    }

    /// Scans a tag.
    ///
    /// - Parameters:
    ///   - base: The first byte of the window.
    ///   - end: The length of the window.
    ///   - start: The offset of the name's first letter.
    ///   - sink: Receives the parts.
    /// - Returns: The end of the tag; nil if the window ends inside it.
    @inline(__always)
    static func scan<Sink: TagPartSink>(
        _ base: UnsafePointer<UInt8>, end: Int, from start: Int, into sink: inout Sink
    ) -> End? {
        var position = start
        var hash = NameTable.emptyHash
        while position < end, !isOne(base[position], of: nameEnds) {
            hash = NameTable.extend(hash, with: ASCII.lowercase(base[position]))
            position += 1
        }
        guard position < end else { return nil }
        sink.beginTag(name: start..<position, hash: hash)
        while true {
            var isSelfClosing = false
            while position < end, isOne(base[position], of: gaps) {
                isSelfClosing = base[position] == UInt8(ascii: "/")
                position += 1
            }
            guard position < end else { return nil }
            if base[position] == UInt8(ascii: ">") { return End(offset: position + 1, isSelfClosing: isSelfClosing) }

            // An equals sign at the start is part of the name.
            let nameStart = position
            hash = NameTable.extend(NameTable.emptyHash, with: ASCII.lowercase(base[position]))
            position += 1
            while position < end, !isOne(base[position], of: attributeNameEnds) {
                hash = NameTable.extend(hash, with: ASCII.lowercase(base[position]))
                position += 1
            }
            let nameEnd = position
            while position < end, isOne(base[position], of: whitespace) { position += 1 }
            guard position < end else { return nil }
            guard base[position] == UInt8(ascii: "=") else {
                sink.attribute(name: nameStart..<nameEnd, hash: hash, value: nameEnd..<nameEnd)
                continue
            }
            position += 1
            while position < end, isOne(base[position], of: whitespace) { position += 1 }
            guard position < end else { return nil }
            let first = base[position]
            if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
                let valueStart = position + 1
                guard let found = memchr(base + valueStart, Int32(first), end - valueStart) else { return nil }
                position = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
                sink.attribute(name: nameStart..<nameEnd, hash: hash, value: valueStart..<position)
                position += 1
            } else {
                let valueStart = position
                while position < end, !isOne(base[position], of: unquotedEnds) { position += 1 }
                guard position < end else { return nil }
                sink.attribute(name: nameStart..<nameEnd, hash: hash, value: valueStart..<position)
            }
        }
    }
}
