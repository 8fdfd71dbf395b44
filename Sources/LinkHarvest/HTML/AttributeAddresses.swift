import Markup
import Syntax

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

/// The "shared declarative refresh steps" of the HTML Standard (4.2.5.3).
enum DeclarativeRefresh {
    /// Returns the range of the URL in a value.
    ///
    /// - Parameter bytes: The `content` of a `meta` with `http-equiv=refresh`.
    /// - Returns: The range; nil if the value is malformed or contains no URL.
    static func address(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var position = 0
        func skipWhitespace() {
            while position < bytes.count, ASCII.isWhitespace(bytes[position]) { position += 1 }
        }
        func consume(_ letter: StaticString) -> Bool {
            guard position < bytes.count, ASCII.lowercase(bytes[position]) == letter.utf8Start.pointee else {
                return false
            }
            position += 1
            return true
        }

        skipWhitespace()
        let digits = position
        while position < bytes.count, ASCII.isDigit(bytes[position]) { position += 1 }
        guard position < bytes.count, position > digits || bytes[position] == UInt8(ascii: ".") else { return nil }
        while position < bytes.count, ASCII.isDigit(bytes[position]) || bytes[position] == UInt8(ascii: ".") {
            position += 1
        }
        guard position < bytes.count,
            bytes[position] == UInt8(ascii: ";") || bytes[position] == UInt8(ascii: ",")
                || ASCII.isWhitespace(bytes[position])
        else { return nil }
        skipWhitespace()
        if !consume(";") { _ = consume(",") }
        skipWhitespace()
        guard position < bytes.count else { return nil }

        let whole = position..<bytes.count
        if consume("u") {
            guard consume("r"), consume("l") else { return whole }
            skipWhitespace()
            guard consume("=") else { return whole }
            skipWhitespace()
        }
        guard position < bytes.count else { return position..<position }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
            return position..<bytes.count
        }
        let end = bytes[(position + 1)...].firstIndex(of: quote) ?? bytes.count
        return position + 1..<end
    }
}
