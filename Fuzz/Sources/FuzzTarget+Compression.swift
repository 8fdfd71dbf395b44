import FileFormats

extension FuzzTarget {
    /// Files that Mozilla's programs compress: valid blocks of LZ4, and blocks with numbers of any size.
    static let lz4 = FuzzTarget(name: "lz4") { bytes in
        var input = FuzzInput(bytes)
        var block: [UInt8] = []
        var content: [UInt8] = []
        // True until a sequence is damaged on purpose.
        var isValid = true
        for _ in 0..<(input.byte() % 6) {
            let literals = input.bytes(80)
            let distance = Int(input.byte()) + (input.isRare() ? Int(input.byte()) << 8 : 1)
            let count = Int(input.byte()) * (input.isRare() ? 9 : 1)
            append(literals: literals, copy: count, to: &block)
            content += literals
            block += [UInt8(distance & 0xFF), UInt8(distance >> 8 & 0xFF)]
            appendLength(count, to: &block)
            guard distance > 0, distance <= content.count else {
                isValid = false
                break
            }
            for _ in 0..<count + 4 { content.append(content[content.count - distance]) }
        }
        let last = input.bytes(40)
        append(literals: last, copy: 0, to: &block)
        content += last
        var size = content.count
        if input.isRare() {
            size = Int(truncatingIfNeeded: input.integer()) & 0xFFFF_FFFF
            isValid = isValid && size == content.count
        }
        if input.isRare(), !block.isEmpty {
            // Another byte may be right too.
            block[Int(input.byte()) % block.count] ^= input.byte()
            isValid = false
            content = []
        }
        let header = Array("mozLz40\0".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
        let result = try? MozillaLZ4.decompressed(header + block, limit: 1 << 20)
        if isValid { expect(result == content, "is the content: \(block)") }
        if let result { expect(result.count == size, "has the declared size: \(result.count), not \(size)") }
        let cut = Array((header + block).dropLast(1))
        if isValid {
            expect((try? MozillaLZ4.decompressed(cut, limit: 1 << 20)) == nil, "is truncated: \(block)")
        }
        // Any bytes may follow the magic number.
        _ = try? MozillaLZ4.decompressed(Array("mozLz40\0".utf8) + Array(bytes), limit: 1 << 20)
    }

    /// Appends the token of a sequence, and its literals.
    private static func append(literals: [UInt8], copy count: Int, to block: inout [UInt8]) {
        block.append(UInt8(min(literals.count, 15) << 4 | min(count, 15)))
        appendLength(literals.count, to: &block)
        block += literals
    }

    /// Appends the rest of a length that does not fit into the token.
    private static func appendLength(_ length: Int, to block: inout [UInt8]) {
        guard length >= 15 else { return }
        block += Array(repeating: UInt8(255), count: (length - 15) / 255) + [UInt8((length - 15) % 255)]
    }
}
