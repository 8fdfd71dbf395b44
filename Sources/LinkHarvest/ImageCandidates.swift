import Markup

/// The algorithm "parse a srcset attribute" of the HTML Standard (4.8.4.3.10).
enum ImageCandidates {
    /// Finds the URLs of a value.
    ///
    /// - Parameters:
    ///   - bytes: The value of a `srcset` or `imagesrcset`.
    ///   - found: Receives the range of each URL.
    static func find(in bytes: UnsafeBufferPointer<UInt8>, _ found: (Range<Int>) -> Void) {
        var position = 0
        while true {
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) || bytes[position] == UInt8(ascii: ",") {
                position += 1
            }
            guard position < bytes.count else { return }
            let start = position
            while position < bytes.count, !ASCII.isWhitespace(bytes[position]) { position += 1 }
            var end = position
            var isValid = true
            if bytes[end - 1] == UInt8(ascii: ",") {
                while end > start, bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
            } else {
                isValid = readDescriptors(bytes, from: &position)
            }
            if isValid { found(start..<end) }
        }
    }

    /// Parses the descriptors after a URL up to the comma that ends them.
    ///
    /// - Returns: True if the descriptors, taken together, are valid.
    private static func readDescriptors(_ bytes: UnsafeBufferPointer<UInt8>, from position: inout Int) -> Bool {
        var state = Descriptors()
        var start: Int?
        var isInParentheses = false
        func end(at offset: Int) {
            if let begin = start { state.add(UnsafeBufferPointer(rebasing: bytes[begin..<offset])) }
            start = nil
        }
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if isInParentheses {
                isInParentheses = byte != UInt8(ascii: ")")
            } else if ASCII.isWhitespace(byte) {
                end(at: position - 1)
            } else if byte == UInt8(ascii: ",") {
                end(at: position - 1)
                return state.areValid
            } else {
                if start == nil { start = position - 1 }
                isInParentheses = byte == UInt8(ascii: "(")
            }
        }
        end(at: position)
        return state.areValid
    }

    /// The descriptors of one candidate: each unit occurs at most once, `x` only alone, and `h` only with `w`.
    private struct Descriptors {
        private var hasWidth = false
        private var hasHeight = false
        private var hasDensity = false
        private var isBroken = false

        var areValid: Bool { !isBroken && (hasDensity ? !hasWidth && !hasHeight : !hasHeight || hasWidth) }

        mutating func add(_ descriptor: UnsafeBufferPointer<UInt8>) {
            let number = UnsafeBufferPointer(rebasing: descriptor.dropLast())
            switch descriptor.last {
            case UInt8(ascii: "w"):
                if hasWidth || !isPositiveInteger(number) { isBroken = true }
                hasWidth = true
            case UInt8(ascii: "h"):
                if hasHeight || !isPositiveInteger(number) { isBroken = true }
                hasHeight = true
            case UInt8(ascii: "x"):
                if hasDensity || !ImageCandidates.isNonNegativeFloat(number[...]) { isBroken = true }
                hasDensity = true
            default: isBroken = true
            }
        }

        private func isPositiveInteger(_ number: UnsafeBufferPointer<UInt8>) -> Bool {
            !number.isEmpty && number.allSatisfy(ASCII.isDigit) && number.contains { $0 != 0x30 }
        }
    }

    /// Returns true if bytes are a valid, non-negative floating-point number (HTML Standard, 2.3.4.3).
    fileprivate static func isNonNegativeFloat(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
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
