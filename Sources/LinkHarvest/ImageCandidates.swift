import Markup

/// The HTML Standard's "parse a srcset attribute" (4.8.4.3.10).
enum ImageCandidates {
    /// Takes the addresses out of a value.
    ///
    /// - Parameter value: The value of `srcset` or `imagesrcset`.
    /// - Returns: The addresses, in order. A candidate with wrong descriptors is dropped, as the standard says.
    static func addresses(in value: String) -> [String] {
        var addresses: [String] = []
        let bytes = Array(value.utf8)
        var position = 0
        while true {
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) || bytes[position] == UInt8(ascii: ",") {
                position += 1
            }
            guard position < bytes.count else { return addresses }
            let start = position
            while position < bytes.count, !ASCII.isWhitespace(bytes[position]) { position += 1 }
            var end = position
            var descriptors: [[UInt8]] = []
            if bytes[end - 1] == UInt8(ascii: ",") {
                while end > start, bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
            } else {
                descriptors = tokenize(bytes, from: &position)
            }
            if areValid(descriptors) { addresses.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
        }
    }

    /// The standard's descriptor tokeniser; commas and spaces within parentheses part nothing.
    private static func tokenize(_ bytes: [UInt8], from position: inout Int) -> [[UInt8]] {
        var descriptors: [[UInt8]] = []
        var current: [UInt8] = []
        var isInParentheses = false
        loop: while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if isInParentheses {
                current.append(byte)
                isInParentheses = byte != UInt8(ascii: ")")
            } else if ASCII.isWhitespace(byte) {
                if !current.isEmpty { descriptors.append(current) }
                current = []
            } else if byte == UInt8(ascii: ",") {
                break loop
            } else {
                current.append(byte)
                isInParentheses = byte == UInt8(ascii: "(")
            }
        }
        if !current.isEmpty { descriptors.append(current) }
        return descriptors
    }

    /// The standard's descriptor parser: at most one width, density and height each; a density alone, a height with a
    /// width.
    private static func areValid(_ descriptors: [[UInt8]]) -> Bool {
        var seen: Set<UInt8> = []
        for descriptor in descriptors {
            guard let unit = descriptor.last, seen.insert(unit).inserted else { return false }
            let number = descriptor.dropLast()
            switch unit {
            case UInt8(ascii: "w"), UInt8(ascii: "h"):
                guard !number.isEmpty, number.allSatisfy(ASCII.isDigit), number.contains(where: { $0 != 0x30 }) else {
                    return false
                }
            case UInt8(ascii: "x"):
                guard isNonNegativeFloat(number) else { return false }
            default: return false
            }
        }
        if seen.contains(UInt8(ascii: "x")) { return seen.count == 1 }
        return !seen.contains(UInt8(ascii: "h")) || seen.contains(UInt8(ascii: "w"))
    }

    /// A valid floating-point number of the HTML Standard (2.3.4.3) that is not negative.
    private static func isNonNegativeFloat(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        let mantissa = rest.prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
        rest = rest.dropFirst(mantissa.count)
        let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 1 ? !parts[0].isEmpty : parts.count == 2 && !parts[1].isEmpty else { return false }
        if isNegative, mantissa.contains(where: { $0 != 0x30 && $0 != UInt8(ascii: ".") }) { return false }
        guard let exponentMark = rest.first else { return true }
        guard exponentMark | 0x20 == UInt8(ascii: "e") else { return false }
        rest.removeFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        return !rest.isEmpty && rest.allSatisfy(ASCII.isDigit)
    }
}
