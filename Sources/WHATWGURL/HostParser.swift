import CLibIDN2

/// The host parser of the URL Standard (3.5), which writes the serialised host (3.6).
enum HostParser {
    /// Parses a non-empty host.
    ///
    /// - Parameters:
    ///   - text: The host in valid UTF-8.
    ///   - isOpaque: True if the scheme is not special.
    ///   - output: Receives the serialised host.
    /// - Returns: False on failure; the contents of the output are then undefined.
    static func parse(
        _ text: UnsafeBufferPointer<UInt8>, isOpaque: Bool, into output: inout ByteBuilder
    ) -> Bool {
        if text.first == UInt8(ascii: "[") {
            guard text.last == UInt8(ascii: "]"), let address = IPv6Address(text.extracting(1..<text.count - 1)) else {
                return false
            }
            address.write(to: &output)
            return true
        }
        if isOpaque {
            if text.contains(where: isForbiddenInHost) { return false }
            output.append(text, encoding: .c0Control)
            return true
        }
        let start = output.count
        if appendASCIIDomain(text, to: &output) { return finishDomain(from: start, in: &output) }
        output.truncate(to: start)

        // The host has escapes or characters beyond ASCII, or it is invalid.
        let decoded = PercentEncoding.decode(text)
        if decoded.allSatisfy({ $0 < 0x80 }) {
            guard decoded.withUnsafeBufferPointer({ appendASCIIDomain($0, to: &output) }) else { return false }
        } else {
            guard let domain = DomainName.toASCII(decoded) else { return false }
            guard domain.withUnsafeBufferPointer({ appendASCIIDomain($0, to: &output) }) else { return false }
        }
        return finishDomain(from: start, in: &output)
    }

    /// Converts an ASCII domain to lower case (domain parser); like the standard, it does not check A-labels.
    ///
    /// - Returns: False if a byte is not ASCII or a domain may not contain it.
    private static func appendASCIIDomain(
        _ text: UnsafeBufferPointer<UInt8>, to output: inout ByteBuilder
    ) -> Bool {
        if text.isEmpty { return false }
        for byte in text {
            if byte >= 0x80 || isForbiddenInDomain(byte) { return false }
            output.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        }
        return true
    }

    /// Replaces a domain that ends in a number with the IPv4 address that it represents.
    private static func finishDomain(from start: Int, in output: inout ByteBuilder) -> Bool {
        let domain = output.bytes.extracting(start..<output.count)
        guard IPv4Address.endsInNumber(domain) else { return true }
        guard let address = IPv4Address(domain) else { return false }
        output.truncate(to: start)
        address.write(to: &output)
        return true
    }

    /// Returns true for a forbidden host code point (URL Standard, 3.2).
    @inline(__always)
    private static func isForbiddenInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, 9, 10, 13, UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"),
            UInt8(ascii: "[")...UInt8(ascii: "^"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    /// Returns true for a forbidden domain code point (URL Standard, 3.2).
    @inline(__always)
    private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "%") || byte == 0x7F || isForbiddenInHost(byte)
    }
}

/// UTS 46 ToASCII for domains with characters beyond ASCII, as the URL Standard's domain parser calls it (3.3).
///
/// libidn2 maps, normalizes, checks and encodes each label. This type makes corrections where libidn2 departs from the
/// URL Standard: its tables are those of Unicode 13, it applies hyphen rules that the standard disables, and it rejects
/// most symbols.
///
/// Some differences remain. A label fails if its ASCII form exceeds 63 bytes, if it mixes symbols with a deviation
/// character or with right-to-left letters, or if it contains a character newer than Unicode 13. The right-to-left rule
/// is checked for each label separately, and not for the whole domain.
private enum DomainName {
    /// The maximum length of a domain that is not ASCII, so that a hostile page cannot keep the conversion busy.
    ///
    /// DNS allows 253 bytes.
    private static let maximumLength = 16384
    /// The character that replaces hyphens that libidn2 would reject.
    ///
    /// No label may contain it, and it is treated like a hyphen by the right-to-left rule.
    private static let hyphenStandIn = UInt8(ascii: "|")

    private static let aLabelPrefix = Array("xn--".utf8)

