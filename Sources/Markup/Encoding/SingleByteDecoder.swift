/// Decodes a single-byte encoding by its table.
struct SingleByteDecoder: SourceDecoder {
    /// The table.
    let table: SingleByteTable

    mutating func decode(
        _ source: UnsafeBufferPointer<UInt8>, from position: inout Int, into output: inout [UInt8], limit: Int
    ) {
        table.scalars.withUnsafeBufferPointer { scalars in
            while position < source.count, output.count < limit {
                let byte = source[position]
                position += 1
                if byte &- 1 < 0x7F {
                    output.append(byte)
                } else {
                    append(byte == 0 ? 0 : scalars[Int(byte & 0x7F)], to: &output)
                }
            }
        }
    }
}
