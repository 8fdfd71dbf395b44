/// An IPv6 address, parsed and serialised by the URL Standard (3.5, 3.6).
struct IPv6Address {
    private var pieces = [UInt16](repeating: 0, count: 8)

    /// Parses the text between the brackets; nil if the standard's parser fails.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var pieceIndex = 0
        var compress: Int?
        var pointer = 0
        if text.first == UInt8(ascii: ":") {
            guard text.count > 1, text[1] == UInt8(ascii: ":") else { return nil }
            pointer = 2
            pieceIndex = 1
            compress = 1
        }
        while pointer < text.count {
            if pieceIndex == 8 { return nil }
            if text[pointer] == UInt8(ascii: ":") {
                if compress != nil { return nil }
                pointer += 1
                pieceIndex += 1
                compress = pieceIndex
                continue
            }
            var value: UInt16 = 0
            var length = 0
            while length < 4, pointer < text.count, let digit = PercentEncoding.hexValue(text[pointer]) {
                value = value << 4 | UInt16(digit)
                pointer += 1
                length += 1
            }
            if pointer < text.count {
                switch text[pointer] {
                case UInt8(ascii: "."):
                    guard length > 0, pieceIndex <= 6,
                        let tail = Self.parseEmbeddedIPv4(text.extracting(pointer - length..<text.count))
                    else { return nil }
                    pieces[pieceIndex] = UInt16(tail >> 16)
                    pieces[pieceIndex + 1] = UInt16(truncatingIfNeeded: tail)
                    pieceIndex += 2
                    pointer = text.count
                    continue
                case UInt8(ascii: ":"):
                    pointer += 1
                    if pointer == text.count { return nil }
                default:
                    return nil
                }
            }
            pieces[pieceIndex] = value
            pieceIndex += 1
        }
        if let compress {
            // The pieces after "::" are moved to the end.
            let moved = pieceIndex - compress
            for offset in 0..<moved where pieceIndex < 8 {
                pieces.swapAt(7 - offset, compress + moved - 1 - offset)
            }
        } else if pieceIndex != 8 {
            return nil
        }
    }

    /// Parses an embedded IPv4 address: four decimal numbers up to 255 without leading zeros, at the end of the text.
    private static func parseEmbeddedIPv4(_ text: UnsafeBufferPointer<UInt8>) -> UInt32? {
        var result: UInt32 = 0
        var seen = 0
        var pointer = 0
        while pointer < text.count {
            if seen > 0 {
                guard text[pointer] == UInt8(ascii: "."), seen < 4 else { return nil }
                pointer += 1
            }
            var number: UInt32?
            while pointer < text.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = text[pointer] {
                if number == 0 { return nil }
                let value = (number ?? 0) * 10 + UInt32(text[pointer] - UInt8(ascii: "0"))
                if value > 255 { return nil }
                number = value
                pointer += 1
            }
            guard let number else { return nil }
            result = result << 8 | number
            seen += 1
        }
        return seen == 4 ? result : nil
    }

    /// Appends the address in brackets, with "::" for the first longest run of two or more zero pieces.
    func write(to output: inout ByteBuilder) {
        let compressed = longestZeroRun()
        output.append(UInt8(ascii: "["))
        var index = 0
        while index < 8 {
            if let compressed, compressed.lowerBound == index {
                output.append(index == 0 ? "::" : ":")
                index = compressed.upperBound
                continue
            }
            for byte in String(pieces[index], radix: 16).utf8 { output.append(byte) }
            if index < 7 { output.append(UInt8(ascii: ":")) }
            index += 1
        }
        output.append(UInt8(ascii: "]"))
    }

    private func longestZeroRun() -> Range<Int>? {
        var longest: Range<Int>?
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, pieces[end] == 0 { end += 1 }
            if end - start > max(longest?.count ?? 0, 1) { longest = start..<end }
            start = end + 1
        }
        return longest
    }
}
