/// An IPv4 address in any of the notations that the URL Standard accepts (3.5).
struct IPv4Address {
    private let value: UInt32

    /// Returns true if a domain must be an IPv4 address ("ends in a number checker").
    static func endsInNumber(_ domain: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = domain.last == UInt8(ascii: ".") ? domain.extracting(0..<domain.count - 1) : domain
        let start = text.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
        let last = text.extracting(start..<text.count)
        guard let first = last.first, isDigit(first) else { return false }
        return last.allSatisfy(isDigit) || parseNumber(last) != nil
    }

    /// Parses a domain that ends in a number; nil if the standard's parser fails.
    init?(_ domain: UnsafeBufferPointer<UInt8>) {
        let text =
            domain.count > 1 && domain.last == UInt8(ascii: ".") ? domain.extracting(0..<domain.count - 1) : domain
        var numbers: [UInt64] = []
        var start = 0
        while true {
            let end = text.extracting(start..<text.count).firstIndex(of: UInt8(ascii: ".")).map { $0 + start }
            guard numbers.count < 4, let number = Self.parseNumber(text.extracting(start..<(end ?? text.count))) else {
                return nil
            }
            numbers.append(number)
            guard let end else { break }
            start = end + 1
        }
        guard let last = numbers.popLast(), last < UInt64(1) << UInt64(8 * (4 - numbers.count)) else { return nil }
        var result = last
        for (index, number) in numbers.enumerated() {
            if number > 255 { return nil }
            result += number << UInt64(8 * (3 - index))
        }
        value = UInt32(result)
    }

    /// Parses a number (IPv4 number parser): decimal, octal after `0`, hexadecimal after `0x`.
    ///
    /// Numbers beyond 32 bits become 2^32.
    private static func parseNumber(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
        if text.isEmpty { return nil }
        var digits = text
        var radix: UInt64 = 10
        if text.count >= 2, text[0] == UInt8(ascii: "0") {
            if text[1] | 0x20 == UInt8(ascii: "x") {
                digits = text.extracting(2..<text.count)
                radix = 16
            } else {
                digits = text.extracting(1..<text.count)
                radix = 8
            }
        }
        var result: UInt64 = 0
        for byte in digits {
            guard let digit = PercentEncoding.hexValue(byte), UInt64(digit) < radix else { return nil }
            result = min(result * radix + UInt64(digit), UInt64(1) << 32)
        }
        return result
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Appends the address as four decimal numbers.
    func write(to output: inout ByteBuilder) {
        for shift in [24, 16, 8, 0] as [UInt32] {
            output.append(decimal: value >> shift & 255)
            if shift > 0 { output.append(UInt8(ascii: ".")) }
        }
    }
}