    /// Converts a domain to ASCII.
    ///
    /// - Parameter domain: The domain in UTF-8.
    /// - Returns: The ASCII domain, not yet checked for forbidden code points; nil on failure.
    static func toASCII(_ domain: [UInt8]) -> [UInt8]? {
        guard domain.count <= maximumLength, let text = String(validating: domain, as: UTF8.self) else { return nil }
        var mapped: [UInt8] = []
        mapped.reserveCapacity(domain.count)
        for scalar in text.unicodeScalars { appendMapped(scalar, to: &mapped) }

        var result: [UInt8] = []
        result.reserveCapacity(mapped.count + 8)
        for (index, label) in mapped.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).enumerated()
        {
            if index > 0 { result.append(UInt8(ascii: ".")) }
            if label.allSatisfy({ $0 < 0x80 }) && !label.starts(with: aLabelPrefix) {
                result += label
            } else {
                guard let ascii = labelToASCII(Array(label)) else { return nil }
                result += ascii
            }
        }
        return result
    }

    /// Maps dots, hyphens, and characters whose mappings are newer than libidn2's tables.
    private static func appendMapped(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        let replacement: Unicode.Scalar
        switch scalar.value {
        case 0x41...0x5A:
            bytes.append(UInt8(scalar.value | 0x20))
            return
        case 0...0x7F:
            bytes.append(UInt8(scalar.value))
            return
        case 0xFF01...0xFF5E:
            // Fullwidth ASCII, which includes a dot and a hyphen.
            let byte = UInt8(scalar.value - 0xFEE0)
            bytes.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
            return
        case 0x3002, 0xFF61: replacement = "."
        case 0xFE63: replacement = "-"
        case 0x1E9E: replacement = "\u{DF}"
        case 0x04C0: replacement = "\u{04CF}"
        case 0x10A0...0x10C5: replacement = Unicode.Scalar(scalar.value - 0x10A0 + 0x2D00) ?? scalar
        case 0x2132: replacement = "\u{214E}"
        case 0x2183: replacement = "\u{2184}"
        case 0x2F868: replacement = "\u{36FC}"
        case 0x2F874: replacement = "\u{5F53}"
        case 0x2F91F: replacement = "\u{243AB}"
        case 0x2F95F: replacement = "\u{7AEE}"
        case 0x2F9BF: replacement = "\u{45D7}"
        case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x2061...0x2063, 0x206A...0x206F, 0x3164, 0xFFA0,
            0x1D173...0x1D17A:
            return
        default: replacement = scalar
        }
        bytes.append(contentsOf: UTF8.encode(replacement) ?? UTF8.encodedReplacementCharacter)
    }

    /// Converts a label that is not ASCII, or checks an A-label.
    private static func labelToASCII(_ label: [UInt8]) -> [UInt8]? {
        // libidn2 takes a C string.
        if label.contains(0) || label.contains(hyphenStandIn) { return nil }
        if label.starts(with: aLabelPrefix), label.allSatisfy({ $0 < 0x80 }) { return checkedALabel(label) }

        guard let output = convert(hidingHyphens(label[...])) else { return nil }
        let result = showingHyphens(output)
        // All hyphens were replaced, so a hyphen in the output comes from libidn2: the label was encoded.
        guard result.starts(with: aLabelPrefix) else { return result }
        if output.starts(with: aLabelPrefix) { return isNestedALabel(result) ? nil : result }
        return checkedALabel(result)
    }

    /// Returns the label if its Punycode decodes to a label with the same encoding; otherwise nil.
    private static func checkedALabel(_ label: [UInt8]) -> [UInt8]? {
        if isNestedALabel(label) { return nil }
        let encoded = label[aLabelPrefix.count...]
        guard let delimiter = encoded.lastIndex(of: UInt8(ascii: "-")) else { return convert(label) }
        return convert(aLabelPrefix + hidingHyphens(encoded[..<delimiter]) + encoded[delimiter...]).map(showingHyphens)
    }

    /// Returns true if the decoded label itself starts with `xn--`, which UTS 46 forbids.
    private static func isNestedALabel(_ label: [UInt8]) -> Bool {
        label.dropFirst(aLabelPrefix.count).starts(with: aLabelPrefix)
    }

    private static func hidingHyphens(_ label: ArraySlice<UInt8>) -> [UInt8] {
        label.map { $0 == UInt8(ascii: "-") ? hyphenStandIn : $0 }
    }

    private static func showingHyphens(_ label: [UInt8]) -> [UInt8] {
        label.map { $0 == hyphenStandIn ? UInt8(ascii: "-") : $0 }
    }

    private static func convert(_ label: [UInt8]) -> [UInt8]? {
        switch convert(label, mode: LEFTOFF_IDN_STRICT) {
        case .success(let result): result
        case .invalid: nil
        case .disallowed where !mayHoldSymbols(label): nil
        case .disallowed:
            if case .success(let result) = convert(label, mode: LEFTOFF_IDN_SYMBOLS) { result } else { nil }
        }
    }

    private enum Conversion { case success([UInt8]), disallowed, invalid }

    private static func convert(_ label: [UInt8], mode: leftoff_idn_mode) -> Conversion {
        // An ASCII label has at most 63 bytes; libidn2 itself rejects longer ones.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { output in
            guard let start = output.baseAddress else { return .invalid }
            let length = (label + [0]).withUnsafeBytes { bytes -> Int32 in
                guard let text = bytes.bindMemory(to: CChar.self).baseAddress else { return LEFTOFF_IDN_INVALID }
                return leftoff_idn_label_to_ascii(text, mode, start, output.count)
            }
            if length == LEFTOFF_IDN_DISALLOWED { return .disallowed }
            if length < 0 { return .invalid }
            return .success(output.prefix(Int(length)).map { UInt8(bitPattern: $0) })
        }
    }

    /// Returns true if libidn2's mode for symbols gives the right result for a label.
    ///
    /// That mode removes or replaces deviation characters, and does not check the right-to-left rule.
    private static func mayHoldSymbols(_ label: [UInt8]) -> Bool {
        String(decoding: label, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0xDF, 0x03C2, 0x200C, 0x200D: false
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: false
            default: true
            }
        }
    }
}

/// An IPv4 address in any of the notations that the URL Standard accepts (3.5).
private struct IPv4Address {
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

/// An IPv6 address, parsed and serialised by the URL Standard (3.5, 3.6).
private struct IPv6Address {
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
