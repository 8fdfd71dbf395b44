/// A decoder of a single-byte encoding that uses a table.
struct SingleByteDecoder: SourceDecoder {
    /// The scalars for the bytes beyond ASCII.
    let table: SingleByteTable

    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int,
        isLast: Bool
    ) {
        table.scalars.withUnsafeBufferPointer { scalars in
            while position < source.count, output.count < limit {
                let plain = Self.plainCount(source, from: position, most: limit - output.count)
                if plain > 0 {
                    output.append(contentsOf: UnsafeBufferPointer(rebasing: source[position..<position + plain]))
                    position += plain
                    continue
                }
                let byte = source[position]
                position += 1
                append(byte == 0 ? 0 : scalars[Int(byte & 0x7F)], to: &output)
            }
        }
    }

    /// Returns the number of bytes from an offset on that are ASCII other than NUL.
    @inline(__always)
    static func plainCount(_ source: UnsafeBufferPointer<UInt8>, from start: Int, most: Int) -> Int {
        guard let base = UnsafeRawPointer(source.baseAddress) else { return 0 }
        let end = most < source.count - start ? start + most : source.count
        var position = start
        while position + 8 <= end {
            let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let zeroBytes = (word &- 0x0101_0101_0101_0101) & ~word
            guard (word | zeroBytes) & 0x8080_8080_8080_8080 == 0 else { break }
            position += 8
        }
        while position < end, source[position] &- 1 < 0x7F { position += 1 }
        return position - start
    }
}
